import GestureCore

/// The settings of gestures on each class of device, found once for all gestures with the same kind and the same
/// settings: in a file with thousands of gestures, most are like many others.
struct SettingsTable {
  /// What gestures set themselves.
  private struct OwnSettings: Hashable {
    let kind: String
    let settings: [String: SettingValue]
    let classSettings: [DeviceClass: [String: SettingValue]]

    init(_ rule: GestureRule) {
      kind = rule.kind.name
      settings = rule.settings
      classSettings = rule.classSettings
    }

    /// The names and the simple values tell most apart.
    func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      var sum = Self.sum(settings)
      for (deviceClass, settings) in classSettings where !settings.isEmpty {
        sum &+= deviceClass == .touchscreen ? Self.sum(settings) &* 3 : Self.sum(settings) &* 5
      }
      hasher.combine(sum)
    }

    /// The same in whichever order the settings come.
    private static func sum(_ settings: [String: SettingValue]) -> Int {
      settings.reduce(0) { sum, setting in
        var hasher = Hasher()
        hasher.combine(setting.key)
        switch setting.value {
        case .quantity(let value): hasher.combine(value)
        case .count(let count): hasher.combine(count)
        case .countRange(let range): hasher.combine(range)
        case .choice(let name): hasher.combine(name)
        case .flag(let flag): hasher.combine(flag)
        case .path(let path): hasher.combine(path.text)
        case .templates(let templates): hasher.combine(templates.map(\.name))
        case .start, .none: break
        }
        return sum &+ hasher.finalize()
      }
    }
  }

  /// The number of its settings for each gesture.
  let numbers: [Int]
  /// A gesture for each number: the first one that has it.
  let examples: [Int]
  private let settings: [ByClass<Settings>]

  init(_ rules: RuleSet) {
    var numbers: [Int] = []
    var examples: [Int] = []
    var settings: [ByClass<Settings>] = []
    var known: [OwnSettings: Int] = [:]
    var bases: [String: ByClass<Settings>] = [:]
    numbers.reserveCapacity(rules.gestures.count)
    for index in rules.gestures.indices {
      let own = OwnSettings(rules.gestures[index])
      if let number = known[own] {
        numbers.append(number)
        continue
      }
      let base = bases[own.kind] ?? Self.base(rules.gestures[index].kind, rules)
      bases[own.kind] = base
      known[own] = examples.count
      numbers.append(examples.count)
      examples.append(index)
      settings.append(ByClass { base[$0].replaced(by: [own.settings, own.classSettings[$0]].compactMap { $0 }) })
    }
    self.numbers = numbers
    self.examples = examples
    self.settings = settings
  }

  /// The settings of a gesture that sets nothing itself.
  private static func base(_ kind: Kind, _ rules: RuleSet) -> ByClass<Settings> {
    let rule = GestureRule(name: "", kind: kind)
    return ByClass { rules.settings(of: rule, on: .some($0)) }
  }

  /// The settings of a gesture on a device of a class that no section is about by its name.
  func settings(of gesture: Int, on deviceClass: DeviceClass) -> Settings { settings[numbers[gesture]][deviceClass] }
}

/// One value for each class of device.
struct ByClass<Value> {
  private var touchscreen: Value
  private var touchpad: Value

  init(_ value: (DeviceClass) -> Value) {
    touchscreen = value(.touchscreen)
    touchpad = value(.touchpad)
  }

  subscript(deviceClass: DeviceClass) -> Value {
    switch deviceClass {
    case .touchscreen: touchscreen
    case .touchpad: touchpad
    }
  }
}

extension ByClass: Sendable where Value: Sendable {}
