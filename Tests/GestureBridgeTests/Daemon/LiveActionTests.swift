import Foundation
import Support
import Testing

/// From the finger to the command: steps, chosen overrides, commands that overlap with running ones, files that change.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveActionTests {
  private static func volume(_ fingers: Int, _ word: String = "", overlap: String = "queue") -> String {
    """
    [gesture.volume]
    kind = "pan"
    fingers = \(fingers)
    axis = "vertical"
    step = { every = "6 mm", overlap = "\(overlap)", up = \(Bed.notes("\(word)$GESTURE_STEP")), \
    down = \(Bed.notes("\(word)$GESTURE_STEP")) }
    ended = \(Bed.notes("\(word)ended"))
    cancelled = \(Bed.notes("\(word)cancelled"))

    """
  }

  private static func fling(_ note: String) -> String {
    "[gesture.fling]\nkind = \"swipe\"\nfingers = 3\nrun = \(Bed.notes(note))\n"
  }

  /// As long as the fingers are down, and not once more.
  @Test func anActionIsRepeatedWhileItsGestureLasts() throws {
    let rule = "[gesture.held]\nkind = \"long-press\"\nfingers = 2\nmin-duration = \"300 ms\"\n"
    let bed = try Bed.started(
      rule
        + "began = { command = \(Bed.notes("again")), repeat = \"200 ms\", overlap = \"queue\" }\nended = \(Bed.notes("ended"))\n"
    )
    try bed.perform("down event0 a 100,100 b 130,100")
    try bed.awaitNotes(4)
    try bed.perform("up event0")
    for _ in 0..<100 where !bed.ran.contains("ended") { try bed.perform("wait 50ms") }
    try bed.perform("wait 300ms")
    let ran = bed.ran
    #expect(ran.count { $0 == "ended" } == 1 && ran.count { $0 == "again" } >= 4, "\(ran)")
    try bed.expect([], after: "wait 900ms")
  }

  // MARK: Steps

  /// After the 2.5 mm of slop 47.5 mm up, 30 mm back and 20 mm up again.
  private static let steps =
    Array(repeating: "up", count: 7) + Array(repeating: "down", count: 4) + Array(repeating: "up", count: 3)

  /// Commands that may overlap note their steps in any order.
  @Test(arguments: [("a 150,150", "allow"), ("a 100,150 b 120,150 c 140,150 d 160,150", "queue")])
  func aPanMakesAsManyStepsAsItHasMillimetres(_ places: String, _ overlap: String) throws {
    let fingers = places.split(separator: " ").filter { !$0.contains(",") }
    let bed = try Bed.started(Self.volume(fingers.count, overlap: overlap))
    try bed.perform("down event0 \(places)")
    for move in ["0,-50 over 320ms", "0,30 over 240ms", "0,-20 over 160ms"] {
      try bed.perform("move event0 \(fingers.joined(separator: ",")) by \(move)")
    }
    try bed.awaitNotes(Self.steps.count)
    let areInOrder = overlap == "queue"
    #expect((areInOrder ? bed.ran : bed.ran.sorted()) == (areInOrder ? Self.steps : Self.steps.sorted()))
    try bed.expect(["ended"], after: "up event0")
    let told = Self.tenthsMovedDown(bed.log)
    #expect(told.min() == -475 && told.last == -375, Comment(rawValue: bed.log))
    var oracle = StepOracle(60)
    for place in told { oracle.go(to: place) }
    #expect([oracle.backward, oracle.forward] == ["up", "down"].map { name in bed.ran.count { $0 == name } })
  }

  /// The vertical movement of each event of the pan, in tenths of a millimetre, as `--debug` prints it.
  private static func tenthsMovedDown(_ log: String) -> [Int] {
    log.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " moved ")
      guard parts.count == 2, parts[0].contains("volume ") else { return nil }
      return parts[1].split(separator: " mm").first?.split(separator: ",").last
        .flatMap { Double($0) }.map { Int(($0 * 10).rounded()) }
    }
  }

  @Test func aReplayRunsTheSameSteps() throws {
    let folder = try Folder()
    try folder.write("bindings.toml", Self.volume(4))
    try folder.write(
      "volume.touches",
      """
      touches
        0ms    down a 100,150 b 120,150 c 140,150 d 160,150
        8ms    move a,b,c,d by 0,-50 over 320ms
        400ms  move a,b,c,d by 0,30 over 240ms
        700ms  move a,b,c,d by 0,-20 over 160ms
        900ms  up a,b,c,d

      """)
    let outcome = try Program.run(
      "replay", "--run", "volume.touches", in: folder, environment: ["RAN": folder.path("ran")])
    #expect(outcome.status == 0 && outcome.errors.isEmpty, Comment(rawValue: outcome.errors))
    #expect(folder.lines("ran").filter { $0 != "ended" } == Self.steps)
    #expect(folder.lines("ran").count { $0 == "ended" } == 1)
  }

  // MARK: Which override

  @Test func theBindingIsChosenByDirectionDeviceAndZone() throws {
    let bindings = [
      #"{ direction = "left" }"#: "left", #"{ zone = "top" }"#: "top", #"{ device = "touchpad" }"#: "pad",
      #"{ zone = "top", direction = "left" }"#: "top-left",
    ]
    var rules =
      Self.fling("plain") + "[zone.top]\nrect = { x = \"0 %\", y = \"0 %\", width = \"100 %\", height = \"30 %\" }\n"
    // Two that state one thing each: the last one of the file counts.
    for (when, note) in bindings.sorted(by: { $0.value < $1.value }) {
      rules += "[[override]]\ngesture = \"fling\"\nwhen = \(when)\nrun = \(Bed.notes(note))\n"
    }
    rules +=
      "[[override]]\ngesture = \"fling\"\nalso = true\nwhen = { direction = \"down\" }\nrun = \(Bed.notes("also"))\n"
    let bed = try Bed.started(rules, "touchscreen event0, touchpad event1")
    try bed.expect(["plain"], after: "play event0 swipe up")
    try bed.expect(["left"], after: "play event0 swipe left")
    try bed.expect(["top"], after: "play event0 swipe right y=30")
    try bed.expect(["top-left"], after: "play event0 swipe left y=30")
    try bed.expect(["pad"], after: "play event1 swipe left")
    try bed.perform("play event0 swipe down")
    try bed.awaitNotes(7)
    #expect(bed.ran.suffix(2).sorted() == ["also", "plain"])
  }

  // MARK: Overlap

  /// The command takes its own time.
  @Test func quickTapsOfASlowCommandOverlapAsTheRulesSay() throws {
    let overlaps = ["skip", "queue", "restart", "allow"]
    let taps = overlaps.enumerated().map { fingers, overlap in
      """
      [gesture.\(overlap)]
      kind = "tap"
      fingers = \(fingers + 1)
      run = { overlap = "\(overlap)", command = 'echo start >> "$RAN"; sleep 0.4; echo end >> "$RAN"' }

      """
    }
    let bed = try Bed.started(taps.joined(), clock: .real)
    let four = { (fingers: Int) in "play event0 tap fingers=\(fingers) count=4 duration=30 gap=60" }
    try bed.expect(["start", "end"], after: four(1))
    try bed.expect(Array(repeating: ["start", "end"], count: 4).flatMap { $0 }, after: four(2))
    let before = bed.ran.count
    try bed.perform("\(four(3))\nwait 1s")
    let restarted = bed.ran.dropFirst(before)
    #expect((3...5).contains(restarted.count) && restarted.last == "end", Comment(rawValue: bed.log))
    #expect(restarted.dropLast().allSatisfy { $0 == "start" }, Comment(rawValue: bed.log))
    try bed.perform(four(4))
    try bed.awaitNotes(before + restarted.count + 8)
    #expect(bed.ran.suffix(8).count { $0 == "end" } == 4, Comment(rawValue: bed.log))
    #expect(try bed.zombies().isEmpty)
  }

  // MARK: Files

  @Test func whatIsIncludedWorksAndChangesAtOnce() throws {
    let binding = "[[override]]\ngesture = \"fling\"\nwhen = { direction = \"left\" }\nrun = \(Bed.notes("bound"))\n"
    let bed = try Bed(rules: "include = [\"layers/flings.toml\"]\n" + binding)
    try FileManager.default.createDirectory(atPath: bed.folder.path("layers"), withIntermediateDirectories: false)
    try bed.folder.write("layers/flings.toml", Self.fling("first"))
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    try bed.expect(["first"], after: "play event0 swipe up")
    try bed.expect(["bound"], after: "play event0 swipe left")
    try bed.save(Self.fling("second") + Self.volume(1), as: "layers/flings.toml")
    try bed.expect(["second"], after: "play event0 swipe up")
    try bed.expect(
      ["up", "up", "ended"], after: "down event0 a 150,150\nmove event0 a by 0,-16 over 120ms\nwait 200ms\nup event0")
  }

  @Test func aBrokenFileLeavesAGestureAloneAndARightOneCancelsIt() throws {
    let bed = try Bed.started(Self.volume(1))
    try bed.expect(["up", "up"], after: "down event0 a 150,150\nmove event0 a by 0,-16 over 120ms")
    try bed.save(Self.volume(1) + "[gesture.volume", answer: "the previous rules stay in use")
    try bed.expect(["up", "ended"], after: "move event0 a by 0,-6 over 80ms\nwait 200ms\nup event0")
    try bed.expect(["up", "up"], after: "down event0 a 150,150\nmove event0 a by 0,-16 over 120ms")
    let before = bed.ran.count
    try bed.save(Self.volume(1, "new "))
    try bed.perform("move event0 a by 0,-40 over 240ms\nup event0\nwait 300ms")
    #expect(bed.ran.dropFirst(before) == ["cancelled"], Comment(rawValue: bed.log))
    try bed.expect(
      ["new up", "new ended"], after: "down event0 a 150,150\nmove event0 a by 0,-10 over 80ms\nwait 200ms\nup event0")
  }
}
