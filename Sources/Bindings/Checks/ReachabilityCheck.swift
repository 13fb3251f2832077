import GestureCore

extension CheckContext {
  /// Warns about gestures that can't be recognized, that wait until the fingers lift, or that conflict with each other.
  func checkReachability() {
    let sound = gestures.indices.filter { gestures[$0].isSound }
    let possible = sound.filter { !isImpossible($0) && !onlyObserves($0) }
    for index in possible { warnOfOtherClasses(index) }
    if comparesPairs {
      for index in possible { warnOfWaiting(index, Set(possible)) }
      checkShadows(possible)
    } else {
      problems.warning(
        at: gestures[Self.mostCompared].header,
        "there are more than \(Self.mostCompared) gestures in the rules, so they are not compared with each other",
        fix: "try the gestures to find out whether they block each other")
    }
    checkDrawings(possible)
    checkTaps(possible)
  }

  /// Whether a gesture can never be recognized. Warns about the gesture unless another check does.
  private func isImpossible(_ index: Int) -> Bool {
    // The condition check reports a `begin-if` that never holds.
    if !classes(of: index).isEmpty, rule(index).modes?.isEmpty == true { return true }
    guard let obstacle = obstacle(index) else { return false }
    problems.warning(at: gestures[index].header, obstacle)
    return true
  }

  private func obstacle(_ index: Int) -> DiagnosticText? {
    let (rule, classes) = (rule(index), classes(of: index))
    if classes.isEmpty {
      let isOfPads = ![rule.device, rule.receive.device].allSatisfy { $0.classes.contains(Pen.deviceClass) }
      if rule.receive.tool == .stylus, isOfPads {
        return DiagnosticText(
          "this gesture can never happen: touchpads have no stylus",
          fix: "remove `device` or `tool`: pens belong to the class \"touchscreen\"")
      }
      return DiagnosticText(
        "this gesture can never happen: its `device`, its zone and its `receive` do not have a class of devices in common",
        fix: "write the same `device` for all of them")
    }
    let fewest = classes.compactMap { deviceClass -> Int? in
      let fewest = rule.kind.traits.fewestFingers(settings(of: index, on: deviceClass))
      return acceptedTouches(of: index, on: deviceClass).fingers.upperBound < fewest ? fewest : nil
    }
    if let count = fewest.first, fewest.count == classes.count {
      return DiagnosticText(
        "this gesture can never happen: with these settings, \(rule.kind.withArticle) needs \(count) fingers or more",
        fix: "write `fingers = \(count)`, or change the other settings of the gesture")
    }
    if rule.receive.tool == .stylus, wantsMoreThanPen(index) {
      return DiagnosticText(
        "this gesture can never happen: it needs several fingers, and a stylus counts as one finger",
        fix: "remove `tool`, or use a gesture that one finger can make (`fingers = 1`)")
    }
    if let zone = ignoredZone(around: index) {
      return DiagnosticText(
        "this gesture can never happen: its fingers land in the zone \(zone.quoted), which ignores touches",
        fix: "write `exclusive = true` in place of `ignore = true`, and `zone = \(zone.quoted)` in the gesture")
    }
    let isPressed = classes.allSatisfy { rule.kind.needs(settings(of: index, on: $0)).contains(.pressure) }
    if isPressed, !admitsPen(index), !classes.contains(where: readsSlots) {
      let isStart = !rule.kind.needs.contains(.pressure) && rule.settings.values.contains(.start(.forcePress))
      return DiagnosticText(
        "this gesture can never happen: libinput reports pressure only for pens, and a pen can't make this gesture",
        fix: isStart
          ? "let the fingers hold still instead: `after = \"hold 300 ms\"`"
          : "set `source = \"raw\"` for the device, or use a pen (`device = \"touchscreen\"`, `fingers = 1`)")
    }
    return classes == [.touchpad] && !readsSlots(of: .touchpad) ? obstacleOnTouchpads(rule, index) : nil
  }

  /// The name of the first ignored zone that isn't in another zone and covers all the gesture's start areas, or nil.
  private func ignoredZone(around index: Int) -> String? {
    let sides: [Double] = [30, 60, 100, 200, 400, 1000]
    let sizes = sides.flatMap { width in sides.map { Size(width: width, height: $0) } }
    func covers(_ zone: Zone, _ area: Rectangle, _ size: Size) -> Bool {
      let corners = [Vector(area.left, area.top), Vector(area.right, area.bottom)]
      return corners.allSatisfy { zone.rectangle(on: size).contains($0, on: size) }
    }
    return zones.sections.lazy.compactMap(\.zone).first { zone in
      zone.isIgnored && zone.inside == nil
        && classes(of: index).allSatisfy { deviceClass in
          let (traits, settings) = (rule(index).kind.traits, settings(of: index, on: deviceClass))
          return [.any, .deviceClass(deviceClass)].contains(zone.device) && hasTerritory(index, on: deviceClass)
            && sizes.allSatisfy { size in traits.startAreas(settings, size).allSatisfy { covers(zone, $0, size) } }
        }
    }?.name
  }

  private func obstacleOnTouchpads(_ rule: GestureRule, _ index: Int) -> DiagnosticText? {
    func missing(
      _ facts: String, fix: String = "remove `source = \"libinput\"`: without it, every touch is reported"
    ) -> DiagnosticText {
      DiagnosticText(
        "this gesture can never happen on a touchpad: libinput does not report \(facts) on touchpads", fix: fix)
    }
    let settings = settings(of: index, on: .touchpad)
    let lacking = rule.kind.needs(settings).subtracting(LibinputTouchpad.capabilities)
    if rule.receive.zone != nil || rule.beginIf.zone != nil || lacking.contains(.places) { return missing("positions") }
    if !lacking.isDisjoint(with: rule.kind.needs) { return missing(rule.kind.plural) }
    // From here on, a capability in `lacking` is needed only by the gesture's settings, not by its kind.
    if lacking.contains(.contacts) { return missing("taps") }
    let reported = LibinputTouchpad.fingers(for: rule.kind, settings)
    let wanted = acceptedTouches(of: index, on: .touchpad).fingers
    if wanted.overlaps(reported) { return nil }
    let count = (wanted.count == 1 ? "" : "\(wanted.lowerBound)- to ") + "\(wanted.upperBound)-finger"
    return missing(
      "\(count) \(rule.kind.plural)",
      fix:
        "set `fingers` to a number from \(reported.lowerBound) to \(reported.upperBound), or remove `source = \"libinput\"`"
    )
  }

  /// Warns about requirements in this gesture's section that make this or another gesture wait for the lift.
  private func warnOfWaiting(_ index: Int, _ possible: Set<Int>) {
    for mention in gestures[index].relations.mentions where mention.key.hasConditions {
      let isWaiting = mention.key == .requireToFail
      for other in references.members(mention.reference) where other != index && possible.contains(other) {
        let (waiting, requirement) = isWaiting ? (index, other) : (other, index)
        guard losesByWaiting(waiting), lasts(requirement), isStuck(waiting, waitingFor: requirement)
        else { continue }
        let (rule, wanted) = (rule(waiting), rule(requirement))
        problems.warning(
          at: mention.range,
          "\(rule.name.quoted) waits until the fingers lift: \(wanted.name.quoted), \(wanted.kind.withArticle), can't fail earlier",
          fix: "remove \(mention.reference.written.quoted) here: the gesture recognized first wins anyway")
        break
      }
    }
  }

  private func warnOfOtherClasses(_ index: Int) {
    let classes = classes(of: index)
    for section in gestures[index].classRanges where !classes.contains(section.value) {
      problems.warning(
        at: section.range,
        "these settings are for \(section.value.rawValue)s, and \(rule(index).name.quoted) can't be made on \(section.value.rawValue)s",
        fix:
          "remove these settings, or change `device`, `zone` or `receive` so that the gesture allows \(section.value.rawValue)s"
      )
    }
  }
}
