import GestureCore
import Recordings
import Support
import Testing
import Text

/// A pinch is the same in every direction of the hand and for every number of fingers.
@Suite struct PinchHandTests {
  /// Horizontal, vertical, diagonal, and something between.
  static let angles = [0.0, 90, 45, 135, 30, -75]
  static let counts = [2, 3, 4, 5]

  /// The values of an event that must not depend on the direction of the hand.
  private struct Reading: Equatable {
    let time: Timestamp
    let state: RecognizerState
    let scale: String
  }

  private func readings(_ count: Int, _ touches: String) throws -> [Reading] {
    let script = "gestures\nit = pinch fingers=\(count)\ntouches\n\(touches)"
    return try ScriptRun(try TouchScript.read(script, name: "script")).events.map {
      Reading(time: $0.time, state: $0.state, scale: decimal($0.values.scale, places: 4))
    }
  }

  /// All fingers spread or close evenly: every pinch begins at the same moment with the same scale.
  @Test(arguments: counts, angles)
  func evenly(count: Int, degrees: Double) throws {
    for spread in [1.3, 0.7] {
      let expected = try readings(2, TestHand.circle(2).script(spread: spread))
      #expect(expected.first?.time == Timestamp(microseconds: 24_000))
      #expect(expected.first?.scale == (spread > 1 ? "1.014" : "0.9838"))
      #expect(expected.last?.scale == (spread > 1 ? "1.2093" : "0.7568"))
      #expect(try readings(count, TestHand.circle(count, degrees: degrees).script(spread: spread)) == expected)
    }
  }

  /// Thumb against fingers, both moving, 25 mm in 80 ms.
  @Test(arguments: counts, angles)
  func thumbAgainstFingers(count: Int, degrees: Double) throws {
    for distance in [12.5, -12.5] { try expectTheSame(count, degrees, thumb: -distance, others: distance) }
  }

  /// Only the fingers move, or only the thumb.
  @Test(arguments: counts, angles)
  func oneSideHeldStill(count: Int, degrees: Double) throws {
    for distance in [20.0, -20] {
      try expectTheSame(count, degrees, thumb: 0, others: distance)
      try expectTheSame(count, degrees, thumb: distance, others: 0)
    }
  }

  /// Whichever finger rests, the movement of the others changes the span: with a resting thumb by a smaller share, the
  /// more fingers move.
  @Test(arguments: [(2, "200"), (3, "119.6"), (4, "81.5"), (5, "57.5")])
  func theSpanAgainstTheTravel(count: Int, share: String) {
    let hand = TestHand.grip(count)
    let touches = hand.script { done in
      hand.fingers.enumerated().map { $1 + Vector($0 == 0 ? 0 : -20 * done, 0) }
    }
    #expect(
      story(of: "pinch fingers=\(count) min-share=300%", touches)
        == [
          "200.0 ms it failed: spread or closed by \(share) % of the distance that the hand moved, needs 300 % (min-share)"
        ])
  }

  /// A pinch in any direction has the values of a horizontal one, and that one begins within 40 ms. `thumb` and
  /// `others` are the distances that they move along the line between them, in mm.
  private func expectTheSame(
    _ count: Int, _ degrees: Double, thumb: Double, others: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let flat = TestHand.grip(count)
    let path = { (done: Double) in
      flat.fingers.enumerated().map { $1 + Vector(($0 == 0 ? thumb : others) * done, 0) }
    }
    let expected = try readings(count, flat.script(path))
    #expect(expected.first?.state == .began, sourceLocation: sourceLocation)
    #expect((expected.first?.time ?? .never) <= Timestamp(microseconds: 40_000), sourceLocation: sourceLocation)
    let turned = TestHand.grip(count, degrees: degrees).script { path($0).map { TestHand.turned($0, by: degrees) } }
    #expect(try readings(count, turned) == expected, sourceLocation: sourceLocation)
  }
}
