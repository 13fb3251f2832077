/// Which contenders of a device must fail before which, may run beside which, and prevent which.
struct Relations: Sendable {
  /// What one that goes out does to another that shares a touch with it.
  enum Impact: Sendable {
    case none
    /// It fails, unless it has begun.
    case fails
    /// It fails, or is cancelled if it has begun.
    case isCancelled
    /// It fails, or ends if it has begun.
    case ends
  }

  let requirements: Requirements
  private let simultaneous: [Set<ContenderID>]
  private let prevents: [Set<ContenderID>]
  private let mayNotPrevent: [Set<ContenderID>]
  private let precedence: [Int]
  /// For each recognizer, the sequences it is a step of.
  private let sequences: [Set<ContenderID>]

  /// The relations of `rules` among `gestures`; what is not among them counts as failed, and names nobody.
  init(
    _ rules: RuleSet, among gestures: [GestureID], precedence: [Int], on device: Device, _ zones: ZoneMap, surface: Size
  ) {
    let reader = RelationReader(rules, gestures)
    var simultaneous = [Set<ContenderID>](repeating: [], count: gestures.count)
    var prevents = simultaneous
    var mayNotPrevent = simultaneous
    for id in reader.ids {
      let own = reader.rule(id).relations
      prevents[id].formUnion(reader.targets(own.prevents, of: id))
      mayNotPrevent[id].formUnion(reader.targets(own.cannotPrevent, of: id))
      for other in reader.targets(own.cannotBePreventedBy, of: id) { mayNotPrevent[other].insert(id) }
      for other in reader.targets(own.simultaneousWith, of: id) {
        simultaneous[id].insert(other)
        simultaneous[other].insert(id)
      }
    }
    var requirements = Requirements(reader, count: gestures.count, on: device, zones)
    for edge in reader.ids {
      let rule = reader.rule(edge)
      let territory = rule.kind.traits.territory(rules.settings(of: rule, on: device), surface)
      guard !territory.isEmpty else { continue }
      for other in reader.ids where other != edge && reader.rule(other).kind.traits.yieldsToEdges {
        guard !simultaneous[edge].contains(other), !mayNotPrevent[edge].contains(other) else { continue }
        requirements.putFirst(edge, before: other, bornIn: territory)
      }
    }
    self.requirements = requirements
    self.simultaneous = simultaneous
    self.prevents = prevents
    self.mayNotPrevent = mayNotPrevent
    self.precedence = precedence
    sequences = reader.sequences { rules.names(ofPartsOf: $0, rules.settings(of: $0, on: device)) }
  }

  /// What happens to `other`, which shares a touch, when `winner` begins or is recognized.
  func impact(of winner: ContenderID, on other: ContenderID) -> Impact {
    if mayNotPrevent[winner].contains(other) { return .none }
    if prevents[winner].contains(other) { return .isCancelled }
    if simultaneous[winner].contains(other) { return .none }
    if precedence[winner] > 0, precedence[other] > precedence[winner] { return .none }
    if sequences[winner].contains(other) { return .none }
    return .fails
  }

  /// Whether another one may go before it at the same instant whatever their order: hardly ever.
  func canBeOutranked(_ id: ContenderID) -> Bool { precedence[id] > 0 || !sequences[id].isEmpty }

  /// Whether `one` goes before `other` at the same instant, whatever their order.
  func outranks(_ one: ContenderID, _ other: ContenderID) -> Bool {
    precedence[other] > 0 && precedence[one] > precedence[other] || sequences[other].contains(one)
  }
}
