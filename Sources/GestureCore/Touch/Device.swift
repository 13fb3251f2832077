/// A touch device, as its input source describes it.
public struct Device: Equatable, Sendable {
  public var id: DeviceID
  public var name: String
  public var deviceClass: DeviceClass
  /// The kernel's name of the connection; see ``DeviceIdentity/connection``.
  public var connection = ""
  /// The size of the surface in mm, before rotation.
  public var size: Size
  /// The reported rotation. Nil if unknown. A rotation in the rules overrides it.
  public var rotation: Rotation?
  public var capabilities: Capabilities
  /// The numbers of fingers that the source can report at once.
  public var fingers: ClosedRange<Int>

  /// Creates a device; `size` is the size of the surface in mm, before rotation.
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
  /// The properties by which rules match the device.
  public var identity: DeviceIdentity { DeviceIdentity(name, deviceClass, connection: connection) }
}

/// The properties by which rules match a device. They are known before the device is opened.
public struct DeviceIdentity: Hashable, Sendable {
  public var name: String
  public var deviceClass: DeviceClass
  /// The kernel's name of the connection: `usb-0000:00:14.0-1/input0`. Empty if unknown.
  public var connection: String

  /// Creates the identity of a device; `connection` is empty if it is unknown.
  public init(_ name: String, _ deviceClass: DeviceClass, connection: String = "") {
    self.name = name
    self.deviceClass = deviceClass
    self.connection = connection
  }
}

/// A device's number. A device that is connected again gets a new number.
public struct DeviceID: Hashable, Sendable {
  public let rawValue: Int32
  /// Creates a device number. The engine must never have had another device with this number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// The classes of devices, each with its own defaults.
public enum DeviceClass: String, CaseIterable, Sendable { case touchscreen, touchpad }

/// The capabilities of a device and its source.
public struct Capabilities: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The source reports every contact from landing to lift, so taps can be recognized.
  public static let contacts = Capabilities(rawValue: 1)
  /// The source reports the position of each finger, so edges and zones work.
  public static let places = Capabilities(rawValue: 2)
  public static let pressure = Capabilities(rawValue: 4)
  /// The source reports fingers only when their number is final.
  public static let settledFingers = Capabilities(rawValue: 8)
  /// The device reports only a pen; all of its touches have the tool `stylus`.
  public static let stylus = Capabilities(rawValue: 16)
  /// On this device, one finger points and two scroll. Rules for one or two fingers must name the device or its class.
  public static let pointing = Capabilities(rawValue: 32)
  /// Applications get the device's touches from the daemon.
  public static let interception = Capabilities(rawValue: 64)
  /// The device has a button that fingers press.
  public static let buttons = Capabilities(rawValue: 128)
  /// The pen touches a screen, and not a drawing tablet. Only pens have this capability.
  public static let onScreen = Capabilities(rawValue: 256)
}

/// The clockwise rotation of the surface, compared with the sensor's coordinates.
public enum Rotation: Int, CaseIterable, Sendable {
  case none = 0
  case quarter = 90
  case half = 180
  case threeQuarters = 270

  /// Returns the size of the rotated surface, as the user sees it.
  public func apply(_ size: Size) -> Size {
    switch self {
    case .none, .half: size
    case .quarter, .threeQuarters: Size(width: size.height, height: size.width)
    }
  }

  /// Returns the position on the rotated surface for a position on the unrotated surface of this size.
  public func apply(_ p: Vector, on size: Size) -> Vector {
    switch self {
    case .none: p
    case .quarter: Vector(size.height - p.y, p.x)
    case .half: Vector(size.width - p.x, size.height - p.y)
    case .threeQuarters: Vector(p.y, size.width - p.x)
    }
  }
}

/// The orientation of the picture on an output, as the user sees it.
public enum Orientation: String, CaseIterable, Sendable {
  case landscape, portrait
  case landscapeFlipped = "landscape-flipped"
  case portraitFlipped = "portrait-flipped"

  /// The orientation of a rotated panel. `isTall` is true if the unrotated panel is taller than it is wide.
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

/// The devices to which a rule applies.
public enum DeviceMatch: Hashable, Sendable {
  case any
  case deviceClass(DeviceClass)
  /// A pattern with `*` and `?` for the name or connection. The case of ASCII letters is ignored.
  case name(String)

  /// The devices to which a section of the rules applies. `key` is a class, or a pattern for the name or connection.
  public init(section key: String) { self = DeviceClass(rawValue: key).map { .deviceClass($0) } ?? .name(key) }

  /// Whether the device matches by its class, name or connection.
  public func matches(_ device: Device) -> Bool { matches(device.identity) }

  /// Whether a device with this identity matches.
  public func matches(_ device: DeviceIdentity) -> Bool {
    switch self {
    case .any: true
    case .deviceClass(let wanted): device.deviceClass == wanted
    case .name(let pattern):
      glob(pattern, matches: device.name, ignoringCase: true)
        || !device.connection.isEmpty && glob(pattern, matches: device.connection, ignoringCase: true)
    }
  }

  /// The classes that matching devices can have.
  public var classes: [DeviceClass] {
    switch self {
    case .any, .name: DeviceClass.allCases
    case .deviceClass(let one): [one]
    }
  }

  /// Whether devices match by their name or connection.
  public var isByName: Bool {
    switch self {
    case .any, .deviceClass: false
    case .name: true
    }
  }
}

/// Whether `text` matches a pattern with `*` and `?`. `ignoringCase` ignores the case of ASCII letters only.
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

/// A touchpad that is read with libinput. libinput reports gestures, but no touches.
public enum LibinputTouchpad {
  public static let capabilities: Capabilities = .settledFingers

  /// The numbers of fingers for which libinput reports this kind. Source: libinput's documentation, "Gestures".
  public static func fingers(for kind: Kind, _ settings: Settings) -> ClosedRange<Int> {
    if !kind.reports.isDisjoint(with: [.scale, .rotation]) { return 2...4 }
    // A long press reports its movement too, but begins at rest.
    if kind.traits.travel(settings) != nil || kind.reports.contains(.velocity) { return 3...4 }
    return 1...4
  }

  static func reports(_ kind: Kind, _ settings: Settings, fingers: Int) -> Bool {
    kind.needs(settings).isSubset(of: capabilities) && self.fingers(for: kind, settings).contains(fingers)
  }
}
