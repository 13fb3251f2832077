import Foundation
import Support
import Testing

/// Modes, entered and left by gestures on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveModeTests {
  /// Five fingers go to the mode `media` and back. A drag of two fingers has actions of its own there, and so has a swipe;
  /// a tap of one finger exists there only.
  private static func rules(_ mode: String = "media", _ word: String = "") -> String {
    """
    [gesture.switch]
    kind = "tap"
    fingers = 5
    run = { command = \(Bed.notes("\(word)enter")), mode = "\(mode)" }

    [[override]]
    gesture = "switch"
    when = { mode = "\(mode)" }
    run = { command = \(Bed.notes("\(word)leave")), mode = "default" }

    [gesture.fling]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = \(Bed.notes("\(word)fling"))

    [[override]]
    gesture = "fling"
    when = { mode = "\(mode)" }
    run = \(Bed.notes("\(word)\(mode) fling"))

    [gesture.knock]
    kind = "tap"
    receive = { mode = "\(mode)" }
    run = \(Bed.notes("\(word)knock"))

    [gesture.toggle]
    kind = "swipe"
    fingers = 3
    direction = "up"
    device = "touchpad"
    run = { mode = "\(mode)" }

    [[override]]
    gesture = "toggle"
    when = { mode = "\(mode)" }
    run = { mode = "default" }

    [gesture.drag]
    kind = "pan"
    fingers = 2
    began = \(Bed.notes("drag began"))
    ended = \(Bed.notes("drag ended"))
    cancelled = \(Bed.notes("drag cancelled"))

    [[override]]
    gesture = "drag"
    when = { mode = "\(mode)" }
    began = \(Bed.notes("\(mode) began"))
    ended = \(Bed.notes("\(mode) ended"))

    """
  }

  private static let drag = "down event0 a 100,90 b 120,90\nmove event0 a,b by 20,0 over 120ms"
  private static let (five, left, tap) = (
    "play event0 tap fingers=5", "play event0 swipe left fingers=3", "play event0 tap"
  )

  @Test func inAModeOtherGesturesCount() throws {
    let bed = try Bed.started(Self.rules())
    try bed.expect(["fling"], after: "\(Self.tap)\nwait 100ms\n\(Self.left)")
    try bed.expect(["enter"], after: Self.five)
    for line in ["gesture-bridge: info: the mode is now \"media\"", " ms  mode     \"media\""] {
      #expect(bed.log.split(separator: "\n").count { $0.hasSuffix(line) } == 1, Comment(rawValue: bed.log))
    }
    try bed.expect(["knock"], after: Self.tap)
    try bed.expect(["media fling"], after: Self.left)
    try bed.expect(["leave"], after: Self.five)
    #expect(bed.log.contains("gesture-bridge: info: the mode is now \"default\"\n"), Comment(rawValue: bed.log))
    try bed.expect(["fling"], after: "\(Self.tap)\nwait 100ms\n\(Self.left)")
  }

  @Test func theModeOutlivesRulesThatKnowIt() throws {
    let bed = try Bed.started(Self.rules())
    try bed.expect(["enter"], after: Self.five)
    try bed.save(Self.rules("media", "new "))
    try bed.expect(["new knock"], after: Self.tap)
    try bed.expect(["new media fling"], after: Self.left)
    try bed.save("[gesture.fling", answer: "the previous rules stay")
    try bed.expect(["new knock"], after: Self.tap)
    try bed.save(Self.rules("other", "last "))
    #expect(bed.log.contains("gesture-bridge: info: the mode is now \"default\"\n"), Comment(rawValue: bed.log))
    try bed.expect(["last fling"], after: "\(Self.tap)\nwait 100ms\n\(Self.left)")
    try bed.save(Self.rules("media"))
    #expect(bed.log.split(separator: "\n").count { $0.contains("watching the touchscreen") } == 1)
    try bed.expect(["fling"], after: "\(Self.tap)\nwait 100ms\n\(Self.left)")
  }

  @Test func whatBeganInOneModeEndsAsItBegan() throws {
    let bed = try Bed.started(Self.rules(), "touchscreen event0, touchpad event1")
    try bed.expect(["drag began"], after: Self.drag)
    try bed.perform("play event1 swipe up\nawait 'the mode is now \"media\"'\nmove event0 a,b by 20,0 over 80ms")
    try bed.expect(["drag ended"], after: "up event0")
    try bed.expect(["media began"], after: Self.drag)
    try bed.perform("play event1 swipe up\nawait 'the mode is now \"default\"'")
    try bed.expect(["media ended"], after: "up event0")
    try bed.expect(["drag began", "drag ended"], after: "\(Self.drag)\nwait 100ms\nup event0")
  }

  @Test func aModeThatAnEndOrACancellationSwitchesCounts() throws {
    let rules = """
      [gesture.hold]
      kind = "pan"
      fingers = 2
      began = { mode = "held" }
      ended = { mode = "default" }
      cancelled = { mode = "default" }

      [gesture.fling]
      kind = "swipe"
      fingers = 3
      device = "touchpad"
      run = \(Bed.notes("fling"))

      [[override]]
      gesture = "fling"
      when = { mode = "held" }
      run = \(Bed.notes("held fling"))

      """
    let bed = try Bed.started(rules, "touchscreen event0, touchpad event1")
    let (held, over) = ("\(Self.drag)\nawait 'the mode is now \"held\"'", "await 'the mode is now \"default\"'")
    try bed.expect(["held fling"], after: "\(held)\nplay event1 swipe left")
    try bed.expect(["fling"], after: "up event0\n\(over)\nplay event1 swipe left")
    try bed.expect(["fling"], after: "\(held)\nremove event0\n\(over)\nplay event1 swipe left")
    try bed.perform("add touchscreen event0\nwait 300ms\n\(held)")
    try bed.save(rules + "# new\n")
    try bed.expect(["fling"], after: "play event1 swipe left")
  }
}
