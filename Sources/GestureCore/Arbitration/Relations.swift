/// Who must fail before whom, who may run beside whom and who prevents whom, among the recognizers of one device.
///
/// Recognizers are named by their place in the device's order.
struct Relations: Sendable {
  /// What one that goes out does to another that shares a touch with it.
  enum Effect: Sendable {
    case none
    /// It fails, unless it has begun.
    case fails
    /// It fails, or is cancelled if it has begun.
    case ends
    /// It fails, or ends if it has begun: it only looked on.
    case isOver
  }

  let requirements: Requirements
  private let simultaneous: [Set<Int>]
  private let prevents: [Set<Int>]
  private let mayNotPrevent: [Set<Int>]
  private let precedence: [Int]
  private let isBystander: [Bool]
  /// For each recognizer, the sequences it is a step of.
  private let sequences: [Set<Int>]

  /// The relations of `rules` among `gestures`; what is not among them counts as failed, and names nobody.
  init(
    _ rules: RuleSet, among gestures: [GestureID], precedence: [Int], on device: Device, _ zones: ZoneMap, surface: Size
  ) {
    let reader = RelationReader(rules, gestures)
    var simultaneous = [Set<Int>](repeating: [], count: gestures.count)
    var prevents = simultaneous
    var mayNotPrevent = simultaneous
    for place in gestures.indices {
      let own = reader.rule(place).relations
      prevents[place].formUnion(reader.places(own.prevents, of: place))
      mayNotPrevent[place].formUnion(reader.places(own.cannotPrevent, of: place))
      for other in reader.places(own.cannotBePreventedBy, of: place) { mayNotPrevent[other].insert(place) }
      for other in reader.places(own.simultaneousWith, of: place) {
        simultaneous[place].insert(other)
        simultaneous[other].insert(place)
      }
    }
    var requirements = Requirements(reader, count: gestures.count, on: device, zones)
    for edge in gestures.indices {
      let rule = reader.rule(edge)
      let territory = rule.kind.traits.territory(rules.settings(of: rule, on: device), surface)
      guard !territory.isEmpty else { continue }
      for other in gestures.indices where other != edge && reader.rule(other).kind.traits.yieldsToEdges {
        guard !simultaneous[edge].contains(other), !mayNotPrevent[edge].contains(other) else { continue }
        requirements.putFirst(edge, before: other, bornIn: territory)
      }
    }
    self.requirements = requirements
    self.simultaneous = simultaneous
    self.prevents = prevents
    self.mayNotPrevent = mayNotPrevent
    self.precedence = precedence
    isBystander = gestures.indices.map { reader.rule($0).kind.traits.isBystander }
    sequences = reader.sequences { rules.names(ofPartsOf: $0, rules.settings(of: $0, on: device)) }
  }

  /// What happens to `other`, which shares a touch, when `winner` begins or is recognized.
  func effect(of winner: Int, on other: Int) -> Effect {
    if isBystander[winner] { return .none }
    if isBystander[other] { return .isOver }
    if mayNotPrevent[winner].contains(other) { return .none }
    if prevents[winner].contains(other) { return .ends }
    if simultaneous[winner].contains(other) { return .none }
    if precedence[winner] > 0, precedence[other] > precedence[winner] { return .none }
    if sequences[winner].contains(other) { return .none }
    return .fails
  }

  /// Whether anyone may go before it at the same instant whatever their order: hardly ever.
  func canBeOutranked(_ place: Int) -> Bool { precedence[place] > 0 || !sequences[place].isEmpty }

  /// Whether `one` goes before `other` at the same instant, whatever their order.
  func outranks(_ one: Int, _ other: Int) -> Bool {
    precedence[other] > 0 && precedence[one] > precedence[other] || sequences[other].contains(one)
  }
}
