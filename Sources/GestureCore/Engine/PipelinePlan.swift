/// The contenders of one device, with their recognizers, scopes, relations and order.
struct PipelinePlan {
  /// The contenders of a scope, grouped by the event that starts them.
  struct Starters: Sendable {
    /// Contenders that accept the same numbers of fingers.
    struct FingerClass: Sendable {
      let fingers: ClosedRange<Int>
      var members: [ContenderID]
    }

    /// Contenders that start with the first finger.
    var early: [ContenderID] = []
    var byFingers: [FingerClass] = []
    var landingSeparately: [ContenderID] = []
    var byButton: [ContenderID] = []

    fileprivate mutating func add(_ id: ContenderID, _ contender: Contender, isEarly: Bool) {
      guard !contender.isMadeByButton else { return byButton.append(id) }
      if isEarly { early.append(id) }
      guard !contender.landsSeparately else { return landingSeparately.append(id) }
      if let index = byFingers.firstIndex(where: { $0.fingers == contender.fingers }) {
        byFingers[index].members.append(id)
      } else {
        byFingers.append(FingerClass(fingers: contender.fingers, members: [id]))
      }
    }
  }

  let zones: ZoneMap
  let relations: RelationTable
  let firstHint: ContenderID
  private(set) var contenders: [Contender] = []
  private(set) var recognizers: [any Recognizer] = []
  private(set) var beginConditions: [DeviceCondition?] = []
  private(set) var facts: [Kind.Facts] = []
  private(set) var scopes: [TouchScope] = []

  init(_ rules: RuleSet, _ device: Device) {
    let surface = rules.rotation(of: device).apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    let order = Self.order(rules, device, zones)
    let ranks = Self.ranks(of: order, rules, zones)
    firstHint = ContenderID(order.firstIndex { rules.gestures[$0.rawValue].kind.traits.onlyObserves } ?? order.count)
    var receptions: [TouchScope.Reception] = []
    var homes: [TouchScope.Reception: ScopeID] = [:]
    for (gesture, rank) in zip(order, ranks) {
      var rule = rules.gestures[gesture.rawValue]
      rule.delivery = rules.delivery(of: rule, on: device)
      let settings = rules.settings(of: rule, on: device)
      let recognizer = rule.kind.make(settings)
      let reception = TouchScope.Reception(rule)
      let home = homes[reception] ?? ScopeID(receptions.count)
      if home.rawValue == receptions.count {
        homes[reception] = home
        receptions.append(reception)
      }
      recognizers.append(recognizer)
      contenders.append(Contender(gesture, rule, settings, precedence: recognizer.precedence, rank: rank, home: home))
      beginConditions.append(rule.beginIf.isEmpty ? nil : DeviceCondition(rule.beginIf, on: device, zones))
      facts.append(rule.kind.facts)
    }
    relations = RelationTable(
      rules, among: order, precedence: contenders.map(\.precedence), on: device, zones, surface: surface)
    for (index, reception) in receptions.enumerated() {
      scopes.append(
        TouchScope(
          reception, zone: reception.receive.zone.flatMap(zones.index),
          condition: DeviceCondition(reception.receive, on: device, zones), surface: surface,
          members: contenders.filter { $0.home.rawValue == index }, on: device))
    }
  }

  /// Each scope's contenders, by starting event. If `isObserved`, all contenders also start with the first finger; if
  /// not, only contenders tied by requirements or precedences. Button gestures never do. `isObserved` changes no event.
  func starters(isObserved: Bool) -> [Starters] {
    var starters = [Starters](repeating: Starters(), count: scopes.count)
    for index in contenders.indices {
      let id = ContenderID(index)
      starters[contenders[index].home].add(
        id, contenders[index], isEarly: isObserved || relations.requirements.isTied[id])
    }
    return starters
  }

  /// The gestures that the device's touches can make, by descending priority, then by descending depth of zone, then in
  /// the order of the rules. Gestures that only observe come last.
  private static func order(_ rules: RuleSet, _ device: Device, _ zones: ZoneMap) -> [GestureID] {
    func sortKey(_ index: Int) -> (Int, Int, Int, Int) {
      let rule = rules.gestures[index]
      return (rule.kind.traits.onlyObserves ? 1 : 0, -rule.priority, -depth(of: rule, zones), index)
    }
    return rules.gestures.indices
      .filter { rules.obstacle(to: rules.gestures[$0], on: device) == nil }
      .sorted { sortKey($0) < sortKey($1) }
      .map(GestureID.init)
  }

  /// The rank of each gesture in `order`. Neighbours with equal priority and equal depth of zone have the same rank.
  private static func ranks(of order: [GestureID], _ rules: RuleSet, _ zones: ZoneMap) -> [Int] {
    var ranks: [Int] = []
    for (position, gesture) in order.enumerated() {
      guard position > 0, let previous = ranks.last else {
        ranks.append(0)
        continue
      }
      let rule = rules.gestures[gesture.rawValue]
      let before = rules.gestures[order[position - 1].rawValue]
      let isAsDeep = depth(of: rule, zones) == depth(of: before, zones)
      let hasSameRank = rule.priority == before.priority && isAsDeep  // fault: zone-depth
      ranks.append(hasSameRank ? previous : previous + 1)
    }
    return ranks
  }

  private static func depth(of rule: GestureRule, _ zones: ZoneMap) -> Int {
    rule.receive.zone.flatMap(zones.index).map(zones.depth) ?? 0
  }
}

/// The reason why a rule does not apply to a device.
public enum Ineligibility: Equatable, Sendable {
  /// The rule is for other devices, by name, connection, class or tool.
  case otherDevice
  case lacks(Capabilities)
  /// The source only reports these numbers of fingers, and the rule needs other numbers.
  case fingers(ClosedRange<Int>)
  /// The rule isn't limited to a class or device, and allows one or two fingers, which point or scroll on this device.
  /// Not used for gestures that libinput reports.
  case pointing
  case noZone(String)
}

extension RuleSet {
  /// The reason why `rule` can never be recognized on `device`; nil if it can.
  public func obstacle(to rule: GestureRule, on device: Device) -> Ineligibility? {
    guard rule.device.matches(device), rule.receive.device.matches(device) else { return .otherDevice }
    if rule.receive.tool == .finger, device.capabilities.contains(.stylus) { return .otherDevice }
    let isNamed = rule.device != .any || rule.receive.device != .any
    if device.capabilities.contains(.pointing), !isNamed, mayPoint(rule, on: device) { return .pointing }
    if let zone = rule.receive.zone {
      guard device.capabilities.contains(.places) else { return .lacks(.places) }
      guard zones.contains(where: { $0.name == zone && $0.device.matches(device) }) else { return .noZone(zone) }
    }
    let settings = settings(of: rule, on: device)
    let missing = rule.kind.needs(settings).subtracting(device.capabilities)
    guard missing.isEmpty else { return .lacks(missing) }
    guard settings[CommonSettings.fingers].overlaps(device.fingers) else { return .fingers(device.fingers) }
    return nil
  }

  /// Whether fingers that point or scroll can make the gesture. False if libinput reports the gesture.
  private func mayPoint(_ rule: GestureRule, on device: Device) -> Bool {
    let settings = settings(of: rule, on: device)
    let fingers = settings[CommonSettings.fingers].lowerBound
    return fingers <= Self.pointingFingers && !LibinputTouchpad.reports(rule.kind, settings, fingers: fingers)
  }

  private static let pointingFingers = 2
}

/// A device's surface as the user sees it.
public struct Surface: Equatable, Sendable {
  /// A zone of this surface, with its rectangle in mm.
  public struct Area: Equatable, Sendable {
    public let zone: Zone
    public let rectangle: Rectangle
  }

  /// The size in mm, after rotation.
  public let size: Size
  /// The zones of the device, in the order of the rules.
  public let areas: [Area]
  private let rotation: Rotation
  private let unrotatedSize: Size

  /// The surface of `device` under these rules.
  public init(_ rules: RuleSet, of device: Device) {
    rotation = rules.rotation(of: device)
    unrotatedSize = device.size
    size = rotation.apply(device.size)
    areas = ZoneMap(rules, on: device, surface: size).shown
  }

  /// Returns the position on the rotated surface for a `position` from the device's source. Both positions are in mm.
  public func rotated(_ position: Vector) -> Vector { rotation.apply(position, on: unrotatedSize) }
}
