import GestureCore

/// `device = "touchpad"`: a class of devices, or the devices with a name or connection that matches a pattern.
struct DeviceMatchCondition: ConditionKind {
  let key = "device"
  let summary = "\"touchscreen\", \"touchpad\", or a pattern (* and ?) for a name or connection. Default: all devices."
  let manual = (value: "\"touchpad\"", text: "The class of the device, or a pattern for its name or connection.")
  let form = ConditionForm.device
  let roles: Set<ConditionRole> = [.receive, .requirement, .binding, .scroll]

  /// In `Conditions.statements` (`role` is nil), the device comes first.
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
    return "\(context.rule(gesture).name.quoted) can be made only on \(own.map { "\($0.rawValue)s" }.listed("and"))"
  }

  func statement(in condition: Condition) -> ConditionStatement? {
    switch condition.device {
    case .any: nil
    case .deviceClass(let wanted): .text(wanted.rawValue)
    case .name(let pattern): .text(pattern)
    }
  }
}
