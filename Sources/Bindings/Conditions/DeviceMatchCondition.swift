import GestureCore

/// `device = "touchpad"`: a class of devices, or devices by their names.
struct DeviceMatchCondition: ConditionKind {
  let key = "device"
  let summary = "\"touchscreen\", \"touchpad\", or a device's name with * and ?. Default: all devices."
  let manual = (value: "\"touchpad\"", text: "The same as in a gesture.")
  let form = ConditionForm.device
  let roles: Set<ConditionRole> = [.receive, .requirement, .binding, .scroll]

  /// In lists of a binding's conditions, the device comes first.
  func rank(in role: ConditionRole?) -> Int {
    switch role {
    case .beginIf, .binding: 1
    case .receive, .requirement, .scroll: 0
    case nil: -2
    }
  }

  func read(_ reader: inout TableReader, into section: inout ConditionSection) {
    section.condition.device = reader.device()
  }

  func futility(of asked: Condition, in role: ConditionRole, for gesture: Int, _ context: CheckContext) -> String? {
    let own = context.classes(of: gesture)
    if own.isEmpty || own.contains(where: asked.device.classes.contains) { return nil }
    return "\(context.rule(gesture).name.quoted) is only made on \(own.map { "\($0.rawValue)s" }.listed("and"))"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    switch condition.device {
    case .any: nil
    case .deviceClass(let wanted): .text(wanted.rawValue)
    case .name(let pattern): .text(pattern)
    }
  }
}
