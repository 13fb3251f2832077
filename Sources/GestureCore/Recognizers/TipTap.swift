/// A finger taps while others rest.
///
///     idle --land--> tapping --it lifts, the others stay--> recognized
///       \                \--moved, held, a resting one moved or lifted--> failed
///        \--the others have just landed, the wrong side--> failed
///
/// The finger that lands last is the one that taps. Only it is part of the gesture: the resting ones are free for others.
public struct TipTap: Recognizer {
  /// On which side of the resting fingers the tap is.
  enum Side: String, CaseIterable, Sendable { case any, left, right, between }

  static let side = Setting<Side>.choice(
    "side", .any, "On which side of the resting fingers the tap is; `between` needs two that rest.",
    origin: "any finger of the hand may tap")
  private static let minRest = Setting.time(
    "min-rest", touchscreen: 120, touchpad: 160, in: 0...10_000,
    "How long the others must have rested when the tapping finger lands.",
    origin: "land-within of other gestures: fingers that land closer together are one landing"
  ).loosened(by: .lower)
  private static let maxDuration = Setting.time(
    "max-duration", touchscreen: 500, touchpad: 200, in: 20...10_000, "How long the tapping finger may be down.",
    origin: "a tap's max-duration"
  ).loosened(by: .raise)
  static let slop = Setting.quantity(
    "slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50, "How far the tapping finger may stray.",
    origin: "a tap's slop"
  ).loosened(by: .raise)
  private static let restSlop = Setting.quantity(
    "rest-slop", .millimetres, touchscreen: 3, touchpad: 2, in: 0...50,
    "How far a resting finger may stray while another one taps.",
    origin: "a tap's slop: the hand that taps moves the fingers that rest"
  ).loosened(by: .raise)

  public static let kind = Kind(
    name: "tip-tap", summary: "A finger taps while others rest; `fingers` counts all of them.", isDiscrete: true,
    settings: [
      side.declaration, minRest.declaration, maxDuration.declaration, slop.declaration, restSlop.declaration,
    ], needs: [.contacts, .places], fingers: 2...5,
    traits: Kind.Traits {
      $0.isMadeByLifting = { _ in true }
      $0.landsSeparately = true
      // A finger between others needs one on each side.
      $0.fewestFingers = { $0[side] == .between ? 3 : 2 }
      $0.patience = { .taps(1, each: $0[maxDuration], pause: TimeSpan(microseconds: 0)) }
    }, make: TipTap.init)

  private let side: Side
  private let minRest: TimeSpan
  private let maxDuration: TimeSpan
  private let slop: Double
  private let restSlop: Double
  /// The finger that taps, as it landed.
  private var tapping: Touch?
  /// The others, as they were then.
  private var resting: [Touch] = []

  public init(_ settings: Settings) {
    side = settings[Self.side]
    minRest = settings[Self.minRest]
    maxDuration = settings[Self.maxDuration]
    slop = settings[Self.slop]
    restSlop = settings[Self.restSlop]
  }

  public var deadline: Timestamp? { tapping.map { $0.began + maxDuration } }

  public func isPart(_ touch: Touch) -> Bool { tapping?.bit == touch.bit }

  public mutating func touchesBegan(_ touches: TouchGroup) -> Step {
    guard let newest = touches.touches.max(by: { $0.began < $1.began }) else { return .stay }
    tapping = newest
    resting.removeAll(keepingCapacity: true)
    for touch in touches.touches where touch.bit != newest.bit {
      resting.append(touch)
    }
    if let rested = rested(before: newest), !rested.isMet { return .fail(Failure(rested)) }
    return misplaced(newest).map { .fail($0) } ?? .stay
  }

  public mutating func touchesMoved(_ touches: TouchGroup) -> Step {
    guard let tapping else { return .stay }
    for touch in touches.touches {
      if touch.bit == tapping.bit {
        let strayed = (touch.position - touch.start).length
        if strayed > slop { return .fail(Failure(moved(strayed)).openEnded) }
      } else if let start = resting.first(where: { $0.bit == touch.bit }) {
        let strayed = (touch.position - start.position).length
        if strayed > restSlop { return .fail(Failure(restingMoved(strayed)).openEnded) }
      }
    }
    return .stay
  }

  public mutating func touchesEnded(_ touches: TouchGroup) -> Step {
    guard let tapping else { return .stay }
    guard touches.count == touches.touches.count - 1 else {
      return .fail(Failure("lifted together", .fingers(touches.touches.count - touches.count)))
    }
    guard touches.touches.contains(where: { $0.bit == tapping.bit && $0.phase == .ended }) else {
      return .fail(Failure("resting finger lifted after", Measure(touches.time - tapping.began)))
    }
    return .recognize
  }

  public mutating func deadlinePassed(_ touches: TouchGroup) -> Step {
    guard let tapping else { return .stay }
    return .fail(Failure(held(touches, tapping)).openEnded)
  }

  public mutating func reset() { tapping = nil }

  public func values(_ touches: TouchGroup) -> GestureValues {
    var values = GestureValues()
    values.fingers = resting.count + 1
    values.location = touches.touches.first { $0.bit == tapping?.bit }?.position ?? .zero
    return values
  }

  /// What is wrong with where the finger landed.
  private func misplaced(_ finger: Touch) -> Failure? {
    let offsets = resting.map { finger.position.x - $0.position.x }
    guard let least = offsets.min(), let greatest = offsets.max() else { return nil }
    guard side != .any else { return nil }
    let (found, failure) = landing(least, greatest)
    return found == side ? nil : failure
  }

  /// On which side the finger landed, in its distances to the right of those that rest, and what to say if it is wrong.
  private func landing(_ least: Double, _ greatest: Double) -> (side: Side?, failure: Failure) {
    if least > 0 { return (.right, wrongSide(.mm(least), "to the right")) }
    if greatest < 0 { return (.left, wrongSide(.mm(-greatest), "to the left")) }
    if least < 0, greatest > 0 { return (.between, wrongSide(.mm(min(-least, greatest)), "between")) }
    return (nil, wrongSide(nil, "in line with a resting finger"))
  }

  private func wrongSide(_ distance: Measure?, _ detail: String) -> Failure {
    Failure("landed", distance, detail: detail, Self.side.declaration.name, choice: side.rawValue)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard let tapping else { return [] }
    var farthest = 0.0
    var strayed = 0.0
    for touch in touches.touches {
      if touch.bit == tapping.bit {
        strayed = (touch.position - touch.start).length
      } else if let start = resting.first(where: { $0.bit == touch.bit }) {
        farthest = max(farthest, (touch.position - start.position).length)
      }
    }
    return [held(touches, tapping), moved(strayed), restingMoved(farthest)]
      + (rested(before: tapping).map { [$0] } ?? [])
  }

  private func held(_ touches: TouchGroup, _ finger: Touch) -> Gauge {
    .stay("held", Measure(touches.time - finger.began), within: Self.maxDuration.declaration.name, Measure(maxDuration))
  }

  private func moved(_ strayed: Double) -> Gauge {
    .stay("moved", .mm(strayed), within: Self.slop.declaration.name, .mm(slop))
  }

  private func restingMoved(_ strayed: Double) -> Gauge {
    .stay("resting finger moved", .mm(strayed), within: Self.restSlop.declaration.name, .mm(restSlop))
  }

  /// How long the finger that came last had rested when this one landed.
  private func rested(before finger: Touch) -> Gauge? {
    guard let latest = resting.map(\.began).max() else { return nil }
    return .reach("rested", Measure(finger.began - latest), Self.minRest.declaration.name, Measure(minRest))
  }
}
