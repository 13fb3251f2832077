import Foundation
import Support
import Testing

/// Devices that do what no hand makes them do: they are contained, that is said once, and others go on undisturbed.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveMisbehaviourTests {
  private static let rules = """
    [gesture.swipe-left]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = \(Bed.notes("swipe $GESTURE_DEVICE"))

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    began = \(Bed.notes("began"))
    ended = \(Bed.notes("ended"))
    cancelled = \(Bed.notes("cancelled"))

    [gesture.tap]
    kind = "tap"
    run = \(Bed.notes("tap"))
    """

  private func bed(_ devices: String = "touchscreen event0") throws -> Bed {
    // Lines for each of thousands of frames would be another test.
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "info"])
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready: within=15s")
    return bed
  }

  private func warnings(_ bed: Bed) -> [String] {
    bed.log.split(separator: "\n").map(String.init).filter { $0.contains("warning: ") }
  }

  private func said(_ sentence: String) -> String { "gesture-bridge: warning: touchscreen \(sentence)" }

  private let closing = """
    it is closed for now and tried again later; if this goes on, unplug it, or have it left out by a udev rule with \
    ENV{LIBINPUT_IGNORE_DEVICE}="1"
    """

  @Test(arguments: [
    ("frames", "sends more than 4000 frames a second, as no sensor does"),
    ("losses", "sends more than can be read, so that events are lost"),
  ])
  func aFloodIsClosedWhileOthersGoOnAndReadAgainAfterwards(_ kind: String, _ fault: String) throws {
    let bed = try bed("touchscreen event0, touchpad event1")
    try bed.perform("flood event0 \(kind) lasting=1800ms\nawait 'is closed for now' within=15s")
    for _ in 1...3 { try bed.expect(["swipe Mocked Touchpad"], after: "play event1 swipe left") }
    try bed.perform("await 'watching the touchscreen' within=20s\nwait 500ms")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    #expect(warnings(bed) == [said("\"Mocked Touchscreen\" (/dev/input/event0) \(fault): \(closing)")])
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func aClosedDeviceThatIsPluggedInAnewIsReadAtOnce() throws {
    let bed = try bed()
    try bed.perform("flood event0 frames lasting=600ms\nawait 'is closed for now' within=15s\nwait 700ms")
    try bed.perform("remove event0\nadd touchscreen event0\nawait 'watching the touchscreen' within=1s")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
  }

  @Test func lostEventsCancelTheGestureAndNothingStays() throws {
    let bed = try bed()
    let lost = try bed.folder.write("lost", "E: 0.000000 0000 0003 0\nE: 0.000000 0000 0000 0\n")
    // What comes while libinput asks for the state would be lost too.
    let loss = "script event0 \(lost)\nawait 'events have been lost'\nwait 100ms"
    try bed.expect(["began", "cancelled"], after: "play event0 pinch out ending=stay\n\(loss)\nup event0")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    try bed.expect(["began", "ended"], after: "play event0 pinch out")
    #expect(warnings(bed).isEmpty, Comment(rawValue: bed.log))
  }

  @Test func absurdPlacesCancelTheTouchAndAreSaidOnce() throws {
    let bed = try bed()
    let absurd = try bed.folder.write("absurd", "E: 0.000000 0003 0035 2000000000\nE: 0.000000 0000 0000 0\n")
    for _ in 1...3 {
      try bed.expect(
        ["began", "cancelled"], after: "play event0 pinch out ending=stay\nscript event0 \(absurd)\nup event0")
    }
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    #expect(
      warnings(bed) == [
        said(
          """
          "Mocked Touchscreen" (/dev/input/event0) tells of touches far beyond its surface, which are left out; if this \
          goes on, look whether `udevadm info /dev/input/event0` shows a LIBINPUT_CALIBRATION_MATRIX that is wrong
          """)
      ])
  }

  @Test func aStuckTouchIsLeftOutUntilItLifts() throws {
    let bed = try bed()
    try bed.perform("ago event0 70s\ndown event0 ghost 20,20\nago event0 0s")
    for _ in 1...3 { try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left") }
    try bed.expect(["tap"], after: "play event0 tap\nwait 500ms")
    try bed.perform("up event0 ghost")
    try bed.expect(["tap"], after: "play event0 tap")
    #expect(
      warnings(bed) == [
        said(
          """
          "Mocked Touchscreen" (/dev/input/event0) has a touch that neither moves nor lifts while others do, which is \
          left out until it lifts; if this goes on, clean the surface, or let the machine sleep and wake
          """)
      ])
  }

  @Test func aRestingFingerThatTremblesIsAFinger() throws {
    let bed = try bed()
    try bed.perform("ago event0 70s\ndown event0 thumb 20,20\nago event0 0s\nmove event0 thumb 20.2,20")
    // Two fingers are down now, so this is no tap of one.
    try bed.perform("play event0 tap\nup event0 thumb\nwait 500ms")
    #expect(bed.ran.isEmpty, Comment(rawValue: bed.log))
    #expect(warnings(bed).isEmpty, Comment(rawValue: bed.log))
  }
}
