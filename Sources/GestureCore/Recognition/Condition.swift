/// A condition on the session, the device and the fingers; it holds when everything it states is so.
///
/// It states at most one device match, one zone, and for each fact one test that its value must pass and one that it must fail:
///
///     var condition = Condition()
///     condition.modes = ["media"]
///     condition[Fact(ofSession: "weekday")] = .oneOf(["sunday"])
///     condition.exclude(.app, .like("steam_app_*"))
public struct Condition: Hashable, Sendable {
  /// What a condition asks of the value of one fact.
  public enum Test: Hashable, Sendable {
    /// A text that fits a pattern with `*` and `?`.
    case like(String)
    /// A text that fits one of these patterns.
    case likeAny([String])
    case oneOf(Set<String>)
    case counts(ClosedRange<Int>)
    case numbers(ClosedRange<Double>)
    /// Exactly these out of a fixed list.
    case flags(UInt64)

    /// Whether a value passes. A value that can't be determined, or of another type, doesn't.
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

    /// Whether each value that passes `other` passes this one, as far as the two tell.
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

  /// What a condition states of one fact.
  public struct Term: Hashable, Sendable {
    public let fact: Fact
    public let test: Test

    public init(_ fact: Fact, _ test: Test) {
      self.fact = fact
      self.test = test
    }

    /// Whether a value passes. Names of applications differ in case between X11, Wayland and KWin: `Google-chrome`, `google-chrome`.
    fileprivate func isPassed(by value: Fact.Value?) -> Bool { test.isPassed(by: value, ignoringCase: fact == .app) }
  }

  /// What must not be so: a value that passes the test.
  public struct Exclusion: Hashable, Sendable {
    public let term: Term
    /// A fact that can't be determined excludes nothing. Otherwise the condition doesn't hold then.
    public let isOnlyIfKnown: Bool

    /// Whether it lets a value through; nil is one that can't be determined.
    fileprivate func admits(_ value: Fact.Value?) -> Bool {
      value == nil ? isOnlyIfKnown : !term.isPassed(by: value)
    }

    /// Whether all that `other` admits is admitted, as far as the two tell.
    fileprivate func admits(whatPasses other: Exclusion) -> Bool {
      term.fact == other.term.fact && (isOnlyIfKnown || !other.isOnlyIfKnown)
        && other.term.test.isPassed(whenever: term.test)
    }
  }

  /// A statement that doesn't hold, beside the facts.
  public enum Unmet: Hashable, Sendable {
    /// `found` is nil where the fact can't be determined.
    case term(Term, found: Fact.Value?)
    /// What was found must not be so, or can't be determined.
    case excluded(Term, found: Fact.Value?)
    case zone(String)
    case device
  }

  public var device: DeviceMatch = .any
  /// Where the touch began; of a gesture that is about to begin, where the centre of its fingers is.
  public var zone: String?
  /// At most one for each fact, in the order of the facts.
  public private(set) var terms: [Term] = []
  /// In the order of the facts: at most one for each fact that also excludes what is unknown, and one that doesn't.
  public private(set) var exclusions: [Exclusion] = []

  public init() {}

  /// The test of a fact; nil where the condition states nothing about it.
  public subscript(fact: Fact) -> Test? {
    get { terms.first { $0.fact == fact }?.test }
    set {
      terms.removeAll { $0.fact == fact }
      guard let newValue else { return }
      terms.insert(Term(fact, newValue), at: terms.firstIndex { fact < $0.fact } ?? terms.endIndex)
    }
  }

  /// Excludes the values of a fact that pass a test, in place of those that were excluded before; and what can't be determined,
  /// unless `isOnlyIfKnown`.
  public mutating func exclude(_ fact: Fact, _ test: Test, isOnlyIfKnown: Bool = false) {
    exclusions.removeAll { $0.term.fact == fact && $0.isOnlyIfKnown == isOnlyIfKnown }
    let exclusion = Exclusion(term: Term(fact, test), isOnlyIfKnown: isOnlyIfKnown)
    exclusions.insert(exclusion, at: exclusions.firstIndex { fact < $0.term.fact } ?? exclusions.endIndex)
  }

  public var isEmpty: Bool { device == .any && zone == nil && terms.isEmpty && exclusions.isEmpty }

  /// How many things it states: of two conditions that hold, the one that states more is the more specific.
  public var statementCount: Int {
    (device == .any ? 0 : 1) + (zone == nil ? 0 : 1) + terms.count + exclusions.count
  }

  public var facts: Set<Fact> { Set(terms.map(\.fact) + exclusions.map(\.term.fact)) }

  /// Whether it holds whenever `other` does, as far as what they state tells.
  public func holds(whenever other: Condition) -> Bool {
    (device == .any || device == other.device) && (zone == nil || zone == other.zone)
      && terms.allSatisfy { own in other[own.fact].map { own.test.isPassed(whenever: $0) } ?? false }
      && exclusions.allSatisfy { own in other.exclusions.contains { own.admits(whatPasses: $0) } }
  }

  public var inAnySession: Condition {
    var condition = self
    condition.terms.removeAll { $0.fact.isOfSession }
    condition.exclusions.removeAll { $0.term.fact.isOfSession }
    return condition
  }

  // The facts that the engine itself knows, by name.

  /// One of these is on.
  public var modes: Set<String>? {
    get { self[.mode]?.texts }
    set { self[.mode] = newValue.map { .oneOf($0) } }
  }

  /// A name with `*` and `?`, in any case.
  public var app: String? {
    get { self[.app]?.pattern }
    set { self[.app] = newValue.map { .like($0) } }
  }

  /// A name with `*` and `?`.
  public var output: String? {
    get { self[.output]?.pattern }
    set { self[.output] = newValue.map { .like($0) } }
  }

  /// Exactly these are down.
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

  /// Only of a gesture that is about to begin.
  public var fingers: ClosedRange<Int>? {
    get {
      if case .counts(let range)? = self[.fingers] { range } else { nil }
    }
    set { self[.fingers] = newValue.map { .counts($0) } }
  }

  /// The way a gesture that is about to begin has gone, of the eight directions.
  public var directions: Set<Direction>? {
    get { self[.direction]?.texts.map { Set($0.compactMap(Direction.init(rawValue:))) } }
    set { self[.direction] = newValue.map { .oneOf(Set($0.map(\.rawValue))) } }
  }
}

extension Condition.Test {
  public var texts: Set<String>? {
    if case .oneOf(let texts) = self { texts } else { nil }
  }

  public var pattern: String? {
    if case .like(let pattern) = self { pattern } else { nil }
  }

  /// A text passes that fits one of these.
  public var patterns: [String]? {
    switch self {
    case .like(let pattern): [pattern]
    case .likeAny(let patterns): patterns
    case .oneOf, .counts, .numbers, .flags: nil
    }
  }
}

extension ClosedRange {
  /// Whether all of `other` lies within the range.
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

/// A condition with what it means on one device.
struct DeviceCondition: Sendable {
  private let condition: Condition
  /// Nil where no zone is asked for.
  private let zone: Int?
  /// It is for another device, or for a zone that this device does not have.
  private let neverHolds: Bool

  init(_ condition: Condition, on device: Device, _ zones: ZoneMap) {
    self.condition = condition
    zone = condition.zone.flatMap(zones.index)
    neverHolds = !condition.device.matches(device) || condition.zone != nil && zone == nil
  }

  /// Whether it holds for a touch of this tool at `place`.
  func holds(in context: Context, tool: Touch.Tool?, place: Vector, _ zones: ZoneMap) -> Bool {
    unmet(in: context, tool: tool, place: place, zones) == nil
  }

  /// The first statement that doesn't hold for a touch of this tool at `place`.
  func unmet(in context: Context, tool: Touch.Tool?, place: Vector, _ zones: ZoneMap) -> Condition.Unmet? {
    if let unmet = unmet({ landingValue(of: $0, context, tool) }) { return unmet }
    if let zone, !zones.contains(place, zone) { return .zone(zones.name(of: zone)) }
    return nil
  }

  /// Whether it holds for a gesture of these fingers, wherever they may go.
  func mayHold(in context: Context, tool: Touch.Tool?, fingers: Int) -> Bool {
    unmet { fact in
      if case .fingers = fact.source { .some(.count(fingers)) } else { landingValue(of: fact, context, tool) }
    } == nil
  }

  /// Whether it holds for a gesture that is about to begin.
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

  /// The first statement that doesn't hold of a fact that has a value already.
  private func unmet(_ value: (Fact) -> Fact.Value??) -> Condition.Unmet? {
    guard !neverHolds else { return .device }
    for term in condition.terms {
      guard let found = value(term.fact) else { continue }
      if !term.isPassed(by: found) { return .term(term, found: found) }
    }
    for exclusion in condition.exclusions {
      guard let found = value(exclusion.term.fact) else { continue }
      if !exclusion.admits(found) { return .excluded(exclusion.term, found: found) }
    }
    return nil
  }

  /// The value of a fact when a touch lands; nil for a fact that a gesture has only as it begins.
  private func landingValue(of fact: Fact, _ context: Context, _ tool: Touch.Tool?) -> Fact.Value?? {
    switch fact.source {
    case .mode, .session: .some(context[fact])
    case .tool: .some(tool.map { .text($0.name) })
    case .fingers, .gesture: nil
    }
  }
}

/// Conditions on gestures that have begun or been recognized, with what they mean on one device.
///
/// They are looked at like `begin-if`: a zone must hold the centre of the fingers, a direction is that of the gesture, else
/// the way it has gone. One that asks for another device, or for a zone that this one does not have, never holds.
public struct DeviceConditions: Sendable {
  private let zones: ZoneMap
  private let conditions: [DeviceCondition]

  /// `rules` say which zones there are and how the device is turned.
  public init(_ conditions: [Condition], _ rules: RuleSet, on device: Device) {
    let surface = rules.rotation(of: device).apply(device.size)
    let zones = ZoneMap(rules, on: device, surface: surface)
    self.zones = zones
    self.conditions = conditions.map { DeviceCondition($0, on: device, zones) }
  }

  /// Whether the condition at `index` of the list holds for the gesture of `event`, an event of this device.
  public func holds(_ index: Int, for event: GestureEvent, in context: Context) -> Bool {
    conditions[index].holds(for: event.values, in: context, tool: event.tool, zones)
  }
}
