/// All settings of one recognizer on one device, defaults filled in.
public struct Settings: Sendable {
  public private(set) var values: [String: SettingValue]

  /// `kind`'s defaults for `deviceClass`, replaced by what each of `layers` says, the last one strongest.
  public init(_ kind: Kind, for deviceClass: DeviceClass, layers: [[String: SettingValue]] = []) {
    values = [:]
    for setting in kind.allSettings { values[setting.name] = setting.standard(for: deviceClass) }
    for layer in layers {
      for (name, value) in layer where values[name] != nil { values[name] = value }
    }
  }

  /// What is given by name; the defaults for all else.
  public init(_ values: [String: SettingValue]) { self.values = values }

  /// The setting's value; its default where the kind does not declare it.
  public subscript<Value>(_ setting: Setting<Value>) -> Value {
    values[setting.declaration.name].flatMap(setting.read) ?? setting.standard
  }
}
