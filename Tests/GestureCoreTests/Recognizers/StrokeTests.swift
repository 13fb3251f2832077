import GestureCore
import Recordings
import Support
import Testing

/// The settings that the kind adds to its drawings: when they count, for how long, with how many fingers.
@Suite struct StrokeTests {
  /// A check mark and a triangle, each from the present place of the finger.
  static let tick = "0ms move a by 12,12 over 96ms\n96ms move a by 24,-24 over 192ms"
  static let triangle = """
    0ms move a by -20,34 over 160ms
    160ms move a by 40,0 over 160ms
    320ms move a by -20,-34 over 160ms
    """

  /// The event of the only gesture that is recognized.
  static func event(_ gesture: String, _ touches: String) throws -> GestureEvent {
    let script = try TouchScript.read("gestures\nit = \(gesture)\ntouches\n\(touches)", name: "script")
    let run = try ScriptRun(script)
    try #require(run.events.count == 1, "\(run.trace)")
    return try #require(run.events.first)
  }

  // MARK: When

  @Test func aPathIsRecognizedBeforeTheLift() throws {
    let event = try Self.event("stroke path=down-right:1,up-right:2", "0ms down a 50,50\n\(Self.tick)\n600ms up a")
    #expect(event.state == .recognized && event.time.microseconds < 288_000)
    #expect(event.values.fingers == 1 && event.values.corners.count == 1)
    let corner = try #require(event.values.corners.first)
    #expect((corner - Vector(62, 62)).length < 3, "\(corner)")
    #expect((event.values.location - event.values.translation - Vector(50, 50)).length < 0.001)
  }

  @Test func aTemplateIsRecognizedByLifting() throws {
    let event = try Self.event("stroke shape=triangle", "0ms down a 100,50\n\(Self.triangle)\n600ms up a")
    #expect(event.time == Timestamp(microseconds: 600_000))
    #expect((event.values.location - Vector(100, 50)).length < 0.001 && event.values.translation.length < 0.001)
  }

  @Test func settingsDecideWhatMakesIt() {
    func isMadeByLifting(_ settings: [String: SettingValue]) -> Bool {
      Stroke.kind.traits.isMadeByLifting(Settings(Stroke.kind, for: .touchscreen, layers: [settings]))
    }
    #expect(isMadeByLifting(["shape": .choice("triangle")]) && isMadeByLifting(["shape": .choice("checkmark")]))
    let line = StrokeTemplates(name: "line", strokes: [[.zero, Vector(30, 0)]])
    #expect(isMadeByLifting(["templates": .templates([line])]))
    #expect(!isMadeByLifting(["path": .path(StrokePath([.init(.line(.down))]))]) && !isMadeByLifting([:]))
  }

  @Test func howLongItIsPossible() {
    func timeout(_ after: StrokeStart) -> Kind.Timeout {
      Stroke.kind.traits.timeout(Settings(Stroke.kind, for: .touchscreen, layers: [["after": .start(after)]]))
    }
    #expect(timeout(.landing) == .resting(TimeSpan(milliseconds: 8000)))
    #expect(timeout(.hold(TimeSpan(milliseconds: 300))) == .resting(TimeSpan(milliseconds: 8300)))
    #expect(timeout(.forcePress) == .untilLift)
  }

  @Test func hasItsTimeFromTheLanding() {
    #expect(
      story(of: "stroke path=down-right:1,up-right:2", "0ms down a 50,50\n7800ms move a by 1,1 over 80ms\n9000ms up a")
        == ["8000.0 ms it failed: took more than 8000 ms, allows 8000 ms (max-duration)"])
    let touches = "0ms down a 100,50\n\(Self.triangle)\n500ms up a"
    #expect(
      story(of: "stroke shape=triangle max-duration=500ms", touches)
        == ["500.0 ms it failed: took more than 500 ms, allows 500 ms (max-duration)"])
    #expect(story(of: "stroke shape=triangle max-duration=501ms", touches).first?.contains("recognized") == true)
  }

  @Test func isReadyAgain() {
    let again = "1000ms down b 50,50\n1000ms move b by 12,12 over 96ms\n1096ms move b by 24,-24 over 192ms\n1500ms up b"
    let lines = story(of: "stroke path=down-right:1,up-right:2", "0ms down a 50,50\n\(Self.tick)\n400ms up a\n\(again)")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("recognized") })
    let failed = story(of: "stroke path=down-right:1,up-right:2", "0ms down a 50,50\n200ms up a\n\(again)")
    #expect(failed.count == 2 && failed[0].contains("failed") && failed[1].contains("recognized"))
  }

  @Test func eitherWay() throws {
    let back = """
      0ms down a 86,38
      0ms move a by -24,24 over 192ms
      192ms move a by -12,-12 over 96ms
      500ms up a
      """
    #expect(story(of: "stroke path=down-right:1,up-right:2", back).allSatisfy { $0.contains("failed") })
    let event = try Self.event("stroke path=down-right:1,up-right:2 either-way=true", back)
    #expect(event.values.corners.count == 1 && event.time.microseconds < 500_000)
    #expect(
      try Self.event(
        "stroke path=down-right:1,up-right:2 either-way=true", "0ms down a 50,50\n\(Self.tick)\n400ms up a"
      )
      .values.corners.count == 1)
  }

  /// Places are those of the surface as the user sees it.
  @Test func cornersOnATurnedSurface() throws {
    let device = "device screen: touchscreen 300x190 mm rotation=90"
    // Down-right as the user sees it is up-right on a panel turned by 90 degrees.
    let touches = """
      \(device)
      0ms down a 50,150
      0ms move a by 12,-12 over 96ms
      96ms move a by -24,-24 over 192ms
      600ms up a
      """
    let event = try Self.event("stroke path=down-right:1,up-right:2", touches)
    let corner = try #require(event.values.corners.first)
    #expect((corner - Vector(52, 62)).length < 3, "\(corner)")
  }

  // MARK: Several fingers

  private static let two = """
    0ms down a 100,50 b 125,50
    0ms move a,b by -20,34 over 160ms
    160ms move a,b by 40,0 over 160ms
    320ms move a,b by -20,-34 over 160ms
    """

  @Test func severalFingersMoveAsOne() throws {
    let event = try Self.event("stroke fingers=2 shape=triangle", "\(Self.two)\n600ms up a,b")
    #expect(event.values.fingers == 2 && (event.values.location - Vector(112.5, 50)).length < 0.001)
    let tick = "0ms down a 50,50 b 75,50\n0ms move a,b by 12,12 over 96ms\n96ms move a,b by 24,-24 over 192ms"
    let path = try Self.event("stroke fingers=2 path=down-right:1,up-right:2", "\(tick)\n600ms up a,b")
    #expect((try #require(path.values.corners.first) - Vector(74.5, 62)).length < 3)
  }

  @Test func oneOrTwo() throws {
    let it = "stroke fingers=1-2 shape=triangle"
    #expect(try Self.event(it, "0ms down a 100,50\n\(Self.triangle)\n600ms up a").values.fingers == 1)
    #expect(try Self.event(it, "\(Self.two)\n600ms up a,b").values.fingers == 2)
    // The second finger lands while the first one draws already: nothing jumps.
    let joined = """
      0ms down a 100,50
      0ms move a by -4,6.8 over 32ms
      40ms down b 125,50
      40ms move a,b by -16,27.2 over 128ms
      168ms move a,b by 40,0 over 160ms
      328ms move a,b by -20,-34 over 160ms
      600ms up a,b
      """
    #expect(try Self.event(it, joined).values.fingers == 2)
  }

  @Test func oneFingerThatRemainsDownIsNoDrawing() {
    #expect(
      story(
        of: "stroke fingers=2 shape=triangle",
        "0ms down a 100,50 b 125,50\n0ms move a by -40,0 over 320ms\n600ms up a,b")
        == ["104.0 ms it failed: spread or closed by 13 mm, allows 12 mm (spread)"])
  }

  /// The drawing ends when the first finger lifts: later movement of the others belongs to the lift.
  @Test func fingersLiftOneAfterAnother() throws {
    let event = try Self.event(
      "stroke fingers=2 shape=triangle", "\(Self.two)\n600ms up a\n620ms move b by 9,9\n690ms up b")
    #expect(event.time == Timestamp(microseconds: 690_000))
    #expect((event.values.location - Vector(112.5, 50)).length < 0.001 && event.values.translation.length < 0.001)
  }

  @Test func oneFingerThatRemainsDown() {
    #expect(
      story(of: "stroke fingers=2 shape=triangle", "\(Self.two)\n600ms up a\n800ms up b")
        == ["800.0 ms it failed: lifting took more than 200 ms, allows 200 ms (lift-within)"])
  }

  @Test func aFingerThatLandsWhileOthersLift() {
    #expect(
      story(of: "stroke fingers=1-2 shape=triangle", "\(Self.two)\n600ms up a\n620ms down c 100,50\n640ms up b,c")
        == ["620.0 ms it failed: a finger landed while others lifted"])
  }

  /// A failure by then is reported at once, so that no gesture waits for the other finger.
  @Test func failsWithTheFirstLift() {
    let lines = story(
      of: "stroke fingers=2 shape=triangle",
      "0ms down a 100,50 b 125,50\n0ms move a,b by 60,0 over 240ms\n300ms up a\n380ms up b")
    #expect(lines.count == 1 && lines[0].contains("failed: ") && !lines[0].contains("lifting took"))
    #expect(lines.allSatisfy { !$0.hasPrefix("380.0") })
  }

  /// For swipes of three and four fingers libinput reports only the distance.
  @Test func onATouchpadThatReportsOnlyGestures() throws {
    let pad = "device pad: touchpad 100x66 mm no-contacts no-places settled-fingers fingers=1-4"
    let touches = """
      \(pad)
      0ms down a 75,33; down b 37.5,54.651; down c 37.5,11.349
      20ms move a,b,c by 9,9 over 96ms
      116ms move a,b,c by 18,-18 over 192ms
      600ms up a,b,c
      """
    let event = try Self.event("stroke fingers=3 path=down-right:1,up-right:2", touches)
    #expect(event.values.fingers == 3 && event.values.corners.count == 1)
  }
}
