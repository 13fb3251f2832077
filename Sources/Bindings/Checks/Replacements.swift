import GestureCore

/// Warns of bindings that are chosen wherever one before them would be.
struct Replacements {
  /// Where to look for those that another one may replace: they state the same facts.
  private struct Shelf: Hashable {
    let gesture: Int
    /// What it states of values that can be compared only as a whole.
    let exact: Condition
    /// The other facts it states something about.
    let varying: [Fact]
    /// One of its modes; nil where it states none.
    let mode: String?

    init(_ gesture: Int, _ when: Condition, mode: String?) {
      var exact = when
      exact.modes = nil
      let varying = exact.terms.filter(\.test.isOfSeveralValues).map(\.fact)
      for fact in varying { exact[fact] = nil }
      self.gesture = gesture
      self.exact = exact
      self.varying = varying
      self.mode = mode
    }
  }

  /// What is chosen as far as the file has been looked at.
  private struct Standing {
    let place: Int
    let header: Range<Int>
    let when: Condition
  }

  private let book: RuleBook
  private let problems: Problems
  private var standing: [Shelf: [Standing]] = [:]

  init(book: RuleBook, problems: Problems) {
    self.book = book
    self.problems = problems
  }

  mutating func check(_ bindings: [BindingSection]) {
    for (index, gesture) in book.gestures.enumerated() where gesture.wantsActions {
      put(Standing(place: 0, header: gesture.header, when: Condition()), gesture: index)
    }
    for (place, binding) in bindings.enumerated() where !binding.isAddition && binding.isSound {
      guard let gesture = book.roster.index(of: binding.gesture.value) else { continue }
      let when = binding.when.condition
      if let last = replaced(by: when, gesture: gesture) {
        let line = problems.source.line(of: last.header, from: binding.header)
        problems.warning(at: binding.header, .replaces(binding.gesture.value, line: line))
      }
      put(Standing(place: place + 1, header: binding.header, when: when), gesture: gesture)
    }
  }

  private mutating func put(_ one: Standing, gesture: Int) {
    standing[Shelf(gesture, one.when, mode: one.when.modes?.min()), default: []].append(one)
  }

  /// Takes away all that hold only where `when` does and state no more; returns the last of them.
  private mutating func replaced(by when: Condition, gesture: Int) -> Standing? {
    let modes = when.modes.map { $0.map(Optional.some) } ?? [nil]
    var last: Standing?
    for mode in modes {
      let shelf = Shelf(gesture, when, mode: mode)
      guard let found = standing[shelf] else { continue }
      for one in found where when.holds(whenever: one.when) && one.place >= last?.place ?? 0 { last = one }
      standing[shelf] = found.filter { !when.holds(whenever: $0.when) }
    }
    return last
  }
}
