import GestureCore

/// What a gesture accepts on one class of device, in a form that is quickly compared.
struct Breadth {
  /// Everything that must agree before two gestures can be compared.
  struct Precision: Hashable {
    let kind: String
    /// The settings in their declared order, each as the bits of its value.
    let values: [UInt64]
    /// What the rule says itself, where a device section may change the rest.
    let own: [String]
  }

  /// Gestures that may include each other, as far as their devices tell.
  struct Group: Hashable {
    private let precision: Precision
    private let device: String

    init(_ precision: Precision, _ device: DeviceMatch) {
      self.precision = precision
      self.device =
        switch device {
        case .any: "any"
        case .deviceClass(let one): "class \(one.rawValue)"
        case .name(let pattern): "name \(pattern)"
        }
    }
  }

  let fingers: ClosedRange<Int>
  let ways: Ways
  let device: DeviceMatch
  let precision: Precision

  /// `settings` are those of the rule on a class of device; `mayVary` says that a device section may change them.
  init(_ rule: GestureRule, _ settings: [String: SettingValue], mayVary: Bool) {
    let ways = Ways(settings)
    var values: [UInt64] = []
    for declaration in rule.kind.allSettings where declaration.name != CommonSettings.fingers.declaration.name {
      if ways != nil, Ways.settings.contains(declaration.name) { continue }
      values.append(settings[declaration.name]?.bits(in: declaration.shape) ?? 0)
    }
    fingers = settings.fingers
    self.ways = ways ?? .all
    device = rule.device
    precision = Precision(kind: rule.kind.name, values: values, own: mayVary ? rule.settings.keys.sorted() : [])
  }

  /// Whether it accepts the fingers and directions that `other` accepts.
  func includes(_ other: Breadth) -> Bool {
    fingers.includes(other.fingers) && ways.isSuperset(of: other.ways)
  }

  /// Where to look for gestures of the same precision for all of its devices.
  func groups(on deviceClass: DeviceClass) -> [Group] {
    var devices: [DeviceMatch] = [.any, .deviceClass(deviceClass)]
    if case .name = device { devices.append(device) }
    return devices.map { Group(precision, $0) }
  }
}

/// The directions a `direction` or `axis` setting stands for.
struct Ways: OptionSet {
  static let settings = ["direction", "axis"]

  let rawValue: UInt16

  static let right = Ways(rawValue: 1)
  static let left = Ways(rawValue: 2)
  static let up = Ways(rawValue: 4)
  static let down = Ways(rawValue: 8)
  static let upLeft = Ways(rawValue: 16)
  static let upRight = Ways(rawValue: 32)
  static let downLeft = Ways(rawValue: 64)
  static let downRight = Ways(rawValue: 128)
  static let inward = Ways(rawValue: 256)
  static let outward = Ways(rawValue: 512)
  /// Of eight directions the straight ones are narrower than they are alone, so they do not include those.
  static let narrow = Ways(rawValue: 1024)
  static let horizontal: Ways = [.left, .right]
  static let vertical: Ways = [.up, .down]
  static let all = Ways(rawValue: .max)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// All ways for a kind that has no such setting; nil where a setting says something else than a way.
  init?(_ values: [String: SettingValue]) {
    guard let value = Self.settings.lazy.compactMap({ values[$0] }).first else {
      self = .all
      return
    }
    guard case .choice(let name) = value, let ways = Self.names[name] else { return nil }
    self = ways
  }

  private static let names: [String: Ways] = [
    "any": .all, "both": .all, "in": .inward, "out": .outward,
    "4": [.horizontal, .vertical], "8": [.upLeft, .upRight, .downLeft, .downRight, .narrow],
    "horizontal": .horizontal, "vertical": .vertical, "right": .right, "left": .left, "up": .up, "down": .down,
    "up-left": .upLeft, "up-right": .upRight, "down-left": .downLeft, "down-right": .downRight,
  ]
}

extension SettingValue {
  /// A number that two values of one setting share only if they are the same.
  fileprivate func bits(in shape: SettingShape) -> UInt64 {
    switch self {
    case .quantity(let value): return value.bitPattern
    case .count(let count): return UInt64(bitPattern: Int64(count))
    case .countRange(let range): return UInt64(range.lowerBound) << 32 | UInt64(range.upperBound)
    case .choice(let name):
      guard case .choice(let names) = shape else { return 0 }
      return UInt64(names.firstIndex(of: name) ?? names.count)
    case .flag(let flag): return flag ? 1 : 0
    case .gestures(let names): return UInt64(bitPattern: Int64(names.hashValue))
    }
  }
}

extension ClosedRange<Int> {
  func includes(_ other: ClosedRange<Int>) -> Bool {
    lowerBound <= other.lowerBound && other.upperBound <= upperBound
  }
}

extension [String: SettingValue] {
  var fingers: ClosedRange<Int> {
    if case .countRange(let range)? = self[CommonSettings.fingers.declaration.name] { range } else { 1...1 }
  }

  /// A setting in its declared unit.
  func quantity(_ name: String) -> Double? {
    if case .quantity(let value)? = self[name] { value } else { nil }
  }

  func time(_ name: String) -> TimeSpan? { quantity(name).map(TimeSpan.init(milliseconds:)) }

  func count(_ name: String) -> Int? {
    if case .count(let value)? = self[name] { value } else { nil }
  }
}
