/// What the rules make of one device: which contenders there are, in which scopes and in which order.
struct PipelinePlan {
  /// The contenders of a scope by when they start to look.
  struct Starters: Sendable {
    /// Contenders that want the same number of fingers.
    struct FingerClass: Sendable {
      let fingers: ClosedRange<Int>
      var members: [ContenderID]
    }

    /// They start with the first landing: others depend on their being possible, or they are observed.
    var early: [ContenderID] = []
    /// They start once so many fingers are down.
    var byFingers: [FingerClass] = []
    /// Their fingers may land at any time.
    var landingApart: [ContenderID] = []

    fileprivate mutating func add(_ id: ContenderID, _ contender: Contender, isEarly: Bool) {
      if isEarly { early.append(id) }
      guard !contender.landsApart else { return landingApart.append(id) }
      if let index = byFingers.firstIndex(where: { $0.fingers == contender.fingers }) {
        byFingers[index].members.append(id)
      } else {
        byFingers.append(FingerClass(fingers: contender.fingers, members: [id]))
      }
    }
  }

  let rotation: Rotation
  let zones: ZoneMap
  let relations: Relations
  /// From here on the contenders only look on.
  let firstHint: ContenderID
  private(set) var contenders: [Contender] = []
  private(set) var recognizers: [any Recognizer] = []
  private(set) var beginConditions: [DeviceCondition?] = []
  private(set) var facts: [Kind.Facts] = []
  private(set) var scopes: [TouchScope] = []

  init(_ rules: RuleSet, _ device: Device) {
    rotation = rules.rotation(ofDevice: device.name)
    let surface = rotation.apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    let order = Self.order(rules, device, zones)
    let ranks = Self.ranks(of: order, rules, zones)
    firstHint = ContenderID(
      order.firstIndex { rules.gestures[$0.rawValue].kind.traits.isBystander } ?? order.count)
    var receptions: [TouchScope.Reception] = []
    var homes: [TouchScope.Reception: ScopeID] = [:]
    for (gesture, rank) in zip(order, ranks) {
      let rule = rules.gestures[gesture.rawValue]
      let settings = rules.settings(of: rule, on: device)
      let parts = rules.parts(of: rule, on: device)
      let recognizer = rule.kind.make(settings, parts: parts)
      let reception = TouchScope.Reception(rule)
      let home = homes[reception] ?? ScopeID(receptions.count)
      if home.rawValue == receptions.count {
        homes[reception] = home
        receptions.append(reception)
      }
      recognizers.append(recognizer)
      contenders.append(
        Contender(gesture, rule, settings, parts, precedence: recognizer.precedence, rank: rank, home: home))
      beginConditions.append(rule.beginIf.isEmpty ? nil : DeviceCondition(rule.beginIf, on: device, zones))
      facts.append(parts.isEmpty ? rule.kind.facts : [.velocity, .rotation])
    }
    relations = Relations(
      rules, among: order, precedence: contenders.map(\.precedence), on: device, zones, surface: surface)
    let isSettled = device.capabilities.contains(.settledFingers)
    for (index, reception) in receptions.enumerated() {
      scopes.append(
        TouchScope(
          reception, zone: reception.receive.zone.flatMap(zones.index),
          condition: DeviceCondition(reception.receive, on: device, zones), surface: surface,
          members: contenders.filter { $0.home.rawValue == index }, isSettled: isSettled))
    }
  }

  /// By scope, which contenders start to look when. While observed all start with the first landing, so that there is
  /// something to tell of them; what comes of it is the same.
  func starters(isObserved: Bool) -> [Starters] {
    var starters = [Starters](repeating: Starters(), count: scopes.count)
    for index in contenders.indices {
      let id = ContenderID(index)
      starters[contenders[index].home].add(
        id, contenders[index], isEarly: isObserved || relations.requirements.isTied[id])
    }
    return starters
  }

  /// Greater priority first, then inner zones before outer ones, then as in the file; hints come last, since they
  /// show what the others leave possible.
  private static func order(_ rules: RuleSet, _ device: Device, _ zones: ZoneMap) -> [GestureID] {
    func place(_ index: Int) -> (Int, Int, Int, Int) {
      let rule = rules.gestures[index]
      return (rule.kind.traits.isBystander ? 1 : 0, -rule.priority, -depth(of: rule, zones), index)
    }
    return rules.gestures.indices
      .filter { rules.obstacle(to: rules.gestures[$0], on: device) == nil }
      .sorted { place($0) < place($1) }
      .map(GestureID.init)
  }

  /// For each gesture in order, how many ways of having priority and depth come before its own.
  private static func ranks(of order: [GestureID], _ rules: RuleSet, _ zones: ZoneMap) -> [Int] {
    var ranks: [Int] = []
    for (place, gesture) in order.enumerated() {
      guard place > 0, let former = ranks.last else {
        ranks.append(0)
        continue
      }
      let rule = rules.gestures[gesture.rawValue]
      let before = rules.gestures[order[place - 1].rawValue]
      let isAlike = rule.priority == before.priority && depth(of: rule, zones) == depth(of: before, zones)
      ranks.append(isAlike ? former : former + 1)
    }
    return ranks
  }

  private static func depth(of rule: GestureRule, _ zones: ZoneMap) -> Int {
    rule.receive.zone.flatMap(zones.index).map(zones.depth) ?? 0
  }
}
