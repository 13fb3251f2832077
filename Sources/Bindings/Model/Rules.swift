import GestureCore

/// A checked rules file: the gestures to look for, and their actions.
public struct Rules: Sendable {
  public private(set) var ruleSet: RuleSet
  /// The bindings of `[gesture.NAME]` sections, then the bindings of `[[override]]` sections; each group in file order.
  public let bindings: [Binding]
  /// The location of each gesture's section, in the order of `ruleSet.gestures`. Empty for rules that weren't loaded.
  public let locations: [FileLocation]
  public let commands: CommandSettings
  public let privacy: PrivacySettings
  public let overlay: OverlayRules
  /// The `[[scroll]]` sections, in the order of the file.
  public let scrolling: [ScrollRule]
  public let accommodations: AccommodationRules
  private let undrawn: Set<GestureID>
  /// The bindings of each gesture, as indices in `bindings`.
  private let candidates: [[Int]]
  private let actionsByState: [[RecognizerState: [Action]]]

  public init(
    ruleSet: RuleSet = RuleSet(), bindings: [Binding] = [], locations: [FileLocation] = [],
    commands: CommandSettings = CommandSettings(), privacy: PrivacySettings = PrivacySettings(),
    overlay: OverlayRules = OverlayRules(), undrawn: Set<GestureID> = [], scrolling: [ScrollRule] = [],
    accommodations: AccommodationRules = AccommodationRules()
  ) {
    self.ruleSet = ruleSet
    self.locations = locations
    self.commands = commands
    self.privacy = privacy
    self.overlay = overlay
    self.undrawn = undrawn
    self.scrolling = scrolling
    self.accommodations = accommodations
    var bindings = bindings
    var number = 0
    for binding in bindings.indices {
      bindings[binding].actions = bindings[binding].actions.map { action in
        defer { number += 1 }
        return action.numbered(binding: binding, number: number, isScopedByDefault: commands.isScoped)
      }
    }
    self.bindings = bindings
    candidates = Self.candidates(among: bindings, gestures: ruleSet.gestures.count)
    actionsByState = bindings.map { binding in
      RecognizerState.allCases.reduce(into: [:]) { actionsByState, state in
        actionsByState[state] = Self.sorted(binding.actions.filter { $0.fires(in: state) }, state)
      }
    }
  }

  /// Returns a copy of these rules with `RuleSet.passesCancel` set to `pass`.
  public func passingCancels(_ pass: Bool) -> Rules {
    var rules = self
    rules.ruleSet.passesCancel = pass
    return rules
  }

  public func mayDraw(_ gesture: GestureID) -> Bool { !undrawn.contains(gesture) }

  /// The conditions of all gestures, requirements, bindings and `[[scroll]]` sections.
  var conditions: [Condition] {
    ruleSet.gestures.flatMap { rule in
      [rule.receive, rule.beginIf]
        + (rule.relations.requireToFail + rule.relations.requiredToFailBy).map(\.condition)
    } + bindings.map(\.when) + scrolling.map(\.when)
  }

  var effects: [Effect] { bindings.flatMap(\.actions).flatMap(\.effects) }

  /// Returns each different value that `used` finds in effects, and the location of the first action with this value.
  func firstUses<Used: Hashable>(_ used: (Effect) -> [Used]) -> [(Used, FileLocation)] {
    var seen: Set<Used> = []
    return bindings.flatMap(\.actions).flatMap { action in
      action.effects.flatMap(used).filter { seen.insert($0).inserted }.map { ($0, action.location) }
    }
  }

  func gestures(doing isIt: (Effect) -> Bool) -> [GestureRule] {
    let doing = Set(bindings.filter { $0.actions.flatMap(\.effects).contains(where: isIt) }.map(\.gesture))
    return ruleSet.gestures.indices.filter { doing.contains(GestureID($0)) }.map { ruleSet.gestures[$0] }
  }

  func classes(of rule: GestureRule) -> [DeviceClass] {
    let zone = rule.receive.zone.flatMap { name in ruleSet.zones.first { $0.name == name } }
    return rule.classes(in: zone?.device.classes)
  }

  public var sessionFacts: Set<Fact> { Set(conditions.flatMap(\.facts).filter(\.isOfSession)) }

  /// The indices of a gesture's bindings, by precedence; bindings with `also` are last. Empty for an unknown gesture.
  func candidates(for gesture: GestureID) -> [Int] {
    candidates.indices.contains(gesture.rawValue) ? candidates[gesture.rawValue] : []
  }

  /// Sorts actions: actions with `holds` come first at `began`, and last in every other state.
  private static func sorted(_ actions: [Action], _ state: RecognizerState) -> [Action] {
    guard actions.count > 1 else { return actions }
    let (holding, others) = (actions.filter(\.holds), actions.filter { !$0.holds })
    return state == .began ? holding + others : others + holding
  }

  func actions(of binding: Int, in state: RecognizerState) -> [Action] { actionsByState[binding][state] ?? [] }

  /// The `Effect.run` of a gesture's only effect. Nil without exactly one effect, or if the effect has no `Effect.run`.
  public func onlyCommand(of gesture: GestureID) -> Command? {
    let effects = bindings.filter { $0.gesture == gesture }.flatMap(\.actions).flatMap(\.effects)
    return effects.count == 1 ? effects.first?.run : nil
  }

  /// Returns the indices of each gesture's bindings. The binding whose condition has the most statements is first; of
  /// two bindings with equally many statements, the later binding. Bindings with `also` are last, in the file's order.
  private static func candidates(among bindings: [Binding], gestures: Int) -> [[Int]] {
    var indicesByGesture = [[Int]](repeating: [], count: gestures)
    for (index, binding) in bindings.enumerated() where indicesByGesture.indices.contains(binding.gesture.rawValue) {
      indicesByGesture[binding.gesture.rawValue].append(index)
    }
    return indicesByGesture.map { indices in
      let exclusive = indices.filter { !bindings[$0].isAddition }.map { (bindings[$0].when.statementCount, $0) }
      return exclusive.sorted(by: >).map(\.1) + indices.filter { bindings[$0].isAddition }
    }
  }
}

/// A location in a rules file, as editors and compilers write it: `bindings.toml:7:8`.
public struct FileLocation: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// The number of the line, counted from 1.
  public let line: Int
  /// The column in the line, counted from 1, in Unicode scalars.
  public let column: Int

  public init(file: String, line: Int, column: Int) { (self.file, self.line, self.column) = (file, line, column) }

  public var description: String { "\(file):\(line):\(column)" }
}
