import GestureCore

/// `zone = "knob"`: the zone in which a touch began; in `begin-if` and in the `when` of a gesture or an override, the
/// zone that contains the centre of the fingers.
struct ZoneCondition: ConditionKind {
  let key = "zone"
  let summary = "The NAME of a [zone.NAME] in which the fingers must be, or in which the touch must have begun."
  let manual = (
    value: "\"knob\"",
    text:
      "In `receive` and in requirements: the zone in which the touch began. In `begin-if`, and in the `when` of a gesture or an override: the zone that "
      + "contains the centre of the fingers."
  )
  let form = ConditionForm.text(example: "left-half")
  let roles: Set<ConditionRole> = [.receive, .beginIf, .requirement, .binding]

  /// The rank of `zone` among the kinds of condition. In `receive` and in requirements, `zone` is the first kind.
  func rank(in role: ConditionRole?) -> Int {
    switch role {
    case .receive, .requirement, .scroll: -1
    case .beginIf, .binding: 1
    case nil: 0
    }
  }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.zone = reader.string(key, example: "left-half")
    section.condition.zone = section.zone?.value
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    // Another check warns about `begin-if` on touchpads.
    guard let name = asked.zone, role != .beginIf else { return nil }
    let own = context.classes(of: gesture)
    let rule = context.rule(gesture).name.quoted
    if own == [.touchpad], !context.readsSlots(of: .touchpad) {
      return "\(rule) is made only on touchpads, which report no positions with `source = \"libinput\"`"
    }
    let zone = context.zones.classes(of: name)
    if own.isEmpty || own.contains(where: zone.contains) { return nil }
    return "\(rule) is made only on devices that don't have this zone"
  }

  func statement(in condition: Condition) -> ConditionStatement? { condition.zone.map { .text($0) } }
}
