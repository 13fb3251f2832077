/// What the rules make of one device: who looks for what there, in which scope and in which order.
struct PipelinePlan {
  let rotation: Rotation
  let zones: ZoneMap
  let relations: Relations
  private(set) var contenders: [Contender] = []
  private(set) var recognizers: [any Recognizer] = []
  private(set) var beginConditions: [DeviceCondition?] = []
  private(set) var facts: [Kind.Facts] = []
  private var emptyScopes: [Scope] = []
  private let isSettled: Bool

  init(_ rules: RuleSet, _ device: Device) {
    rotation = rules.rotation(ofDevice: device.name)
    isSettled = device.capabilities.contains(.settledFingers)
    let surface = rotation.apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    let order = Self.order(rules, device, zones)
    let ranks = Self.ranks(of: order, rules, zones)
    var homes: [Scope.Reception: Int] = [:]
    for (gesture, rank) in zip(order, ranks) {
      let rule = rules.gestures[gesture.rawValue]
      let settings = rules.settings(of: rule, on: device)
      let parts = rules.parts(of: rule, on: device)
      let recognizer = rule.kind.make(settings, parts: parts)
      let reception = Scope.Reception(rule)
      let home = homes[reception] ?? emptyScopes.count
      if home == emptyScopes.count {
        homes[reception] = home
        emptyScopes.append(
          Scope(
            reception, zone: reception.receive.zone.flatMap(zones.index),
            condition: DeviceCondition(reception.receive, on: device, zones), surface: surface))
      }
      recognizers.append(recognizer)
      contenders.append(
        Contender(gesture, rule, settings, parts, precedence: recognizer.precedence, rank: rank, home: home))
      beginConditions.append(rule.beginIf.isEmpty ? nil : DeviceCondition(rule.beginIf, on: device, zones))
      facts.append(parts.isEmpty ? rule.kind.facts : [.velocity, .rotation])
    }
    relations = Relations(
      rules, among: order, precedence: contenders.map(\.precedence), on: device, zones, surface: surface)
  }

  /// Greater priority first, then inner zones before outer ones, then as in the file; who only looks on comes last, since
  /// it is there for what the others leave possible.
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

  /// The scopes with their members. With an observer everyone takes part from the first landing on, so that there is
  /// something to tell of them; what comes of it is the same.
  func scopes(isObserved: Bool) -> [Scope] {
    var scopes = emptyScopes
    for index in contenders.indices {
      scopes[contenders[index].home].add(
        index, contenders[index], isEarly: isObserved || relations.requirements.isTied[index])
    }
    for place in scopes.indices {
      scopes[place].setWindows(contenders.filter { $0.home == place }, settled: isSettled)
    }
    return scopes
  }
}
