import GestureCore
import Recordings
import Support
import Testing

/// The velocity of one finger that moves at a constant speed on a touchscreen, whose sensor rounds places to its units.
@Suite struct SteadySpeedTests {
  /// The speeds that a pan reports at each frame of the movement, in mm/s along the movement.
  private func speeds(_ frames: [(ms: Double, position: Double)]) throws -> [Double] {
    guard let rules = try TouchScript.read("gestures\n  it = pan slop=0mm", name: "it").rules else { return [] }
    var engine = try Engine(rules: rules)
    engine.add(CoreBench.screen)
    var speeds: [Double] = []
    for (index, frame) in frames.enumerated() {
      let touch = Touch(id: 1, phase: index == 0 ? .began : .moved, position: Vector(frame.position, 95))
      let time = Timestamp(microseconds: Int64((frame.ms * 1000).rounded()))
      let events = engine.process(Frame(device: CoreBench.screen.id, time: time, touches: [touch]))
      speeds += events.map(\.values.velocity.x)
    }
    return speeds
  }

  /// The frames of a movement, until 150 ms after its start; `flicker` is the deviation of a resting finger at a frame
  /// in units, nil if a device reports only changes. The finger lands `phase` units off.
  private func frames(
    _ movement: SteadyMovement, unitsPerMM: Double, phase: Double, flicker: ((Int) -> Double)? = nil
  ) -> [(ms: Double, position: Double)] {
    var frames: [(ms: Double, position: Double)] = []
    for number in 0...Int((movement.rest + 150) / 1000 * movement.rate) {
      let distance = movement.distance(atFrame: number)
      let units = ((50 + distance) * unitsPerMM + phase).rounded() + (distance == 0 ? flicker?(number) ?? 0 : 0)
      let position = units / unitsPerMM
      if flicker != nil || frames.last?.position != position {
        frames.append((movement.time(ofFrame: number), position))
      }
      if distance > 100 { break }
    }
    return frames
  }

  private func check(_ speeds: [Double], _ movement: SteadyMovement, _ unitsPerMM: Double) {
    for (index, speed) in speeds.enumerated().dropFirst(2) {
      let margin = movement.margin(atFrame: index + 1, unitsPerMM: unitsPerMM)
      #expect(abs(speed - movement.speed) <= margin * 1.001, "\(speed) at frame \(index + 1) of the movement")
    }
  }

  @Test(arguments: SteadyMovement.all, [10.0, 20, 40])
  func isCorrectFromTheThirdFrameOn(_ movement: SteadyMovement, unitsPerMM: Double) throws {
    for phase in [0, 0.2, 0.4, 0.6, 0.8] {
      let speeds = try speeds(frames(movement, unitsPerMM: unitsPerMM, phase: phase))
      #expect(speeds.count >= 5)
      check(speeds, movement, unitsPerMM)
      // Two frames can be too few for the speed, so only show upper direction.
      let most = movement.speed + movement.margin(atFrame: 3, unitsPerMM: unitsPerMM)
      #expect(speeds.allSatisfy { $0 >= 0 && $0 <= most * 1.001 }, "\(speeds)")
    }
  }

  /// Some devices report every frame, and their places flicker by a unit while a finger rests.
  @Test(arguments: SteadyMovement.all, [10.0, 20, 40])
  func aFlickeringRestIsIgnored(_ movement: SteadyMovement, unitsPerMM: Double) throws {
    let all = frames(movement, unitsPerMM: unitsPerMM, phase: 0.2) { $0 % 3 == 1 ? 1 : 0 }
    let rested = all.indices.count { movement.distance(atFrame: $0) == 0 }
    let speeds = try speeds(all).suffix(all.count - rested)
    check(Array(speeds), movement, unitsPerMM)
  }

  /// A finger that stops for a moment: its movement before the stop doesn't count either.
  @Test(arguments: SteadyMovement.all(rate: 125).filter { $0.rest >= 50 })
  func movementBeforeARestIsIgnored(_ movement: SteadyMovement) throws {
    let before = (0..<10).map { (ms: movement.time(ofFrame: $0), position: 30 + 2 * Double($0)) }
    let all = frames(movement, unitsPerMM: 20, phase: 0) { _ in 0 }
    let later = all.map { (ms: $0.ms + movement.time(ofFrame: 10), position: $0.position) }
    let rested = all.indices.count { movement.distance(atFrame: $0) == 0 }
    check(Array(try speeds(before + later).suffix(all.count - rested)), movement, 20)
  }
}
