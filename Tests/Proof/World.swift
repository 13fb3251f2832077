import GestureCore

/// A few stand-ins with their relations, and the zones of the surface.
public struct World: Sendable {
  /// One stand-in with its whole rule.
  public struct Actor: Sendable {
    public var name: String
    public var plan: Plan
    public var kind: String
    public var tags: Set<String> = []
    public var priority = 0
    public var receive = Condition()
    public var beginIf = Condition()
    public var exclusiveTouchType = true
    /// Applications get its touches only after it has failed, if the device is intercepted.
    public var delaysTouchesBegan = false
    public var relations = GestureRule.Relations()

    public init(_ name: String, _ plan: Plan, _ change: (inout Actor) -> Void = { _ in }) {
      self.name = name
      self.plan = plan
      kind = "kind-\(name)"
      change(&self)
    }
  }

  public var actors: [Actor]
  public var zones: [Zone]
  /// Whether applications get the device's touches from the engine.
  public var isIntercepted: Bool

  public init(_ actors: [Actor], zones: [Zone] = [], isIntercepted: Bool = false) {
    self.actors = actors
    self.zones = zones
    self.isIntercepted = isIntercepted
  }

  static let surface = Size(width: 100, height: 60)
  static let deviceID = DeviceID(1)

  var device: Device {
    Device(
      id: Self.deviceID, name: "Proof", deviceClass: .touchscreen, size: Self.surface,
      capabilities: isIntercepted ? [.contacts, .places, .interception] : [.contacts, .places])
  }

  public var rules: RuleSet { RuleSet(gestures: actors.map(rule), zones: zones) }

  /// The same with the stand-ins in another order.
  func permuted(_ order: [Int]) -> World { World(order.map { actors[$0] }, zones: zones, isIntercepted: isIntercepted) }

  private func rule(_ actor: Actor) -> GestureRule {
    var rule = GestureRule(
      name: actor.name, kind: kind(of: actor), tags: actor.tags, priority: actor.priority, receive: actor.receive,
      beginIf: actor.beginIf, exclusiveTouchType: actor.exclusiveTouchType)
    rule.relations = actor.relations
    rule.delivery.delaysTouchesBegan = actor.delaysTouchesBegan
    rule.settings["fingers"] = .countRange(actor.plan.fingers)
    rule.settings["land-within"] = .quantity(Double(actor.plan.landWithin))
    return rule
  }

  private func kind(of actor: Actor) -> Kind {
    let plan = actor.plan
    let traits = Kind.Traits {
      $0.landsSeparately = plan.landsSeparately
      $0.isMadeByButton = plan.isMadeByButton
      $0.yieldsToEdges = plan.yieldsToEdges
      $0.drawingCompletion = { _ in plan.completion }
      if plan.band > 0 {
        $0.startAreas = { _, surface in [Rectangle(left: 0, top: 0, right: plan.band, bottom: surface.height)] }
      }
    }
    return Kind(
      name: actor.kind, summary: "Stands in.", isDiscrete: plan.isDiscrete, settings: [], traits: traits,
      make: { _ in ProofStandIn(plan) })
  }
}

/// The next input of the fingers or the session.
public enum Input: Hashable, Sendable {
  /// A finger lands.
  case down(Int, at: LandingArea, tool: Touch.Tool = .finger)
  /// Two land at the same instant.
  case downBoth(Int, Int, at: LandingArea)
  case move(Int)
  /// All fingers that are down move.
  case moveAll
  /// All fingers that are down move farther in their direction.
  case slideAll
  case up(Int)
  /// All lift at the same instant.
  case upAll
  /// The first lifts at the instant at which the second lands.
  case swap(Int, Int, at: LandingArea)
  case cancel(Int)
  /// A frame's length and this many ms more pass.
  case wait(Int)
  case mode(String)
  /// A button is pressed; the next frame lets it go.
  case press
}

/// The landing place of a finger.
public enum LandingArea: String, Hashable, Sendable, CaseIterable {
  case edge, left, inner, right

  var position: Vector {
    switch self {
    case .edge: Vector(2, 30)
    case .left: Vector(30, 30)
    case .inner: Vector(30, 10)
    case .right: Vector(80, 30)
    }
  }
}

extension Input: CustomStringConvertible {
  public var description: String {
    switch self {
    case .down(let finger, let area, let tool):
      "down \(Self.letter(finger)) \(area.rawValue)\(tool == .finger ? "" : " with the \(tool)")"
    case .downBoth(let a, let b, let area): "down \(Self.letter(a)),\(Self.letter(b)) \(area.rawValue)"
    case .move(let finger): "move \(Self.letter(finger))"
    case .moveAll: "move all"
    case .slideAll: "slide all"
    case .up(let finger): "up \(Self.letter(finger))"
    case .upAll: "up all"
    case .swap(let a, let b, let area): "up \(Self.letter(a)), down \(Self.letter(b)) \(area.rawValue)"
    case .cancel(let finger): "cancel \(Self.letter(finger))"
    case .wait(let ms): "wait \(ms) ms"
    case .mode(let mode): "mode \(mode)"
    case .press: "press"
    }
  }

  private static func letter(_ finger: Int) -> String { ["a", "b", "c", "d", "e", "f"][finger % 6] }
}

extension Plan {
  fileprivate var completion: DrawingCompletion? {
    if drawn == 0 { return nil }
    if drawn >= Self.whole { return .onLift }
    let path = (0..<drawn).map { StrokePath.Element(.line($0.isMultiple(of: 2) ? .right : .down)) }
    return .paths([StrokePath(path)])
  }
}
