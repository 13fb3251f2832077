import Evdev
import GestureCore
import Glibc
import Text

/// The touch devices of a seat, as `gesture-bridge devices` lists them.
public struct DeviceReport: Equatable, Sendable {
  public var seat: String
  public var found: [FoundDevice]
  public var unopenable: [UnopenableDevice]

  public var text: String { Wording.report(self) }
}

/// The source of a device's size.
public enum SizeOrigin: Equatable, Sendable {
  case device, rules
  /// A guess: neither the device nor the rules give a size.
  case fallback
}

/// A touch device that is being read.
public struct FoundDevice: Equatable, Sendable {
  public var device: Device
  public var node: String
  public var sizeOrigin: SizeOrigin
  /// Whether the device's slots are read directly, and not by libinput.
  public var isRaw = false
  /// Whether libinput reads this touchpad now, but its slots are read as soon as rules need them.
  public var hasMoreForRules = false
  /// Whether the device also has the keys of a keyboard, which the kernel withholds.
  public var isWithoutKeys = false

  /// Advice to set the device's `size`; nil unless the size is assumed.
  public var sizeAdvice: String? { sizeOrigin == .fallback ? Wording.noSize(device) : nil }

  public static var unreleasedAdvice: String { Wording.unreleasedAdvice }
}

/// Why touch devices can't be watched or read at all. The number is an errno.
public enum InputFailure: Error, Equatable, CustomStringConvertible {
  case udev(Int32)
  case libinput(Int32)
  case dispatch(Int32)

  public var description: String { Wording.failure(self) }
}

/// The reason why a touch device isn't read.
public enum Refusal: Error, Equatable {
  /// open(2) failed with this errno.
  case mayNotOpen(Int32)
  /// The service that hands out devices hasn't lent this device yet. The value is the refusal; nil without an answer.
  case notLentYet(LendingRefusal?)
  /// The device was opened, but libinput can't read touches from it, or the device's tablet mode switch can't be read.
  case notUnderstood
  /// The device was opened to read its slots, but reports no touches, or isn't a usable input device.
  case noTouches
  /// The device describes an impossible axis, so it was closed again.
  case absurd(AbsurdAxis)
  /// The device also has keyboard keys, and the rules don't allow reading such a device.
  case hasKeys
  /// Withholding the device's keys failed with this errno, so the device was closed unread.
  case keysNotWithheld(Int32)

  /// Whether opening the device may succeed a moment later.
  var isTemporary: Bool {
    switch self {
    case .mayNotOpen, .notLentYet: true
    case .notUnderstood, .noTouches, .absurd, .hasKeys, .keysNotWithheld: false
    }
  }
}

/// A check whether too few descriptors are free, because libinput doesn't report such a shortage.
enum DescriptorShortage {
  /// The number of free descriptors that is surely enough to open a device.
  private static let needed = 8

  static var refusal: Refusal? {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < needed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      if descriptor < 0 { return errno == EMFILE || errno == ENFILE ? .mayNotOpen(errno) : nil }
      taken.append(descriptor)
    }
    return nil
  }
}

/// A touch device that can't be read, with the reason and the fix.
public struct UnopenableDevice: Equatable, Sendable {
  public var node: String
  public var name: String
  public var kind: DeviceKind
  public var refusal: Refusal
  public var connection: String
  /// Why the user has no permission to open the device; nil for other refusals.
  public var diagnosis: AccessDiagnosis?

  public init(
    node: String, name: String, kind: DeviceKind, refusal: Refusal, connection: String = "",
    diagnosis: AccessDiagnosis? = nil
  ) {
    self.node = node
    self.name = name
    self.kind = kind
    self.refusal = refusal
    self.connection = connection
    self.diagnosis = diagnosis
  }

  public var deviceClass: DeviceClass { kind.deviceClass }
  public var reason: String { Wording.reason(self) }
  public var fix: String { Wording.fix(self) }

  /// The device with the typical properties of its kind, because the real properties can't be read.
  public var expected: Device {
    Device(typical: kind, DeviceID(-1), name: name, size: DeviceDefaults.size, connection: connection)
  }
}

enum DeviceDefaults {
  /// The assumed size of a touchscreen or pen surface: a 14-inch panel.
  static let size = Size(width: 300, height: 190)
  /// The numbers of fingers in libinput's touchpad gestures. One finger can only hold.
  fileprivate static let touchpadFingers = 1...4
  static let touchscreenFingers = 1...10
  fileprivate static let penFingers = 1...1
  static let penCapabilities: Capabilities = [.contacts, .places, .stylus]

  /// Returns the reported size, else the rules' size, else a guess. Skips impossible sizes.
  static func size(of kind: DeviceKind, reported: Size?, rules: Size?) -> (Size, SizeOrigin) {
    if let reported, reported.isOfSurface { return (reported, .device) }
    if let rules, rules.isOfSurface { return (rules, .rules) }
    switch kind {
    case .touchpad: return (.assumedTouchpad, .fallback)
    case .touchscreen, .pen: return (size, .fallback)
    }
  }

  /// Returns the possible numbers of fingers. `touchCount` is the highest number of fingers; 0 or less if unknown.
  static func fingers(touchCount count: Int32) -> ClosedRange<Int> { count > 0 ? 1...Int(count) : touchscreenFingers }
}

extension Device {
  /// Creates a device with the capabilities and finger counts that libinput usually reports for this kind.
  init(typical kind: DeviceKind, _ id: DeviceID, name: String, size: Size, connection: String) {
    let (capabilities, fingers): (Capabilities, ClosedRange<Int>) =
      switch kind {
      case .touchscreen: ([.contacts, .places], DeviceDefaults.touchscreenFingers)
      case .touchpad: (.settledFingers, DeviceDefaults.touchpadFingers)
      case .pen: (DeviceDefaults.penCapabilities, DeviceDefaults.penFingers)
      }
    self.init(
      id: id, name: name, deviceClass: kind.deviceClass, size: size, capabilities: capabilities, fingers: fingers)
    self.connection = connection
  }

  /// Returns the device as libinput would read it, with an assumed size. For checks that ignore the size.
  static func listening(to node: TouchNode) -> Device {
    Device(typical: node.kind, DeviceID(-1), name: node.name, size: DeviceDefaults.size, connection: node.connection)
  }

  /// Returns a touchpad with an assumed size, and all capabilities that a touchpad can have if its slots are read.
  static func withMostSlots(of node: TouchNode) -> Device {
    var device = Device(
      id: DeviceID(-1), name: node.name, deviceClass: .touchpad, size: DeviceDefaults.size,
      capabilities: [.contacts, .places, .pressure, .pointing, .buttons], fingers: DeviceDefaults.touchscreenFingers)
    device.connection = node.connection
    return device
  }
}

/// The times of a device's faults and losses of events. A fault whose kind hasn't occurred for `quietTime` is logged.
struct FaultHistory {
  /// A fault is logged again if its kind hasn't occurred for this time.
  private static let quietTime = TimeSpan(milliseconds: 60_000)
  /// The number of losses of events within `lossTime` that closes the device. libinput logs at most 5 losses in 30 s.
  static let losses = 4
  private static let lossTime = TimeSpan(milliseconds: 30_000)
  /// The first pause of a closed device. Pauses double up to `lastPause`, and start again after `quietTime` without a
  /// pause. `lastPause` is below `quietTime`, so a fault that returns right after each pause is logged only once.
  private static let firstPause = TimeSpan(milliseconds: 2000)
  private static let lastPause = TimeSpan(milliseconds: 32_000)

  private var last: [Timestamp?] = DeviceFault.allCases.map { _ in nil }
  private var lost: [Timestamp] = []
  private var pause = firstPause
  private var lastPaused: Timestamp?

  /// Notes a fault; returns whether it must be logged.
  mutating func note(_ fault: DeviceFault, at time: Timestamp) -> Bool {
    guard let index = DeviceFault.allCases.firstIndex(of: fault) else { return true }
    defer { last[index] = time }
    guard let before = last[index] else { return true }
    return time - before > Self.quietTime
  }

  /// Notes a loss of events; returns whether `losses` losses have occurred within `lossTime`.
  mutating func noteLoss(at time: Timestamp) -> Bool {
    lost.removeAll { time - $0 > Self.lossTime }
    lost.append(time)
    guard lost.count >= Self.losses else { return false }
    lost.removeAll()
    return true
  }

  /// Notes that the device is closed. Returns when it can be opened again.
  mutating func beginPause(at time: Timestamp) -> Timestamp {
    if let lastPaused, time - lastPaused > Self.quietTime { pause = Self.firstPause }
    let end = time + pause
    pause = min(TimeSpan(microseconds: pause.microseconds * 2), Self.lastPause)
    lastPaused = end
    return end
  }
}

/// Finds lost events in libinput's log; libinput reports them nowhere else.
enum LostEvents {
  private static let sentence = ": SYN_DROPPED event"
  static let folder = "/dev/input/"

  /// Returns the node that has lost events; nil for any other message.
  ///
  ///     event5  - Panel: SYN_DROPPED event - some input events have been lost.
  static func node(in message: String) -> String? {
    guard message.includes(sentence), let name = message.split(separator: " ").first else { return nil }
    return folder + name
  }
}
