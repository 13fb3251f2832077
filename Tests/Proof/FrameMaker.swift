import GestureCore

/// Makes frames from inputs: keeps the places of the fingers and the time.
struct FrameMaker: Sendable {
  /// The result of an input.
  enum Outcome {
    case frame(Frame)
    case mode(String)
    case pass(Timestamp)
    /// There is no such finger.
    case impossible
  }

  private struct Finger {
    let number: Int
    let id: Int32
    var position: Vector
  }

  private static let frameLength: Int64 = 10_000

  private(set) var time: Int64 = 0
  private var fingers: [Finger] = []
  private var nextID: Int32 = 1
  private var swing = 1.0
  private var isPressed = false

  var count: Int { fingers.count }

  mutating func apply(_ input: Input) -> Outcome {
    let before = self
    time += Self.frameLength
    var touches: [Touch]?
    let wasPressed = isPressed
    switch input {
    case .down(let number, let area, let tool): touches = land(number, area, tool).map { [$0] }
    case .downBoth(let a, let b, let area):
      if let first = land(a, area, .finger), let second = land(b, area, .finger) {
        touches = [first, second]
      } else {
        touches = nil
      }
    case .move(let number): touches = move { $0.number == number }
    case .moveAll: touches = move { _ in true }
    case .slideAll: touches = move(by: 4) { _ in true }
    case .up(let number): touches = lift(.ended) { $0.number == number }
    case .upAll: touches = lift(.ended) { _ in true }
    case .cancel(let number): touches = lift(.cancelled) { $0.number == number }
    case .swap(let a, let b, let area):
      if let lifted = lift(.ended, { $0.number == a }), let landed = land(b, area, .finger) {
        touches = lifted + [landed]
      } else {
        touches = nil
      }
    case .wait(let ms):
      time += Int64(ms) * 1000
      return .pass(Timestamp(microseconds: time))
    case .mode(let mode): return .mode(mode)
    case .press: touches = wasPressed ? nil : []
    }
    guard let touches else {
      self = before
      return .impossible
    }
    // The frame after it lets the button go.
    isPressed = input == .press
    return .frame(
      Frame(
        device: World.deviceID, time: Timestamp(microseconds: time), touches: touches,
        buttons: isPressed ? .left : []))
  }

  private mutating func land(_ number: Int, _ area: LandingArea, _ tool: Touch.Tool) -> Touch? {
    guard !fingers.contains(where: { $0.number == number }) else { return nil }
    let position = area.position + Vector(0, Double(number))
    fingers.append(Finger(number: number, id: nextID, position: position))
    nextID += 1
    return Touch(id: nextID - 1, phase: .began, position: position, tool: tool)
  }

  private mutating func move(_ isMeant: (Finger) -> Bool) -> [Touch]? {
    swing = -swing
    return move(by: swing, isMeant)
  }

  private mutating func move(by distance: Double, _ isMeant: (Finger) -> Bool) -> [Touch]? {
    var touches: [Touch] = []
    for index in fingers.indices where isMeant(fingers[index]) {
      fingers[index].position += Vector(distance, 0)
      touches.append(Touch(id: fingers[index].id, phase: .moved, position: fingers[index].position))
    }
    return touches.isEmpty ? nil : touches
  }

  private mutating func lift(_ phase: Touch.Phase, _ isMeant: (Finger) -> Bool) -> [Touch]? {
    let touches = fingers.filter(isMeant).map { Touch(id: $0.id, phase: phase, position: $0.position) }
    fingers.removeAll(where: isMeant)
    return touches.isEmpty ? nil : touches
  }
}
