/// A condition on the session, the device, the fingers and the gesture. All of its statements must be true: the device,
/// the zone, the tests and the exclusions. Each fact has at most one test that its value must pass. An exclusion is a
/// test that a value must fail.
///
///     var condition = Condition()
///     condition.modes = ["media"]
///     condition[Fact(ofSession: "weekday")] = .oneOf(["sunday"])
///     condition.exclude(.app, .like("steam_app_*"))
public struct Condition: Hashable, Sendable {
  /// A test of the value of a fact.
  public enum Test: Hashable, Sendable {
    /// A text must match a pattern with `*` and `?`.
    case like(String)
    /// A text must match one of these patterns.
    case likeAny([String])
    case oneOf(Set<String>)
    case counts(ClosedRange<Int>)
    case numbers(ClosedRange<Double>)
    /// Exactly these flags must be set.
    case flags(UInt64)

    /// Whether a value passes this test. Unknown values and wrong types don't pass.
    fileprivate func isPassed(by value: Fact.Value?, ignoringCase: Bool) -> Bool {
      guard let value else { return false }
      switch self {
      case .like(let pattern):
        if case .text(let text) = value { return glob(pattern, matches: text, ignoringCase: ignoringCase) }
      case .likeAny(let patterns):
        if case .text(let text) = value {
          return patterns.contains { glob($0, matches: text, ignoringCase: ignoringCase) }
        }
      case .oneOf(let texts): if case .text(let text) = value { return texts.contains(text) }
      case .counts(let range): if case .count(let count) = value { return range.contains(count) }
      case .numbers(let range): if case .number(let number) = value { return range.contains(number) }
      case .flags(let flags): if case .flags(let found) = value { return flags == found }
      }
      return false
    }

    /// Whether it is certain that every value that passes `other` also passes this test.
    fileprivate func isPassed(whenever other: Test) -> Bool {
      switch self {
      case .like, .flags: return self == other
      case .likeAny(let patterns): return other.patterns.map { Set(patterns).isSuperset(of: $0) } ?? false
      case .oneOf(let texts): if case .oneOf(let others) = other { return others.isSubset(of: texts) }
      case .counts(let range):
        if case .counts(let others) = other { return range.includes(others) }
      case .numbers(let range):
        if case .numbers(let others) = other { return range.includes(others) }
      }
      return false
    }
  }

  /// A fact, together with a test of its value.
  public struct Term: Hashable, Sendable {
    public let fact: Fact
    public let test: Test

    /// Creates the statement that the value of `fact` passes `test`.
    public init(_ fact: Fact, _ test: Test) { (self.fact, self.test) = (fact, test) }

    /// Whether `value` passes. Patterns for `app` ignore case: `Google-chrome` on X11 is `google-chrome` on Wayland.
    fileprivate func isPassed(by value: Fact.Value?) -> Bool { test.isPassed(by: value, ignoringCase: fact == .app) }
  }

  /// A test that the value of a fact must fail.
  public struct Exclusion: Hashable, Sendable {
    public let term: Term
    /// Whether an unknown value is accepted.
    public let acceptsUnknown: Bool

    fileprivate func accepts(_ value: Fact.Value?) -> Bool { value == nil ? acceptsUnknown : !term.isPassed(by: value) }

    /// Whether it is certain that this exclusion accepts every value that `other` accepts.
    fileprivate func accepts(allOf other: Exclusion) -> Bool {
      term.fact == other.term.fact && (acceptsUnknown || !other.acceptsUnknown)
        && other.term.test.isPassed(whenever: term.test)
    }
  }

  /// An unmet statement of a condition.
  public enum Unmet: Hashable, Sendable {
    /// The value failed its test. `found` is nil if the value is unknown.
    case term(Term, found: Fact.Value?)
    /// The value is excluded. `found` is nil if the value is unknown.
    case excluded(Term, found: Fact.Value?)
    case zone(String)
    case device
  }

  public var device: DeviceMatch = .any
  /// The zone that must contain the touch or the gesture. Nil for any position.
  public var zone: String?
  /// The tests, in the order of the facts. Each fact has at most one.
  public private(set) var terms: [Term] = []
  /// The exclusions, in the order of the facts.
  public private(set) var exclusions: [Exclusion] = []

  /// A condition that states nothing, and so always holds.
  public init() {}

  /// The test of a fact; nil if the condition doesn't test the fact. Setting nil removes the test.
  public subscript(fact: Fact) -> Test? {
    get { terms.first { $0.fact == fact }?.test }
    set {
      terms.removeAll { $0.fact == fact }
      guard let newValue else { return }
      terms.insert(Term(fact, newValue), at: terms.firstIndex { fact < $0.fact } ?? terms.endIndex)
    }
  }

  /// Excludes the values of a fact that pass a test. Unknown values are excluded unless `acceptsUnknown`. Removes an
  /// earlier exclusion of the fact if both exclusions have the same `acceptsUnknown`.
  public mutating func exclude(_ fact: Fact, _ test: Test, acceptsUnknown: Bool = false) {
    exclusions.removeAll { $0.term.fact == fact && $0.acceptsUnknown == acceptsUnknown }
    let exclusion = Exclusion(term: Term(fact, test), acceptsUnknown: acceptsUnknown)
    exclusions.insert(exclusion, at: exclusions.firstIndex { fact < $0.term.fact } ?? exclusions.endIndex)
  }

  public var isEmpty: Bool { device == .any && zone == nil && terms.isEmpty && exclusions.isEmpty }

  /// The number of statements. A condition with more statements is more specific.
  public var statementCount: Int { (device == .any ? 0 : 1) + (zone == nil ? 0 : 1) + terms.count + exclusions.count }

  public var facts: Set<Fact> { Set(terms.map(\.fact) + exclusions.map(\.term.fact)) }

  /// Whether it is certain that this condition holds whenever `other` holds.
  public func holds(whenever other: Condition) -> Bool {
    (device == .any || device == other.device) && (zone == nil || zone == other.zone)
      && terms.allSatisfy { own in other[own.fact].map { own.test.isPassed(whenever: $0) } ?? false }
      && exclusions.allSatisfy { own in other.exclusions.contains { own.accepts(allOf: $0) } }
  }

  public var ignoringSession: Condition {
    var condition = self
    condition.terms.removeAll { $0.fact.isOfSession }
    condition.exclusions.removeAll { $0.term.fact.isOfSession }
    return condition
  }

  // Facts that the engine itself declares.

  /// The allowed modes; nil if the condition doesn't name any.
  public var modes: Set<String>? {
    get { self[.mode]?.texts }
    set { self[.mode] = newValue.map { .oneOf($0) } }
  }

  /// A case-insensitive pattern with `*` and `?` for the application's name. Nil for a list of patterns or no pattern.
  public var app: String? {
    get { self[.app]?.pattern }
    set { self[.app] = newValue.map { .like($0) } }
  }

  /// A pattern with `*` and `?` for the output's name. Nil for a list of patterns or no pattern.
  public var output: String? {
    get { self[.output]?.pattern }
    set { self[.output] = newValue.map { .like($0) } }
  }

  /// The modifiers that must be down; all other modifiers must be up. Nil if the condition doesn't test the modifiers.
  public var modifiers: Modifiers? {
    get {
      if case .flags(let flags)? = self[.modifiers] {
        Modifiers(rawValue: UInt8(truncatingIfNeeded: flags))
      } else {
        nil
      }
    }
    set { self[.modifiers] = newValue.map { .flags(UInt64($0.rawValue)) } }
  }

  public var tool: Touch.Tool? {
    get { self[.tool]?.texts.flatMap { names in Touch.Tool.all.first { names == [$0.name] } } }
    set { self[.tool] = newValue.map { .oneOf([$0.name]) } }
  }

  /// The allowed numbers of fingers; not tested when a touch lands. Nil for any number.
  public var fingers: ClosedRange<Int>? {
    get {
      if case .counts(let range)? = self[.fingers] { range } else { nil }
    }
    set { self[.fingers] = newValue.map { .counts($0) } }
  }

  /// The allowed directions of the gesture; not tested when a touch lands. Nil for any direction.
  public var directions: Set<Direction>? {
    get { self[.direction]?.texts.map { Set($0.compactMap(Direction.init(rawValue:))) } }
    set { self[.direction] = newValue.map { .oneOf(Set($0.map(\.rawValue))) } }
  }
}

extension Condition.Test {
  public var texts: Set<String>? { if case .oneOf(let texts) = self { texts } else { nil } }

  public var pattern: String? { if case .like(let pattern) = self { pattern } else { nil } }

  /// The patterns of the test. Nil for tests without patterns.
  public var patterns: [String]? {
    switch self {
    case .like(let pattern): [pattern]
    case .likeAny(let patterns): patterns
    case .oneOf, .counts, .numbers, .flags: nil
    }
  }
}

extension ClosedRange {
  package func includes(_ other: ClosedRange) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension Touch.Tool {
  fileprivate static let all: [Touch.Tool] = [.finger, .stylus, .palm]

  fileprivate var name: String {
    switch self {
    case .finger: "finger"
    case .stylus: "stylus"
    case .palm: "palm"
    }
  }
}

/// A condition, prepared for one device.
struct DeviceCondition: Sendable {
  private let condition: Condition
  private let zone: Int?
  private let neverHolds: Bool

  init(_ condition: Condition, on device: Device, _ zones: ZoneMap) {
    self.condition = condition
    zone = condition.zone.flatMap(zones.index)
    neverHolds = !condition.device.matches(device) || condition.zone != nil && zone == nil
  }

  func holds(in context: Context, tool: Touch.Tool?, position: Vector, _ zones: ZoneMap) -> Bool {
    unmet(in: context, tool: tool, position: position, zones) == nil
  }

  /// The first unmet statement for a touch at `position`; nil if all are met. Ignores fingers and facts about gestures.
  func unmet(in context: Context, tool: Touch.Tool?, position: Vector, _ zones: ZoneMap) -> Condition.Unmet? {
    if let unmet = unmet({ landingValue(of: $0, context, tool) }) { return unmet }
    if let zone, !zones.contains(position, zone) { return .zone(zones.name(of: zone)) }
    return nil
  }

  /// Whether the condition can still hold when the gesture begins. The zone and the gesture's facts aren't tested yet.
  func mayHold(in context: Context, tool: Touch.Tool?, fingers: Int) -> Bool {
    unmet { fact in
      if case .fingers = fact.source { .some(.count(fingers)) } else { landingValue(of: fact, context, tool) }
    } == nil
  }

  func holds(for values: GestureValues, in context: Context, tool: Touch.Tool?, _ zones: ZoneMap) -> Bool {
    let unmet = unmet { fact in
      switch fact.source {
      case .mode, .session, .tool: landingValue(of: fact, context, tool)
      case .fingers: .some(.count(values.fingers))
      case .gesture(let value): .some(value(values))
      }
    }
    return unmet == nil && zone.map { zones.contains(values.location, $0) } ?? true
  }

  /// The first test or exclusion that isn't met, or `.device` if the condition can't hold on this device. Nil if all
  /// are met. Facts for which `value` returns nil are skipped; `.some(nil)` is an unknown value.
  private func unmet(_ value: (Fact) -> Fact.Value??) -> Condition.Unmet? {
    guard !neverHolds else { return .device }
    for term in condition.terms {
      guard let found = value(term.fact) else { continue }
      if !term.isPassed(by: found) { return .term(term, found: found) }
    }
    for exclusion in condition.exclusions {
      guard let found = value(exclusion.term.fact) else { continue }
      if !exclusion.accepts(found) { return .excluded(exclusion.term, found: found) }
    }
    return nil
  }

  /// A fact's value when a touch lands, `.some(nil)` if unknown. Nil for the count of fingers and facts about gestures.
  private func landingValue(of fact: Fact, _ context: Context, _ tool: Touch.Tool?) -> Fact.Value?? {
    switch fact.source {
    case .mode, .session: .some(context[fact])
    case .tool: .some(tool.map { .text($0.name) })
    case .fingers, .gesture: nil
    }
  }
}

/// Conditions on gestures that have begun or been recognized, prepared for one device. Conditions for other devices
/// never hold. The zone must contain the centre of the fingers.
public struct DeviceConditions: Sendable {
  private let zones: ZoneMap
  private let conditions: [DeviceCondition]

  /// Conditions for `device`, with the zones and the rotation that `rules` give it.
  public init(_ conditions: [Condition], _ rules: RuleSet, on device: Device) {
    let surface = rules.rotation(of: device).apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    self.conditions = conditions.map { DeviceCondition($0, on: device, zones) }
  }

  /// Whether the condition at `index` holds. `event` must be an event of this device.
  public func holds(_ index: Int, for event: GestureEvent, in context: Context) -> Bool {
    conditions[index].holds(for: event.values, in: context, tool: event.tool, zones)
  }
}
