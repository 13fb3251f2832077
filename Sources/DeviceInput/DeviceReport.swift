import GestureCore

/// Where the size we go by comes from.
public enum SizeOrigin: Equatable, Sendable {
  case device
  case rules
  /// Neither says: a guess.
  case fallback
}

/// A touch device that is being read.
public struct FoundDevice: Equatable, Sendable {
  public var device: Device
  public var node: String
  public var sizeOrigin: SizeOrigin
  /// A pen's: whether what it draws on is a screen, so that it draws where one looks.
  public var isOnScreen = false
  /// Its own slots are read, past libinput.
  public var isRaw = false

  /// What to say in the rules where its size is a guess; nil where it is not.
  public var sizeAdvice: String? { sizeOrigin == .fallback ? Wording.noSize(device) : nil }
}

/// The touch devices of this seat, as `gesture-bridge devices` tells of them. Keyboards, mice and all else are none of our
/// business and not mentioned.
public struct DeviceReport: Equatable, Sendable {
  public var seat: String
  public var found: [FoundDevice]
  public var unopenable: [UnopenableDevice]

  /// Several lines, without a newline at the end.
  public var text: String { Wording.report(self) }
}

/// Why input can't be read at all; the number is errno.
public enum InputFailure: Error, Equatable, CustomStringConvertible {
  case udev(Int32)
  case libinput(Int32)
  case dispatch(Int32)

  public var description: String { Wording.failure(self) }
}

/// Why a touch device is known but not read.
public enum Refusal: Error, Equatable {
  /// open(2) failed, with errno.
  case mayNotOpen(Int32)
  /// It could be opened, but libinput finds no touches in it.
  case notUnderstood
}

/// A touch device that can't be read, why, and how to change that.
public struct UnopenableDevice: Equatable, Sendable {
  public var node: String
  public var name: String
  public var kind: DeviceKind
  public var refusal: Refusal
  /// What is known of a refusal for lack of permission.
  public var diagnosis: AccessDiagnosis?

  public init(node: String, name: String, kind: DeviceKind, refusal: Refusal, diagnosis: AccessDiagnosis? = nil) {
    self.node = node
    self.name = name
    self.kind = kind
    self.refusal = refusal
    self.diagnosis = diagnosis
  }

  public var deviceClass: DeviceClass { kind.deviceClass }
  public var reason: String { Wording.reason(self) }
  public var fix: String { Wording.fix(self) }
}

/// What holds of a device where nothing else is known.
enum DeviceDefaults {
  /// Of a touchscreen whose size is unknown: about a 14-inch panel.
  static let size = Size(width: 300, height: 190)
  /// libinput reports no gesture of five fingers, and of one finger only that it holds.
  static let touchpadFingers = 1...4
  static let touchscreenFingers = 1...10
  /// A pen is as one finger.
  static let penFingers = 1...1
  static let penCapabilities: Capabilities = [.contacts, .places, .stylus]

  /// The hardware's own size goes first, then what the rules say.
  static func size(reported: Size?, rules: Size?) -> (Size, SizeOrigin) {
    if let reported, isUsable(reported) { return (reported, .device) }
    if let rules, isUsable(rules) { return (rules, .rules) }
    return (size, .fallback)
  }

  /// libinput's count is 0 or less where it does not know.
  static func fingers(touchCount count: Int32) -> ClosedRange<Int> {
    count > 0 ? 1...Int(count) : touchscreenFingers
  }

  private static func isUsable(_ size: Size) -> Bool {
    size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite
  }
}

extension Device {
  /// A device as those of its kind mostly are, read by libinput.
  init(typical kind: DeviceKind, _ id: DeviceID, name: String, size: Size) {
    let (capabilities, fingers): (Capabilities, ClosedRange<Int>) =
      switch kind {
      case .touchscreen: ([.contacts, .places], DeviceDefaults.touchscreenFingers)
      case .touchpad: (.settledFingers, DeviceDefaults.touchpadFingers)
      case .pen: (DeviceDefaults.penCapabilities, DeviceDefaults.penFingers)
      }
    self.init(
      id: id, name: name, deviceClass: kind.deviceClass, size: size, capabilities: capabilities, fingers: fingers)
  }
}

extension UnopenableDevice {
  /// What it is likely to be, once it may be read.
  public var expected: Device { Device(typical: kind, DeviceID(-1), name: name, size: DeviceDefaults.size) }
}
