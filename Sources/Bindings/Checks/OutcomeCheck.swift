import GestureCore

extension CheckContext {
  /// Warns if no gesture exists, gestures do nothing, or overrides change nothing or always replace other actions.
  func checkOutcomes(drawsHints: Bool) {
    if sections.isEmpty, !problems.hasErrors {
      problems.warning(at: 0..<0, "this file has no gesture", fix: "add a `[gesture.NAME]` with a `kind` and an action")
    }
    warnOfIdleGestures(drawsHints: drawsHints)
    warnOfReplacedBindings()
  }

  private func warnOfIdleGestures(drawsHints: Bool) {
    let bound = Set(bindings.map(\.gesture.value))
    for (index, section) in gestures.enumerated() where !section.hasActionKeys {
      let (rule, name) = (rule(index), section.name.value)
      let isUseful =
        bound.contains(name) || !rule.relations.requiredToFailBy.isEmpty || !rule.relations.prevents.isEmpty
        || drawsHints && rule.kind.reports.contains(.hints) || isAwaited(index)
      if !isUseful {
        problems.warning(
          at: section.header, "\(name.quoted) does nothing", fix: "give the gesture an action, such as `run = \"…\"`")
      }
    }
  }

  /// Whether a `require-to-fail` includes the gesture. In the gesture's own list, only its name counts, no kind or tag.
  private func isAwaited(_ index: Int) -> Bool {
    let rule = rule(index)
    return rules.gestures.enumerated().contains { number, other in
      other.relations.requireToFail.map(\.reference).contains {
        $0.names(rule) && (number != index || $0 == .gesture(rule.name))
      }
    }
  }

  /// Warns about overrides that change nothing, or that always replace the actions of an earlier section.
  private func warnOfReplacedBindings() {
    var chosen: [Int: [(header: Range<Int>, when: Condition)]] = [:]
    for (index, section) in gestures.enumerated() where section.hasActionKeys {
      chosen[index] = [(section.header, section.when.condition)]
    }
    for binding in bindings where !binding.isAddition && binding.isSound {
      guard let gesture = references.index(of: binding.gesture.value) else { continue }
      let when = binding.when.condition
      let isReplaced = { (earlier: (header: Range<Int>, when: Condition)) in
        when.statementCount == earlier.when.statementCount && when.holds(whenever: earlier.when)
      }
      if bindings.count(where: { $0.gesture.value == binding.gesture.value }) == 1,
        binding.actions.elementsEqual(
          gestures[gesture].actions,
          by: { a, b in a.action.flatMap { one in b.action.map(one.doesSame) } ?? false })
      {
        problems.warning(
          at: binding.header,
          "this override changes nothing: it has the same actions as \(binding.gesture.value.quoted)",
          fix:
            "write other actions; to turn the gesture off under this condition, use `not-in` or `receive` in the gesture"
        )
      }
      let before = chosen[gesture] ?? []
      if let last = before.last(where: isReplaced) {
        let line = problems.source.line(of: last.header, from: binding.header)
        problems.warning(
          at: binding.header,
          "this override replaces the actions of \(binding.gesture.value.quoted) in \(line), so those actions never run",
          fix: "add `also = true` to run the actions of both sections")
      }
      chosen[gesture] = before.filter { !isReplaced($0) } + [(binding.header, when)]
    }
  }

  func checkPauses() {
    // After an error, part of a file may be unread, and an action there may resume the daemon.
    guard !problems.hasErrors else { return }
    let pauses = (sections.flatMap(\.actions) + bindings.distinct.flatMap(\.actions)).flatMap(\.pauses)
    guard let first = pauses.first, !pauses.contains(where: { $0.value.resumes }) else { return }
    problems.warning(
      at: first.range, "no gesture ends this pause; to end it, run `gesture-bridge resume` or restart the daemon",
      fix: "write `pause = \"toggle\"`, or give another gesture an action with `pause = \"off\"`")
  }

  func checkDelivery() {
    guard !rules.interceptsAny else { return }
    for key in sections.flatMap(\.deliveryKeys) {
      problems.warning(
        at: key.range,
        "`\(key.value.rawValue)` has no effect: no device has `intercept = true`, so applications get all touches",
        fix: "write `intercept = true` in `[device.touchscreen]` or `[device.touchpad]`, or remove this line")
    }
  }
}
