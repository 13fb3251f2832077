import GestureCore
import Recordings
import Support
import Testing

/// The values at which a pinch and a rotation leave their slop. Steps are counted from there, and a pinch's scale is 1
/// there.
@Suite struct SlopValueTests {
  private func events(_ gesture: String, _ touches: String) throws -> [GestureEvent] {
    let script = try TouchScript.read("gestures\n\(gesture)\ntouches\n\(touches)", name: "slop")
    return try Replay.events(script.recording, rules: try #require(script.rules))
  }

  /// Two fingers 40 mm apart; the right one moves outward in one frame, and farther in another. Returns for each event
  /// the ratio of the fingers' spread to the reported scale.
  private func pinched(_ gesture: String, by distance: Double) throws -> [Double] {
    let all = try events(
      "it = pinch \(gesture)",
      "0ms down a 80,100 b 120,100\n20ms move b by \(distance),0\n40ms move b by \(distance / 2),0\n99ms up a,b")
    return zip([1, 1.5, 1.5], all).map { (1 + $0 * distance / 40) / $1.values.scale }
  }

  @Test func ofAPinchTheFartherOfTheTwoLimits() throws {
    let share = "min-share=0%"
    for (gesture, distance, slop) in [
      ("min-change=3mm min-scale=0% \(share)", 12.0, 1.075), ("min-change=3mm min-scale=0% \(share)", -12, 0.925),
      ("min-change=3mm min-scale=10% \(share)", 12, 1.1), ("min-change=3mm min-scale=10% \(share)", -12, 0.9),
      ("min-change=12mm min-scale=10% \(share)", 12, 1.3), ("min-change=0mm min-scale=0% \(share)", 12, 1),
    ] {
      let slops = try pinched(gesture, by: distance)
      #expect(slops.count == 3)
      #expect(slops.allSatisfy { abs($0 - slop) < 1e-9 }, "\(gesture) \(distance): \(slops)")
    }
  }

  @Test func ofATravellingPinchWhereTheSpreadIsEnough() throws {
    // Both fingers move to the right, the right one 8 mm farther; then only the right one moves.
    let all = try events(
      "it = pinch min-change=3mm min-scale=0% min-share=100%",
      """
      0ms   down a 80,100 b 120,100
      20ms  move a by 12,0; move b by 20,0
      40ms  move b by 10,0
      60ms  move b by 10,0
      99ms  up a,b
      """)
    // The fingers' centre has moved by 16 mm and their distance has grown by 8, then by 21 and 18, then by 26 and 28.
    #expect(all.first?.state == .began && all.first?.time == Timestamp(microseconds: 60_000))
    #expect(all.allSatisfy { abs($0.values.scale - 1) < 1e-9 })
  }

  @Test func ofARotationTheFartherOfTheTwoLimits() throws {
    // The right finger moves around the left one, so that the fingers turn by 30 degrees.
    let touches = "0ms down a 80,100 b 120,100\n20ms move b to \(80 + 34.641016151377545),120\n99ms up a,b"
    let other = "0ms down a 80,100 b 120,100\n20ms move b to \(80 + 34.641016151377545),80\n99ms up a,b"
    for (gesture, slop) in [
      ("min-angle=12deg min-arc=0mm min-share=0%", 12.0), ("min-angle=1deg min-arc=5mm min-share=0%", 14.3239448782706),
      ("min-angle=30deg min-arc=0mm min-share=0%", 30),
    ] {
      for (touches, sign) in [(touches, 1.0), (other, -1.0)] {
        let slops = try events("it = rotation \(gesture)", touches).map(\.values.rotationAtSlop)
        #expect(!slops.isEmpty)
        #expect(slops.allSatisfy { abs($0 - sign * slop) < 1e-6 }, "\(gesture): \(slops)")
      }
    }
  }

  @Test func ofATravellingRotationWhereTheTurnIsEnough() throws {
    let all = try events(
      "it = rotation min-angle=5deg min-arc=0mm min-share=100%",
      """
      0ms   down a 80,100 b 120,100
      20ms  move a by 19,0; move b by 19,4
      40ms  move a by 0,-8; move b by 0,8
      60ms  move a by 0,-8; move b by 0,8
      99ms  up a,b
      """)
    let began = try #require(all.first)
    #expect(began.state == .began)
    #expect(abs(began.values.rotationAtSlop - began.values.rotation) < 1e-9 && began.values.rotation > 25)
  }

  @Test func aHeldPinchKeepsItsSlop() throws {
    let all = try events(
      """
      press = long-press fingers=2 min-duration=400ms slop=50mm
      it    = pinch min-change=3mm min-scale=0% min-share=0% require-to-fail=press
      """,
      "0ms down a 80,100 b 120,100\n20ms move b by 12,0\n40ms move b by 12,0\n99ms up a,b")
    #expect(all.map(\.state) == [.began, .ended])
    #expect(all.allSatisfy { abs($0.values.scale - 1.6 / 1.075) < 1e-9 })
  }

  @Test func otherKindsStartFromNothing() throws {
    let all = try events("it = pan", "0ms down a 80,100\n20ms move a by 12,0\n99ms up a")
    #expect(!all.isEmpty && all.allSatisfy { $0.values.scale == 1 && $0.values.rotationAtSlop == 0 })
  }
}
