import Evdev
import GestureCore
import Glibc
import Text

/// The touch devices of this seat, as `gesture-bridge devices` lists them. Keyboards, mice and all else are none of our
/// business and not mentioned.
public struct DeviceReport: Equatable, Sendable {
  public var seat: String
  public var found: [FoundDevice]
  public var unopenable: [UnopenableDevice]

  /// Several lines, without a newline at the end.
  public var text: String { Wording.report(self) }
}

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
  /// Its own slots are read, past libinput.
  public var isRaw = false
  /// It is read by libinput as long as that is enough for the rules, and then by its own slots.
  public var hasMoreForRules = false
  /// It also has the keys of a keyboard, which the kernel withholds.
  public var isWithoutKeys = false

  /// What to say in the rules where its size is a guess; nil where it is not.
  public var sizeAdvice: String? { sizeOrigin == .fallback ? Wording.noSize(device) : nil }

  /// What to do about contacts whose release the firmware of a touchpad has lost.
  public static var unreleasedAdvice: String { Wording.unreleasedAdvice }
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
  /// Only the service that hands out devices can open it, and may do so later; nil if the service has not answered.
  case notLentYet(LendingRefusal?)
  /// It could be opened, but libinput finds no touches in it.
  case notUnderstood
  /// It could be opened, and was closed again: what it tells of itself can't be.
  case absurd(AbsurdAxis)
  /// It also has the keys of a keyboard, and the rules don't allow that.
  case hasKeys
  /// It could be opened, and was closed again unread: the kernel doesn't withhold its keys, with errno.
  case keysStay(Int32)

  /// Whether the device may open a moment later, as when a session has just got the screen.
  var mayPass: Bool {
    switch self {
    case .mayNotOpen, .notLentYet: true
    case .notUnderstood, .absurd, .hasKeys, .keysStay: false
    }
  }
}

/// Whether descriptors have run out, which libinput does not tell from a device that it does not understand.
enum DescriptorShortage {
  /// More than it takes to open a device: the node itself, and the files in which udev keeps what it knows.
  private static let needed = 8

  /// Nil while there are enough.
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

/// A touch device that can't be read, why, and how to change that.
public struct UnopenableDevice: Equatable, Sendable {
  public var node: String
  public var name: String
  public var kind: DeviceKind
  public var refusal: Refusal
  /// See `DeviceIdentity.connection`.
  public var connection: String
  /// What is known of a refusal for lack of permission.
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

  /// What it is likely to be, once it may be read.
  public var expected: Device {
    Device(typical: kind, DeviceID(-1), name: name, size: DeviceDefaults.size, connection: connection)
  }
}

/// What holds of a device where nothing else is known.
enum DeviceDefaults {
  /// The size of a touchscreen or a pen's surface whose size is unknown: about a 14-inch panel.
  static let size = Size(width: 300, height: 190)
  /// libinput reports no gesture of five fingers, and of one finger only that it holds.
  fileprivate static let touchpadFingers = 1...4
  static let touchscreenFingers = 1...10
  fileprivate static let penFingers = 1...1
  static let penCapabilities: Capabilities = [.contacts, .places, .stylus]

  /// The hardware's own size goes first, then what the rules say. A size that no surface has is none.
  static func size(of kind: DeviceKind, reported: Size?, rules: Size?) -> (Size, SizeOrigin) {
    if let reported, reported.isOfSurface { return (reported, .device) }
    if let rules, rules.isOfSurface { return (rules, .rules) }
    switch kind {
    case .touchpad: return (.assumedTouchpad, .fallback)
    case .touchscreen, .pen: return (size, .fallback)
    }
  }

  /// libinput's count is 0 or less where it does not know.
  static func fingers(touchCount count: Int32) -> ClosedRange<Int> {
    count > 0 ? 1...Int(count) : touchscreenFingers
  }
}

extension Device {
  /// A device as those of its kind mostly are, read by libinput.
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

  /// A device as libinput would report it, as far as rules ask without its size.
  static func listening(to node: TouchNode) -> Device {
    Device(
      typical: node.kind, DeviceID(-1), name: node.name, size: DeviceDefaults.size, connection: node.connection)
  }

  /// A touchpad as far as its slots could tell at most, before they are looked at.
  static func withMostSlots(of node: TouchNode) -> Device {
    var device = Device(
      id: DeviceID(-1), name: node.name, deviceClass: .touchpad, size: DeviceDefaults.size,
      capabilities: [.contacts, .places, .pressure, .pointing, .buttons], fingers: DeviceDefaults.touchscreenFingers)
    device.connection = node.connection
    return device
  }
}

/// How a device has behaved: which of its faults were said, what it has lost, how often it had to be closed.
///
/// Faults of one kind that are less than `calm` apart are one spell.
struct FaultHistory {
  /// After so long without a fault all is forgiven.
  private static let calm = TimeSpan(milliseconds: 60_000)
  /// How often events may be lost within `lossTime`. A busy machine loses some now and then; libinput logs 5 of them.
  static let losses = 4
  private static let lossTime = TimeSpan(milliseconds: 30_000)
  /// How long a device rests the first time; twice as long each further time of a spell, up to the last. That is less than
  /// `calm`, so that a device that never behaves is one spell.
  private static let firstRest = TimeSpan(milliseconds: 2000)
  private static let lastRest = TimeSpan(milliseconds: 32_000)

  private var last: [Timestamp?] = DeviceFault.allCases.map { _ in nil }
  private var lost: [Timestamp] = []
  private var rest = firstRest
  private var rested: Timestamp?

  /// Notes a fault; returns whether it is to be said, as the first of its spell.
  mutating func note(_ fault: DeviceFault, at time: Timestamp) -> Bool {
    guard let index = DeviceFault.allCases.firstIndex(of: fault) else { return true }
    defer { last[index] = time }
    guard let before = last[index] else { return true }
    return time - before > Self.calm
  }

  /// Notes that events were lost; returns whether that happens too often.
  mutating func noteLoss(at time: Timestamp) -> Bool {
    lost.removeAll { time - $0 > Self.lossTime }
    lost.append(time)
    guard lost.count >= Self.losses else { return false }
    lost.removeAll()
    return true
  }

  /// Notes that the device is closed; returns until when it rests.
  mutating func beginRest(at time: Timestamp) -> Timestamp {
    if let rested, time - rested > Self.calm { rest = Self.firstRest }
    let end = time + rest
    rest = min(TimeSpan(microseconds: rest.microseconds * 2), Self.lastRest)
    rested = end
    return end
  }
}

/// Reads in libinput's log that a device has lost events, which libinput reports nowhere else.
///
/// The device's kernel buffer was full. libinput then asks for the state of the device and goes on with that, so its next
/// event may be a jump from where fingers were long ago to where they are.
enum LostEvents {
  private static let sentence = ": SYN_DROPPED event"
  static let folder = "/dev/input/"

  /// The node that a message says has lost events; nil if it says something else.
  ///
  ///     event5  - Panel: SYN_DROPPED event - some input events have been lost.
  static func node(in message: String) -> String? {
    guard message.includes(sentence), let name = message.split(separator: " ").first else { return nil }
    return folder + name
  }
}
