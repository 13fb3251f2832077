import Foundation
import Support
import Testing

@testable import GestureCore

/// The velocity of a hand, against the figures of Android's tests of the same method.
@Suite struct VelocityTests {
  /// A case of the reference data: samples of the first pointer, the last of them the lift; pixels stand for mm.
  struct Case {
    let name: String
    let samples: [(ms: Double, place: Vector)]
    let axis: String
    /// Nil where Android reports none.
    let target: Double?
  }

  private static var cases: [Case] {
    let url = ReferenceData.folder.appendingPathComponent("vectors/velocity_cases.json")
    guard let data = try? Data(contentsOf: url), let root = try? JSONSerialization.jsonObject(with: data) else {
      return []
    }
    let all = (root as? [String: Any])?["cases"] as? [[String: Any]] ?? []
    return all.flatMap { one in
      let rows = one["t_ms_then_xy_per_pointer"] as? [[Any]] ?? []
      let samples = rows.compactMap { row -> (ms: Double, place: Vector)? in
        guard row.count > 1, let ms = row[0] as? Double, let xy = row[1] as? [Double] else { return nil }
        return (ms, Vector(xy[0], xy[1]))
      }
      let expected = one["expected"] as? [[String: Any]] ?? []
      return expected.filter { $0["strategy"] as? String == "LSQ2" }.map {
        Case(
          name: one["name"] as? String ?? "", samples: samples, axis: $0["axis"] as? String ?? "",
          target: $0["expected_px_per_s"] as? Double)
      }
    }
  }

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) func agreesWithAndroid() {
    let cases = Self.cases
    #expect(cases.count > 25)
    for one in cases {
      let velocity = velocity(of: one.samples)
      let figure = one.axis == "X" ? velocity.x : velocity.y
      // Android has no figure for a pointer that has stopped; ours is zero.
      let target = one.target ?? 0
      #expect(abs(figure - target) <= max(0.2 * abs(target), 1), "\(one.name) \(one.axis): \(figure), not \(target)")
    }
  }

  private func velocity(of samples: [(ms: Double, place: Vector)]) -> Vector {
    guard let first = samples.first, let last = samples.last else { return .zero }
    func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64((ms * 1000).rounded())) }
    var group = TouchGroup(surface: Bench.screen.size)
    group.measures = .velocity
    var touch = Touch(id: 1, phase: .began, position: first.place)
    touch.bit = TouchMask(rawValue: 1)
    group.land([touch], at: time(first.ms))
    for sample in samples.dropFirst().dropLast() {
      var moved = Refill<TouchTracker.Motion>(capacity: 1)
      moved.append(TouchTracker.Motion(bit: touch.bit, position: sample.place, pressure: nil))
      _ = group.move(moved, at: time(sample.ms), isWatched: true)
    }
    _ = group.lift([touch], at: time(last.ms))
    return group.velocity
  }

  private func run(_ steps: [(Double, Double)], up: Double) -> Double {
    velocity(of: (steps + [(up, steps.last?.1 ?? 0)]).map { ($0.0, Vector($0.1, 0)) }).x
  }

  @Test func ofSteadyMovement() {
    #expect(abs(run((0...20).map { (Double($0) * 8, Double($0)) }, up: 168) - 125) < 0.001)
    #expect(abs(run((0...2).map { (Double($0) * 8, Double($0)) }, up: 24) - 125) < 0.001)
    #expect(run([(0, 5)], up: 8) == 0)
  }

  @Test func ofAcceleratingMovement() {
    // x = 1000 t², so 2000 t mm/s at the last sample, at 80 ms.
    let steps = (0...10).map { (Double($0) * 8, Double($0 * $0) * 0.064) }
    #expect(abs(run(steps, up: 81) - 160) < 0.001)
  }

  @Test func onlyTheLast80MillisecondsCount() {
    let steps = (0...20).map { (Double($0) * 8, $0 < 10 ? Double($0) * 5 : 50) }
    #expect(abs(run(steps, up: 161)) < 0.001)
  }

  /// The up is no sample, but 40 ms without motion are a stop.
  @Test func aPauseIsAStop() {
    let steps = (0...10).map { (Double($0) * 8, Double($0)) }
    #expect(abs(run(steps, up: 119.9) - 125) < 0.001)
    #expect(run(steps, up: 120) == 0)
  }

  @Test func aPauseRestartsTheEstimate() {
    let steps = (0...10).map { (Double($0) * 8, Double($0)) } + [(120, 10), (128, 12)]
    #expect(abs(run(steps, up: 130) - 250) < 0.001)
  }

  /// A finger that lands moves the centre, but not the hand.
  @Test func landingIsNoMovement() {
    expectScript(
      """
      gestures
        it = pan fingers=1-2 slop=0mm land-within=10ms
      touches
        0ms    down a 50,50
        0ms    move a by 20,0 over 160ms
        160ms  down b 150,90
        168ms  move a,b by 1,0
        176ms  move a,b by 1,0
        184ms  move a,b by 1,0
        192ms  up a,b
      expect
        10ms   it began
        192ms  it ended vx=125 vy=0
      """)
  }
}
