import Support
import Testing

@testable import GestureCore

/// The velocity of a finger, compared with the figures of Android's tests of the method; pixels stand for mm.
@Suite struct VelocityTests {
  /// The figure here, in px/s, and its reason, for cases that Android tests with the impulse method only.
  private struct ImpulseOnly {
    let axis: String
    let figure: Double
    let reason: String
  }

  private static let impulseOnly: [String: [ImpulseOnly]] = [
    "ThreePointsPositiveVelocityTest": [
      ImpulseOnly(
        axis: "X", figure: 1437.8,
        reason: "20 px in 12.6 ms and none in the last 2.1 ms: the line through three samples is 10 % below Android's "
          + "figure, which takes the last stop for noise; within the margin all the same")
    ],
    "SwordfishFlingDown": [
      ImpulseOnly(
        axis: "X", figure: 547.6,
        reason: "Android says 624: the same turn to the right, 12 % slower; within the margin all the same"),
      ImpulseOnly(
        axis: "Y", figure: 3513.5,
        reason: "Android says 5971: the energy put in so far, whatever became of it. The last 11 ms stand still, and a "
          + "fitted curve sees the finger slow down there. Its direction is right, and a swipe asks for the peak speed"),
    ],
  ]

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) func everyCaseIsRun() {
    #expect(VelocityCase.all.count == 26)
    #expect(VelocityCase.all.allSatisfy { $0.samples.count >= 4 && !$0.targets.isEmpty })
    let without = VelocityCase.all.filter { one in !one.targets.contains { $0.strategy == "LSQ2" } }.map(\.name)
    #expect(without.sorted() == Self.impulseOnly.keys.sorted())
  }

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence), arguments: VelocityCase.all)
  func agreesWithAndroid(_ one: VelocityCase) {
    let velocity = velocity(of: one.samples.map { ($0.ms, Vector($0.x, $0.y)) })
    func figure(_ axis: String) -> Double { axis == "X" ? velocity.x : velocity.y }
    for target in one.targets where target.strategy == "LSQ2" {
      // Android has no figure for a pointer that has stopped; ours is zero.
      let speed = target.speed ?? 0
      let margin = speed == 0 ? 0.001 : 0.2 * abs(speed)
      #expect(abs(figure(target.axis) - speed) <= margin, "\(target.axis): \(figure(target.axis)), not \(speed)")
    }
    for own in Self.impulseOnly[one.name] ?? [] {
      #expect(abs(figure(own.axis) - own.figure) < 0.5, "\(own.axis): \(own.reason)")
      let target = one.targets.first { $0.axis == own.axis }?.speed ?? 0
      #expect(figure(own.axis) * target > 0, "the wrong way")
    }
  }

  private func velocity(of samples: [(ms: Double, position: Vector)]) -> Vector {
    guard let first = samples.first, let last = samples.last else { return .zero }
    func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64((ms * 1000).rounded())) }
    var group = TouchGroup(surface: CoreBench.screen.size)
    group.measures = .velocity
    var touch = Touch(id: 1, phase: .began, position: first.position)
    touch.bit = TouchMask(rawValue: 1)
    group.land([touch], at: time(first.ms))
    for sample in samples.dropFirst().dropLast() {
      var moved = ReusableBuffer<TouchTracker.Motion>(capacity: 1)
      moved.append(TouchTracker.Motion(bit: touch.bit, position: sample.position, pressure: nil))
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
    let steps: [(Double, Double)] = (0...10).map { (Double($0) * 8, Double($0 * $0) * 0.064) }
    #expect(abs(run(steps, up: 81) - 160) < 0.001)
  }

  @Test func onlyTheLast80MillisecondsCount() {
    let steps: [(Double, Double)] = (0...20).map { (Double($0) * 8, $0 < 10 ? Double($0) * 5 : 50) }
    #expect(abs(run(steps, up: 161)) < 0.001)
  }

  /// The lift isn't a sample, but 40 ms without motion are a stop.
  @Test func aPauseIsAStop() {
    let steps = (0...10).map { (Double($0) * 8, Double($0)) }
    #expect(abs(run(steps, up: 119.9) - 125) < 0.001)
    #expect(run(steps, up: 120) == 0)
  }

  @Test func aPauseRestartsTheEstimate() {
    let steps = (0...10).map { (Double($0) * 8, Double($0)) } + [(120, 10), (128, 12)]
    #expect(abs(run(steps, up: 130) - 250) < 0.001)
  }

  /// The finger rested until 10 ms, which a device does not report: it left after the landing and before the first
  /// frame.
  @Test func aShortRestIsNoPartOfTheMovement() {
    let steps: [(Double, Double)] = [(0, 0), (16, 0.9), (24, 2.1), (32, 3.3), (40, 4.5), (48, 5.7)]
    #expect(abs(run(Array(steps.prefix(3)), up: 25) - 150) < 0.001)
    #expect(abs(run(steps, up: 49) - 150) < 0.001)
  }

  /// A report came late, and the next one right after it. The time between them says nothing about the speed.
  @Test func reportsThatComeTogetherAreNotFast() {
    #expect(run([(0, 0), (30.2, 3.4), (31.5, 5.8)], up: 32) < 200)
  }

  /// A finger that slows down right after its landing has not rested.
  @Test func aLandingInMovementCountsAtFirst() {
    #expect(abs(run([(0, 0), (8, 2), (16, 3)], up: 17) - 187.5) < 0.001)
    #expect(abs(run([(0, 0), (8, 2), (16, 3), (24, 4)], up: 25) - 125) < 0.001)
  }

  /// The time of a movement is unknown if the finger is at both places at one instant; in a recording 1 µs is between
  /// them.
  @Test(arguments: [0.0, 0.001])
  func aMovementWithinOneInstantHasNoSpeed(_ gap: Double) {
    #expect(run([(0, 0), (gap, 3)], up: 8) == 0)
    #expect(abs(run([(0, 0), (gap, 3), (8, 4.2)], up: 9) - 150) < 0.1)
    #expect(abs(run([(0, 0), (gap, 3), (8, 4.2), (16, 5.4), (24, 6.6), (32, 7.8)], up: 33) - 150) < 0.1)
  }

  /// 22 mm/s are 1.76 units a frame for a sensor of 10 units per mm.
  @Test func roundingIsNoBend() {
    let steps: [(Double, Double)] = (0...40).map { (Double($0) * 8, (Double($0) * 1.76).rounded() / 10) }
    for count in 12...40 { #expect(abs(run(Array(steps.prefix(count)), up: Double(count) * 8) - 22) < 1.1) }
  }

  /// A finger that comes to rest slows down, whether or not the device keeps reporting it.
  @Test func aRestThatIsReportedIsAStop() {
    let moves = (0...10).map { (Double($0) * 8, Double($0)) }
    let rests: [(Double, Double)] = (11...15).map { (Double($0) * 8, $0 % 2 == 0 ? 10 : 10.1) }
    #expect(abs(run(moves + rests.prefix(2), up: 97)) < 125)
    #expect(run(moves + rests, up: 121) == 0)
  }

  /// A finger that lands moves the centre, but it isn't a movement.
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
