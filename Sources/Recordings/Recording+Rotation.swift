import Bindings
import GestureCore

extension Recording {
  /// `rules`, with the rotations that the recording tells of devices for which they say none.
  public func turning(_ rules: RuleSet) -> RuleSet {
    var result = rules
    let told = devices.compactMap { device in
      rotations[device.id].map { DeviceSection(pattern: device.name, rotation: $0) }
    }
    // Of several sections for a device the last one is strongest: those of the rules.
    result.devices.insert(contentsOf: told, at: 0)
    return result
  }

  /// The same for rules with their bindings.
  public func turning(_ rules: Rules) -> Rules {
    rotations.isEmpty
      ? rules
      : Rules(
        ruleSet: turning(rules.ruleSet), bindings: rules.bindings, locations: rules.locations, commands: rules.commands)
  }
}
