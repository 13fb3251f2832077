import GestureCore
import Recordings
import Support
import Testing

/// A stroke that only counts after a rest or a press.
@Suite struct StrokeStartTests {
  private static let afterRest = "stroke path=down-right:1,up-right:2 after=\"hold 300 ms\""
  private static let press = "stroke path=down-right:1,up-right:2 after=force-press"
  private static let later = """
    0ms down a 50,50
    400ms move a by 12,12 over 96ms
    496ms move a by 24,-24 over 192ms
    900ms up a
    """

  // MARK: A rest

  @Test func countsAfterARest() throws {
    let event = try StrokeTests.event(Self.afterRest, Self.later)
    #expect(event.time.microseconds < 690_000 && event.values.corners.count == 1)
  }

  @Test func failsWhenTheFingerMovesBefore() {
    #expect(
      story(of: Self.afterRest, "0ms down a 50,50\n100ms move a by 1,0\n120ms move a by 1.8,0\n500ms up a")
        == ["120.0 ms it failed: held still 120 ms, needs 300 ms (after); then moved 2.8 mm, allows 2 mm (slop)"])
    #expect(
      story(of: Self.afterRest + " slop=3mm", "0ms down a 50,50\n120ms move a by 2.8,0\n290ms up a")
        == ["290.0 ms it failed: held still 290 ms, needs 300 ms (after)"])
  }

  @Test func failsWhenTheFingerLiftsBefore() {
    #expect(
      story(of: Self.afterRest, "0ms down a 50,50\n120ms up a") == [
        "120.0 ms it failed: held still 120 ms, needs 300 ms (after)"
      ])
  }

  /// Movement during the rest doesn't count as part of the drawing.
  @Test func startsWhereItHasRested() throws {
    let event = try StrokeTests.event(Self.afterRest, "0ms down a 48.5,50\n100ms move a by 1.5,0\n" + Self.drawn)
    #expect((event.values.location - event.values.translation - Vector(50, 50)).length < 0.001)
  }
  private static let drawn = "400ms move a by 12,12 over 96ms\n496ms move a by 24,-24 over 192ms\n900ms up a"

  @Test func itsTimeCountsFromTheRest() {
    #expect(
      story(of: Self.afterRest, "0ms down a 50,50\n10000ms up a")
        == ["8300.0 ms it failed: took more than 8000 ms, allows 8000 ms (max-duration)"])
  }

  /// A rest counts from the last of the fingers.
  @Test func ofSeveralFingers() {
    let touches = "0ms down a 50,50\n80ms down b 75,50\n370ms up a,b"
    #expect(
      story(of: "stroke fingers=2 path=down-right:1,up-right:2 after=\"hold 300 ms\"", touches)
        == ["370.0 ms it failed: held still 290 ms, needs 300 ms (after)"])
  }

  // MARK: A press

  @Test func countsAfterAPress() throws {
    let touches = """
      device screen: touchscreen 300x190 mm pressure
      0ms down a 50,50; pressure a 0.2
      1000ms pressure a 0.75
      1010ms pressure a 0.3
      1020ms move a by 12,12 over 96ms
      1116ms move a by 24,-24 over 192ms
      1600ms up a
      """
    #expect(try StrokeTests.event(Self.press, touches).values.corners.count == 1)
  }

  @Test func failsWithoutOne() {
    let screen = "device screen: touchscreen 300x190 mm pressure\n0ms down a 50,50; pressure a 0.2"
    #expect(
      story(of: Self.press, "\(screen)\n100ms pressure a 0.4\n200ms pressure a 0.3\n300ms up a")
        == ["300.0 ms it failed: pressed with 40 %, needs 70 % (min-pressure)"])
    #expect(
      story(of: Self.press, "\(screen)\n100ms move a by 4,0\n300ms up a")
        == ["100.0 ms it failed: moved 4 mm before the press, allows 2 mm (slop)"])
  }

  @Test func aPressNeedsPressure() {
    let kind = Stroke.kind
    func needs(_ after: StrokeStart) -> Capabilities {
      kind.needs(Settings(kind, for: .touchscreen, layers: [["after": .start(after)]]))
    }
    #expect(needs(.forcePress) == .pressure && needs(.landing) == [] && needs(.hold(TimeSpan(milliseconds: 300))) == [])
  }

  // MARK: As it is written

  @Test func isRead() {
    let afterRest = StrokeStart.hold(TimeSpan(milliseconds: 300))
    #expect(
      StrokeStart("hold 300 ms") == afterRest && StrokeStart("hold 0.3 s") == afterRest)
    #expect(StrokeStart("landing") == .landing && StrokeStart("force-press") == .forcePress)
    for text in [
      "", "hold", "hold 300", "hold 40 ms", "hold 11 s", "hold soon", "landing 3 ms", "press", "force-press 2",
    ] {
      #expect(StrokeStart(text) == nil, "\(text)")
    }
    #expect([afterRest, .landing, .forcePress].map(\.text) == ["hold 300 ms", "landing", "force-press"])
  }
}
