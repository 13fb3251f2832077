import GestureCore

/// Warns of a pause that no gesture ends.
struct Pauses {
  let book: RuleBook
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    // What could not be read may resume.
    guard !problems.hasErrors else { return }
    let pauses = (book.sections.flatMap(\.actions) + bindings.firstOfEach.flatMap(\.actions)).flatMap(\.pauses)
    guard let first = pauses.first, !pauses.contains(where: { $0.value.resumes }) else { return }
    problems.warning(at: first.range, .pausedForGood)
  }
}
