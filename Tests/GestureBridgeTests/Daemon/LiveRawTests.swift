import Foundation
import Support
import Testing

/// Touchpads whose own slots are read, on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveRawTests {
  private static func gesture(_ name: String, _ lines: String) -> String {
    "[gesture.\(name)]\n\(lines)\nrun = \(Bed.notes(name))\n"
  }

  private static let taps =
    gesture("four", "kind = \"tap\"\nfingers = 4") + gesture("two", "kind = \"tap\"\nfingers = 2")
    + gesture("one", "kind = \"tap\"\ndevice = \"touchpad\"")
  private static let swipe = gesture("swipe", "kind = \"swipe\"\nfingers = 3\ndirection = \"left\"")
  private static let drag = """
    [gesture.drag]
    kind = "pan"
    fingers = 3
    began = \(Bed.notes("began"))
    ended = \(Bed.notes("ended"))
    cancelled = \(Bed.notes("cancelled"))

    """

  private static func source(_ name: String) -> String { "[device.\"*\"]\nsource = \"\(name)\"\n" }

  @Test func tapsAreSeenAndWhatPointsIsLeftAloneUnlessNamed() throws {
    let bed = try Bed(rules: Self.source("auto") + Self.taps + Self.swipe, arguments: ["--log-level", "info"])
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect(["four"], after: "play event0 tap fingers=4")
    try bed.perform("wait 400ms")
    try bed.expect([], after: "play event0 tap fingers=2\nwait 600ms")
    try bed.expect(["one"], after: "play event0 tap fingers=1")
    try bed.perform("wait 400ms")
    try bed.expect(["swipe"], after: "play event0 swipe left fingers=3")
    #expect(!bed.log.contains("libinput: event0"), "libinput has nothing to do with it")
  }

  @Test func anEdgeIsAPlaceOnAPad() throws {
    let edge = Self.gesture("edge", "kind = \"edge-swipe\"\nedge = \"left\"\ndevice = \"touchpad\"")
    let bed = try Bed(rules: Self.source("raw") + edge)
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect(["edge"], after: "play event0 swipe right fingers=1 x=18 y=30 distance=30mm")
    try bed.expect([], after: "play event0 swipe right fingers=1 x=60 y=30 distance=30mm\nwait 300ms")
  }

  @Test func libinputReadsWhatNeedsNoMore() throws {
    let bed = try Bed(rules: Self.source("auto") + Self.swipe, arguments: ["--log-level", "info"])
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect(["swipe"], after: "play event0 swipe left fingers=3")
    #expect(bed.log.contains("libinput: event0"), Comment(rawValue: bed.log))
  }

  @Test func newRulesHaveItReadInAnotherWay() throws {
    let bed = try Bed(rules: Self.source("libinput") + Self.taps + Self.swipe, arguments: ["--log-level", "info"])
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect([], after: "play event0 tap fingers=4\nwait 500ms")
    try bed.save(Self.source("auto") + Self.taps + Self.swipe)
    try bed.expect(["four"], after: "play event0 tap fingers=4")
    try bed.save(Self.source("libinput") + Self.taps + Self.swipe)
    try bed.expect([], after: "play event0 tap fingers=4\nwait 500ms")
    try bed.expect(["swipe"], after: "play event0 swipe left fingers=3")
  }

  @Test func pulledOutAmidADragItIsCancelledAndComesBack() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.drag)
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect(["began", "cancelled"], after: "play event0 swipe left fingers=3 ending=stay\nremove event0")
    try bed.perform("add touchpad event0\nwait 300ms")
    try bed.expect(["began", "ended"], after: "play event0 swipe left fingers=3")
  }

  @Test func aFloodClosesItForAWhile() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.swipe, arguments: ["--log-level", "info"])
    try bed.perform("add touchpad event0\nadd touchpad event1\nstart\nawait ready: within=15s")
    try bed.perform("flood event0 frames lasting=40s\nawait 'stops reading it for a while' within=35s\ncalm event0")
    #expect(bed.log.contains("(/dev/input/event0) sends more than"), Comment(rawValue: bed.log))
    try bed.expect(["swipe"], after: "play event1 swipe left fingers=3")
  }

  @Test func lostEventsCancelTheDragAndNothingStays() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.drag)
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    let lost = try bed.folder.write("lost", "E: 0.000000 0000 0003 0\nE: 0.000000 0000 0000 0\n")
    try bed.expect(
      ["began", "cancelled"],
      after: "play event0 swipe left fingers=3 ending=stay\nscript event0 \(lost)\nwait 100ms\nup event0")
    try bed.expect(["began", "ended"], after: "play event0 swipe left fingers=3")
  }

  @Test func absurdPlacesCancelTheDragAndAreSaidOnce() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.drag)
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    let absurd = try bed.folder.write("absurd", "E: 0.000000 0003 0035 2000000000\nE: 0.000000 0000 0000 0\n")
    for _ in 1...2 {
      try bed.expect(
        ["began", "cancelled"],
        after: "play event0 swipe left fingers=3 ending=stay\nscript event0 \(absurd)\nup event0")
    }
    try bed.expect(["began", "ended"], after: "play event0 swipe left fingers=3")
    #expect(bed.log.split(separator: "\n").count { $0.contains("far beyond its surface") } == 1)
  }

  @Test func aStuckTouchIsLeftOutUntilItLifts() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.taps)
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.perform("down event0 ghost 50,30\nwait 6s\nplay event0 tap fingers=1\nwait 500ms")
    try bed.expect(["one"], after: "play event0 tap fingers=1\nwait 500ms")
    try bed.perform("up event0 ghost")
    try bed.expect(["one"], after: "play event0 tap fingers=1")
    let sentence = "1 contact was not released: the touchpad's firmware did not report the lift"
    #expect(bed.log.contains(sentence), Comment(rawValue: bed.log))
    for arguments in [["ctl", "status"], ["explain", "--last", "9"]] {
      let outcome = try Program.run(arguments, environment: Program.surroundings(bed.folder))
      // A line may be broken between any two words.
      let words = outcome.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(sentence), "\(arguments): \(outcome.output)")
    }
  }

  @Test func itIsReadByNobodyButThoseWhoMay() throws {
    let bed = try Bed(rules: Self.source("raw") + Self.swipe, arguments: ["--log-level", "info"])
    try bed.perform("add keyboard event0\nadd touchpad event1\nadd mouse event2\nstart\nawait ready: within=15s")
    #expect(try bed.perform("opened") == "event1")
  }
}
