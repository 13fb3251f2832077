import GestureCore

/// Finds gestures that can never be recognized, or only when the fingers lift.
struct ReachabilityCheck {
  let book: CheckContext
  let problems: Problems

  func check() {
    let sound = book.gestures.indices.filter { book.gestures[$0].isSound }
    let possible = sound.filter { !isImpossible($0) && !book.onlyObserves($0) }
    let lasting = Set(possible.filter(book.lasts))
    let losing = Set(possible.filter(book.losesByWaiting))
    if book.comparesPairs {
      for index in possible { warnOfWaiting(index, losing: losing, lasting: lasting) }
    } else {
      problems.warning(at: book.gestures[CheckContext.mostCompared].header, .tooManyToCompare)
    }
    for index in possible { warnOfOtherClasses(index) }
    if book.comparesPairs { ShadowCheck(book: book, problems: problems).check(possible) }
    DrawingCheck(book: book, problems: problems).check(possible)
    TapCheck(book: book, problems: problems).check(possible)
  }

  /// Warns of a gesture that no device can report, mostly one for touchpads.
  private func isImpossible(_ index: Int) -> Bool {
    let header = book.gestures[index].header
    let classes = book.classes(of: index)
    let rule = book.rules.gestures[index]
    if classes.isEmpty {
      let wanted = [rule.device, rule.receive.device]
      let wantsPenElsewhere =
        rule.receive.tool == .stylus && !wanted.allSatisfy { $0.classes.contains(Pen.deviceClass) }
      problems.warning(at: header, wantsPenElsewhere ? .noPenThere : .nowhere)
      return true
    }
    // The condition check reports that `begin-if` never holds.
    if rule.modes?.isEmpty == true { return true }
    let fewest = classes.compactMap { deviceClass -> Int? in
      let fewest = rule.kind.traits.fewestFingers(book.settings(of: index, on: deviceClass))
      return book.breadth(of: index, on: deviceClass).fingers.upperBound < fewest ? fewest : nil
    }
    if let count = fewest.first, fewest.count == classes.count {
      problems.warning(at: header, .tooFewFingers(rule.kind, count))
      return true
    }
    if rule.receive.tool == .stylus, book.wantsMoreThanPen(index) {
      problems.warning(at: header, .onePen)
      return true
    }
    let isPressed = classes.allSatisfy { rule.kind.needs(book.settings(of: index, on: $0)).contains(.pressure) }
    if isPressed, !book.admitsPen(index), !classes.contains(where: book.readsSlots) {
      let isStart = !rule.kind.needs.contains(.pressure) && rule.settings.values.contains(.start(.forcePress))
      problems.warning(at: header, isStart ? .noPressureToStart : .noPressure)
      return true
    }
    guard classes == [.touchpad], !book.readsSlots(of: .touchpad) else { return false }
    let isPlaced = rule.receive.zone != nil || rule.beginIf.zone != nil
    guard let wording = obstacle(index, isPlaced: isPlaced) else { return false }
    problems.warning(at: header, wording)
    return true
  }

  /// Why libinput's touchpads can't report it.
  private func obstacle(_ index: Int, isPlaced: Bool) -> DiagnosticText? {
    let rule = book.rule(index)
    let settings = book.settings(of: index, on: .touchpad)
    let missing = rule.kind.needs(settings).subtracting(LibinputTouchpad.capabilities)
    if isPlaced || missing.contains(.places) { return .missingOnTouchpad("places") }
    if !missing.isDisjoint(with: rule.kind.needs) { return .neverOnTouchpad(rule.kind, fingers: nil, reported: nil) }
    // The other capabilities are needed because of its settings.
    if missing.contains(.contacts) { return .missingOnTouchpad("taps") }
    let reported = LibinputTouchpad.fingers(for: rule.kind, settings)
    let wanted = book.breadth(of: index, on: .touchpad).fingers
    return wanted.overlaps(reported) ? nil : .neverOnTouchpad(rule.kind, fingers: wanted, reported: reported)
  }

  /// A requirement that can't fail before the fingers lift makes a gesture that waits for it useless until then.
  private func warnOfWaiting(_ index: Int, losing: Set<Int>, lasting: Set<Int>) {
    for mention in book.gestures[index].relations.mentions {
      switch mention.key {
      case .requireToFail:
        guard losing.contains(index) else { continue }
        let stuck = book.references.members(mention.reference).first {
          $0 != index && lasting.contains($0) && book.isStuck(index, waitingFor: $0)
        }
        if let stuck { warn(mention, index, waitsFor: stuck) }
      case .requiredToFailBy:
        guard lasting.contains(index) else { continue }
        let stuck = book.references.members(mention.reference).first {
          $0 != index && losing.contains($0) && book.isStuck($0, waitingFor: index)
        }
        if let stuck { warn(mention, stuck, waitsFor: index) }
      case .simultaneousWith, .prevents, .cannotPrevent, .cannotBePreventedBy: break
      }
    }
  }

  /// Settings for devices of a class on which the gesture can't be made.
  private func warnOfOtherClasses(_ index: Int) {
    let classes = book.classes(of: index)
    for place in book.gestures[index].classPlaces where !classes.contains(place.value) {
      problems.warning(at: place.range, .otherClass(book.rule(index).name, place.value))
    }
  }

  private func warn(_ mention: Mention, _ waiting: Int, waitsFor requirement: Int) {
    let other = book.rule(requirement)
    problems.warning(at: mention.range, .neverFails(book.rule(waiting).name, other.name, other.kind))
  }
}
