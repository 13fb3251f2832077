import GestureCore

/// Warns of parts without effect: gestures without actions, bindings that are never chosen, pauses that no gesture ends,
/// and settings of delivery if no device is intercepted.
struct OutcomeCheck {
  let book: CheckContext
  /// Whether hints are drawn, so that they need no action.
  var drawsHints = false
  let problems: Problems

  func check(_ bindings: [BindingSection]) {
    if book.sections.isEmpty, !problems.hasErrors {
      problems.warning(at: 0..<0, "there is no gesture in this file", fix: "add a section such as `[gesture.NAME]`")
    }
    warnOfIdleGestures(bindings)
    warnOfReplacedBindings(bindings)
  }

  /// A gesture that another one waits for, or that keeps others back, has a purpose of its own.
  private func warnOfIdleGestures(_ bindings: [BindingSection]) {
    let bound = Set(bindings.map(\.gesture.value))
    for (index, section) in book.gestures.enumerated() where !section.wantsActions {
      let (rule, name) = (book.rule(index), section.name.value)
      let isUseful =
        bound.contains(name) || !rule.relations.requiredToFailBy.isEmpty || !rule.relations.prevents.isEmpty
        || drawsHints && rule.kind.reports.contains(.hints) || isAwaited(index)
      if !isUseful {
        problems.warning(
          at: section.header, "\(name.quoted) does nothing", fix: "give it an action, such as `run = \"…\"`")
      }
    }
  }

  /// Whether a gesture waits for it. One that names its own kind or tag does not mean itself.
  private func isAwaited(_ index: Int) -> Bool {
    let rule = book.rule(index)
    return book.rules.gestures.enumerated().contains { place, other in
      other.relations.requireToFail.map(\.reference).contains {
        $0.names(rule) && (place != index || $0 == .gesture(rule.name))
      }
    }
  }

  /// Warns of bindings that a later one always replaces: it states as much, and holds wherever they do.
  private func warnOfReplacedBindings(_ bindings: [BindingSection]) {
    var chosen: [Int: [(header: Range<Int>, when: Condition)]] = [:]
    for (index, section) in book.gestures.enumerated() where section.wantsActions {
      chosen[index] = [(section.header, Condition())]
    }
    for binding in bindings where !binding.isAddition && binding.isSound {
      guard let gesture = book.references.index(of: binding.gesture.value) else { continue }
      let when = binding.when.condition
      let isReplaced = { (earlier: (header: Range<Int>, when: Condition)) in
        when.statementCount == earlier.when.statementCount && when.holds(whenever: earlier.when)
      }
      let before = chosen[gesture] ?? []
      if let last = before.last(where: isReplaced) {
        let line = problems.source.line(of: last.header, from: binding.header)
        problems.warning(
          at: binding.header,
          "this replaces the actions of \(binding.gesture.value.quoted) in \(line), which never run",
          fix: "add `also = true` to run both")
      }
      chosen[gesture] = before.filter { !isReplaced($0) } + [(binding.header, when)]
    }
  }

  func checkPauses(_ bindings: [BindingSection]) {
    // The part that could not be read may resume.
    guard !problems.hasErrors else { return }
    let pauses = (book.sections.flatMap(\.actions) + bindings.distinct.flatMap(\.actions)).flatMap(\.pauses)
    guard let first = pauses.first, !pauses.contains(where: { $0.value.resumes }) else { return }
    problems.warning(
      at: first.range, "no gesture ends this pause: only `gesture-bridge ctl resume` or a restart of the daemon does",
      fix: "write `pause = \"toggle\"`, or let another gesture have `pause = \"off\"`")
  }

  func checkDelivery() {
    guard !book.rules.interceptsAny else { return }
    for place in book.sections.flatMap(\.deliveryPlaces) {
      problems.warning(
        at: place.range,
        "`\(place.value.rawValue)` has no effect: no device has `intercept = true`, so applications get all touches",
        fix: "add `[device.touchscreen]` or `[device.touchpad]` with `intercept = true`, or remove this line")
    }
  }
}
