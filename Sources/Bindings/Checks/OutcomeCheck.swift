import GestureCore

/// Warns of parts without effect: gestures without actions, bindings that are never chosen, pauses that no gesture ends,
/// and settings of delivery if no device is intercepted.
struct OutcomeCheck {
  let book: CheckContext
  /// Whether hints are drawn, so that they need no action.
  var drawsHints = false
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    if book.names.isEmpty, !problems.hasErrors { problems.warning(at: 0..<0, .noGestures) }
    warnOfIdleGestures(bindings)
    var replacements = Replacements(book: book, problems: problems)
    replacements.check(bindings)
  }

  /// A gesture that another one waits for, or that keeps others back, has a purpose of its own.
  private func warnOfIdleGestures(_ bindings: [BindingSection]) {
    var useful = Set(bindings.map(\.gesture.value))
    var usefulGroups: [Reference: Int] = [:]
    for index in book.gestures.indices {
      let relations = book.rules.gestures[index].relations
      if !relations.requiredToFailBy.isEmpty || !relations.prevents.isEmpty {
        useful.insert(book.gestures[index].name.value)
      }
      guard !relations.requireToFail.isEmpty else { continue }
      for reference in Set(relations.requireToFail.map(\.reference)) {
        switch reference {
        case .gesture(let name): useful.insert(name)
        case .kind, .tag: usefulGroups[reference, default: 0] += 1
        }
      }
    }
    for index in book.gestures.indices {
      guard !book.gestures[index].wantsActions, !useful.contains(book.gestures[index].name.value) else { continue }
      let (section, rule) = (book.gestures[index], book.rule(index))
      if drawsHints, rule.kind.reports.contains(.hints) { continue }
      // A gesture that names its own kind or tag does not mean itself.
      let own = Set(rule.relations.requireToFail.map(\.reference))
      let isAwaited = rule.groups.contains { usefulGroups[$0, default: 0] > (own.contains($0) ? 1 : 0) }
      if !isAwaited { problems.warning(at: section.header, .doesNothing(section.name.value)) }
    }
  }

  func checkPauses(_ bindings: [BindingSection]) {
    // The part that could not be read may resume.
    guard !problems.hasErrors else { return }
    let pauses =
      book.sections.indices.flatMap { book.sections[$0].actions.flatMap(\.pauses) }
      + bindings.placesOfFirst.flatMap { bindings[$0].actions.flatMap(\.pauses) }
    guard let first = pauses.first, !pauses.contains(where: { $0.value.resumes }) else { return }
    problems.warning(at: first.range, .pausedForGood)
  }

  func checkDelivery() {
    guard !book.rules.interceptsAny else { return }
    for place in book.sections.indices.flatMap({ book.sections[$0].deliveryPlaces }) {
      problems.warning(at: place.range, .nobodyIntercepts(place.value.rawValue))
    }
  }
}

/// Warns of bindings that a later one always replaces.
private struct Replacements {
  /// A binding that is chosen, judging by the part of the file read so far.
  private struct ChosenBinding {
    let header: Range<Int>
    let when: Condition
  }

  private let book: CheckContext
  private let problems: Problems
  /// By gesture.
  private var chosen: [Int: [ChosenBinding]] = [:]

  init(book: CheckContext, problems: Problems) {
    self.book = book
    self.problems = problems
  }

  mutating func check(_ bindings: [BindingSection]) {
    for index in book.gestures.indices where book.gestures[index].wantsActions {
      chosen[index] = [ChosenBinding(header: book.gestures[index].header, when: Condition())]
    }
    for place in bindings.indices where !bindings[place].isAddition && bindings[place].isSound {
      let binding = bindings[place]
      guard let gesture = book.references.index(of: binding.gesture.value) else { continue }
      let when = binding.when.condition
      let replaced = (chosen[gesture] ?? []).filter { isReplaced($0, by: when) }
      if let last = replaced.last {
        let line = problems.source.line(of: last.header, from: binding.header)
        problems.warning(at: binding.header, .replaces(binding.gesture.value, line: line))
      }
      chosen[gesture] = (chosen[gesture] ?? []).filter { !isReplaced($0, by: when) }
      chosen[gesture]?.append(ChosenBinding(header: binding.header, when: when))
    }
  }

  /// Whether a binding states no more than `when` does, and holds only where it does.
  private func isReplaced(_ binding: ChosenBinding, by when: Condition) -> Bool {
    when.statementCount == binding.when.statementCount && when.holds(whenever: binding.when)
  }
}
