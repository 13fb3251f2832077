/// A touch device as its source describes it.
public struct Device: Equatable, Sendable {
  public var id: DeviceID
  public var name: String
  public var deviceClass: DeviceClass
  /// See `DeviceIdentity.connection`.
  public var connection = ""
  /// In mm, before rotation.
  public var size: Size
  /// How its surface is turned, as the desktop or a recording tells; nil where nothing does. Rules go before it.
  public var rotation: Rotation?
  public var capabilities: Capabilities
  /// How many fingers the source can report at once.
  public var fingers: ClosedRange<Int>

  /// `size` is in mm, before rotation; `rotation` is what is known beside the rules; `fingers` is how many the source can report at once.
  public init(
    id: DeviceID, name: String, deviceClass: DeviceClass, size: Size, rotation: Rotation? = nil,
    capabilities: Capabilities, fingers: ClosedRange<Int> = 1...10
  ) {
    self.id = id
    self.name = name
    self.deviceClass = deviceClass
    self.size = size
    self.rotation = rotation
    self.capabilities = capabilities
    self.fingers = fingers
  }
}

extension Device {
  /// By what rules know it.
  public var identity: DeviceIdentity { DeviceIdentity(name, deviceClass, connection: connection) }
}

/// By what rules know a device before it is opened, and after.
public struct DeviceIdentity: Hashable, Sendable {
  public var name: String
  public var deviceClass: DeviceClass
  /// The kernel's name of the place where the device is connected, such as `usb-0000:00:14.0-1/input0`: it tells devices of the same
  /// name apart. Empty if it is unknown.
  public var connection: String

  /// A device of this name and class; `connection` is the kernel's name of the place where it is connected.
  public init(_ name: String, _ deviceClass: DeviceClass, connection: String = "") {
    self.name = name
    self.deviceClass = deviceClass
    self.connection = connection
  }
}

/// A device's number, unique while the program runs: a device that comes back gets a new one.
public struct DeviceID: Hashable, Sendable {
  public let rawValue: Int32
  /// A number that no device of the same engine had before.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// The classes of surface that have defaults of their own.
public enum DeviceClass: String, CaseIterable, Sendable { case touchscreen, touchpad }

/// What a source can report of a device. A gesture kind states the capabilities that it needs.
public struct Capabilities: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Every contact is seen from down to up, so taps can be told from other touches.
  public static let contacts = Capabilities(rawValue: 1)
  /// Positions are places on the surface, so edges and zones mean something.
  public static let places = Capabilities(rawValue: 2)
  public static let pressure = Capabilities(rawValue: 4)
  /// The source counts the fingers before it reports them: no recognizer has to wait for another finger to land.
  public static let settledFingers = Capabilities(rawValue: 8)
  /// It is touched by a pen, and by nothing else: its touches are of a stylus.
  public static let stylus = Capabilities(rawValue: 16)
  /// One and two fingers on it point and scroll: a rule for one or two counts only if it names the device.
  public static let pointing = Capabilities(rawValue: 32)
  /// Applications get its touches from us, so a gesture can keep them or take them back.
  public static let interception = Capabilities(rawValue: 64)
  /// It has a button that fingers on it press.
  public static let buttons = Capabilities(rawValue: 128)
  /// A pen touches a screen there, so that it draws where one looks. Touchscreens need not say so.
  public static let onScreen = Capabilities(rawValue: 256)
}

/// How the surface is turned, clockwise, against the way its sensor counts.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// The size of the surface as the user sees it.
  public func apply(_ size: Size) -> Size {
    switch self {
    case .none, .half: size
    case .quarter, .threeQuarters: Size(width: size.height, height: size.width)
    }
  }

  /// A place on the unrotated surface of `size`, as the user sees it.
  public func apply(_ p: Vector, on size: Size) -> Vector {
    switch self {
    case .none: p
    case .quarter: Vector(size.height - p.y, p.x)
    case .half: Vector(size.width - p.x, size.height - p.y)
    case .threeQuarters: Vector(p.y, size.width - p.x)
    }
  }
}

/// How the picture stands on an output, for the person before it.
public enum Orientation: String, CaseIterable, Sendable {
  case landscape, portrait
  case landscapeFlipped = "landscape-flipped"
  case portraitFlipped = "portrait-flipped"

  /// Of a panel that is turned; `isTall` is whether it is higher than wide when it is not.
  public init(_ rotation: Rotation, isTall: Bool) {
    self =
      switch rotation {
      case .none: isTall ? .portrait : .landscape
      case .quarter: isTall ? .landscape : .portrait
      case .half: isTall ? .portraitFlipped : .landscapeFlipped
      case .threeQuarters: isTall ? .landscapeFlipped : .portraitFlipped
      }
  }
}

/// Which devices a rule is for.
public enum DeviceMatch: Hashable, Sendable {
  case any
  case deviceClass(DeviceClass)
  /// A name or a connection with `*` and `?`, in capitals or not.
  case name(String)

  /// The devices of a section `[device.CLASS]` or `[device."PATTERN"]`.
  public init(section key: String) { self = DeviceClass(rawValue: key).map { .deviceClass($0) } ?? .name(key) }

  /// Whether the device is of this class, or fits the pattern by its name or its connection.
  public func matches(_ device: Device) -> Bool { matches(device.identity) }

  /// Whether a device of this identity matches.
  public func matches(_ device: DeviceIdentity) -> Bool {
    switch self {
    case .any: true
    case .deviceClass(let wanted): device.deviceClass == wanted
    case .name(let pattern):
      glob(pattern, matches: device.name, ignoringCase: true)
        || !device.connection.isEmpty && glob(pattern, matches: device.connection, ignoringCase: true)
    }
  }

  /// The classes of device it may mean; a name may belong to either.
  public var classes: [DeviceClass] {
    switch self {
    case .any, .name: DeviceClass.allCases
    case .deviceClass(let one): [one]
    }
  }

  /// Whether devices match by their names or connections.
  public var isByName: Bool {
    switch self {
    case .any, .deviceClass: false
    case .name: true
    }
  }
}

/// Whether `text` fits a pattern in which `*` stands for any run of characters and `?` for one. The case that may be ignored is
/// that of ASCII's letters.
public func glob(_ pattern: String, matches text: String, ignoringCase: Bool = false) -> Bool {
  func scalars(_ text: String) -> [Unicode.Scalar] {
    ignoringCase ? text.unicodeScalars.map(\.lowercasedASCII) : Array(text.unicodeScalars)
  }
  let pattern = scalars(pattern)
  let text = scalars(text)
  var p = 0
  var t = 0
  var star: (pattern: Int, text: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == "*" {
      star = (p, t)
      p += 1
    } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let last = star {
      p = last.pattern + 1
      t = last.text + 1
      star = (last.pattern, t)
    } else {
      return false
    }
  }
  return pattern[p...].allSatisfy { $0 == "*" }
}

extension Unicode.Scalar {
  fileprivate var lowercasedASCII: Unicode.Scalar {
    ("A"..."Z").contains(self) ? Unicode.Scalar(UInt8(value) | 0x20) : self
  }
}

/// What libinput reports of a touchpad: gestures it has recognized itself, and no touches.
public enum LibinputTouchpad {
  public static let capabilities: Capabilities = .settledFingers

  /// How many fingers a gesture of this kind can be seen with: libinput reports pinches of 2 to 4 fingers, movements of
  /// 3 and 4 (two of them scroll), and fingers that rest, 1 to 4. Source: libinput's documentation, "Gestures".
  public static func fingers(for kind: Kind, _ settings: Settings) -> ClosedRange<Int> {
    if !kind.reports.isDisjoint(with: [.scale, .rotation]) { return 2...4 }
    // A long press reports its movement too, but begins at rest.
    if kind.traits.travel(settings) != nil || kind.reports.contains(.velocity) { return 3...4 }
    return 1...4
  }

  /// Whether it reports a gesture of this kind with this number of fingers.
  static func tells(_ kind: Kind, _ settings: Settings, fingers: Int) -> Bool {
    kind.needs(settings).isSubset(of: capabilities) && self.fingers(for: kind, settings).contains(fingers)
  }
}
