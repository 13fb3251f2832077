import GestureCore

/// Warns of modes that no action goes to, that nothing is made for, or that nothing leaves again, and of relations
/// between gestures that share no mode.
struct ModeCheck {
  let book: CheckContext
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    let distinct = bindings.placesOfFirst
    let goals =
      book.sections.indices.flatMap { book.sections[$0].actions.flatMap(\.modes) }
      + distinct.flatMap { bindings[$0].actions.flatMap(\.modes) }
    let asked = book.sections.modes + distinct.flatMap { bindings[$0].when.modes }
    warnOfOneSided(asked, goals)
    for index in book.gestures.indices {
      for mention in book.gestures[index].relations.mentions { warnOfStrangers(mention, index) }
    }
    // The part that could not be read may lead out.
    guard !problems.hasErrors else { return }
    warnOfTraps(goals, Set(asked.map(\.value)), bindings)
  }

  /// Warns of modes that only conditions name and of modes that only actions name. If two such names are alike, the one
  /// that is written less often is the mistake.
  private func warnOfOneSided(_ asked: [Located<String>], _ goals: [Located<String>]) {
    let reached = Set(goals.map(\.value)).union([Context.standardMode])
    let used = Set(asked.map(\.value)).union([Context.standardMode])
    let unreached = asked.filter { !reached.contains($0.value) }
    let unused = goals.filter { !used.contains($0.value) }
    warn(of: unreached, against: unused, among: reached) { .unreachedMode($0, among: $1) }
    warn(of: unused, against: unreached, among: used) { .unusedMode($0, among: $1) }
  }

  private func warn(
    of modes: [Located<String>], against rivals: [Located<String>], among names: Set<String>,
    _ wording: (String, [String]) -> DiagnosticText
  ) {
    let sorted = names.sorted()
    let counts = modes.reduce(into: [:]) { $0[$1.value, default: 0] += 1 }
    let rivalCounts = rivals.reduce(into: [:]) { $0[$1.value, default: 0] += 1 }
    let comparesNames = !rivals.isEmpty && max(modes.count, names.count) <= CheckContext.mostCompared
    for mode in modes {
      if comparesNames, let meant = Nearest.name(to: mode.value, among: sorted),
        let rival = rivalCounts[meant], rival < counts[mode.value] ?? 0
      {
        continue
      }
      problems.warning(at: mode.range, wording(mode.value, sorted))
    }
  }

  private func warnOfStrangers(_ mention: Mention, _ index: Int) {
    guard case .gesture(let name) = mention.reference, let other = book.references.index(of: name) else { return }
    guard !book.rules.gestures[index].meets(book.rules.gestures[other]) else { return }
    problems.warning(at: mention.range, .strangers(book.rule(index).name, name, mention.key))
  }

  private func warnOfTraps(_ goals: [Located<String>], _ used: Set<String>, _ bindings: [BindingSection]) {
    guard !goals.isEmpty else { return }
    let exits = Exits(book, bindings)
    var seen: Set<String> = [Context.standardMode]
    for mode in goals where used.contains(mode.value) && seen.insert(mode.value).inserted {
      if !exits.leadOut(of: mode.value) { problems.warning(at: mode.range, .trap(mode.value)) }
    }
  }
}

/// The actions that leave a mode.
private struct Exits {
  /// The effect of one section on a gesture's modes.
  private struct Choice {
    let place: Int
    let gesture: Int
    let when: Condition
    let isAddition: Bool
    /// The modes in which it may be chosen; nil for all.
    let modes: Set<String>?
    /// The modes it goes to.
    let goals: Set<String>
  }

  /// A gesture in one mode, or in all modes if it has none.
  private struct GestureMode: Hashable {
    let gesture: Int
    let mode: String?
  }

  private var choices: [GestureMode: [Choice]] = [:]
  /// The choices that lead to another mode, by the modes they are for; `leadingAnywhere` are those for all modes.
  private var leading: [String: [Choice]] = [:]
  private var leadingAnywhere: [Choice] = []

  init(_ book: CheckContext, _ bindings: [BindingSection]) {
    for index in book.gestures.indices where book.gestures[index].wantsActions {
      add(book.gestures[index].actions, of: index, book, when: Condition(), isAddition: false, place: 0)
    }
    for place in bindings.indices {
      let binding = bindings[place]
      guard let index = book.references.index(of: binding.gesture.value) else { continue }
      add(
        binding.actions, of: index, book, when: binding.when.condition, isAddition: binding.isAddition,
        place: place + 1)
    }
  }

  private mutating func add(
    _ actions: [ActionSection], of gesture: Int, _ book: CheckContext, when: Condition, isAddition: Bool, place: Int
  ) {
    var modes = book.rules.gestures[gesture].modes
    if let asked = when.modes { modes = modes?.intersection(asked) ?? asked }
    var goals: [String] = []
    for action in actions.indices where !actions[action].modes.isEmpty {
      guard actions[action].trigger.value.isPossible(with: book.rules.gestures[gesture].kind) else { continue }
      goals += actions[action].modes.map(\.value)
    }
    let choice = Choice(
      place: place, gesture: gesture, when: when, isAddition: isAddition, modes: modes, goals: Set(goals))
    if !isAddition {
      let places = when.modes.map { $0.map { GestureMode(gesture: gesture, mode: $0) } }
      for place in places ?? [GestureMode(gesture: gesture, mode: nil)] { choices[place, default: []].append(choice) }
    }
    guard !goals.isEmpty else { return }
    if let modes {
      for mode in modes { leading[mode, default: []].append(choice) }
    } else {
      leadingAnywhere.append(choice)
    }
  }

  /// Whether something that can happen in `mode` goes to another one.
  func leadOut(of mode: String) -> Bool {
    (leading[mode, default: []] + leadingAnywhere).contains { choice in
      choice.goals.contains { $0 != mode } && !isReplaced(choice, in: mode)
    }
  }

  /// Whether another choice of the gesture always replaces it in this mode.
  private func isReplaced(_ choice: Choice, in mode: String) -> Bool {
    guard !choice.isAddition else { return false }
    var condition = choice.when
    condition.modes = [mode]
    let places = [GestureMode(gesture: choice.gesture, mode: mode), GestureMode(gesture: choice.gesture, mode: nil)]
    return places.flatMap { choices[$0] ?? [] }.contains { other in
      guard other.place != choice.place else { return false }
      let (own, rival) = (choice.when.statementCount, other.when.statementCount)
      return other.when.holds(whenever: condition) && (rival, other.place) > (own, choice.place)
    }
  }
}
