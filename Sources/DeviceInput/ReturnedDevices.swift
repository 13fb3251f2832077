import GestureCore

/// Notices devices that come back with fewer abilities, often after sleep, because their drivers use a simpler mode. A
/// touchpad on I2C, SMBus or PS/2 may become a mouse; from SMBus, with a PS/2 mouse's name and connection.
struct ReturnedDevices {
  struct Mouse: Equatable {
    let name: String
    let connection: String
  }

  private struct Known {
    let device: DeviceIdentity
    let kind: DeviceKind
    let isRaw: Bool
    /// The number of fingers that the device can report, or could report before it lost abilities. 0 if unknown.
    var fingers: Int
    /// A sentence about the lost abilities; nil if the device has lost no abilities.
    var remark: String?
  }

  /// The maximum number of remembered devices; no machine has more.
  private static let most = 64
  /// The wait before the search for a missing device among the mice.
  static let pause = TimeSpan(milliseconds: 3000)

  private var known: [Known] = []

  var remarks: [String] { known.compactMap(\.remark) }

  /// Whether a built-in touchpad is missing from `present`. Such a touchpad may have come back as a mouse.
  func mayBeMouse(besides present: [DeviceIdentity]) -> Bool {
    known.contains { one in Self.isBuiltInPad(one) && !present.contains { Self.isSame(one, $0) } }
  }

  /// Records an open device. Returns a sentence to log if the device reports fewer fingers than before, otherwise nil.
  /// Also nil if the sentence was returned before, or if `isRaw` has changed for a device other than a touchpad.
  mutating func opened(_ found: FoundDevice, _ node: TouchNode) -> String? {
    let fingers = node.kind == .touchpad ? node.countedFingers : found.device.fingers.upperBound
    let before = known.firstIndex { $0.kind == node.kind && Self.isSame($0, node.identity) }.map {
      known.remove(at: $0)
    }
    var now = Known(device: node.identity, kind: node.kind, isRaw: found.isRaw, fingers: fingers)
    var news: String?
    if let before, before.isRaw == found.isRaw || node.kind == .touchpad, fingers > 0, fingers < before.fingers {
      let remark = Wording.returned(found, with: fingers, insteadOf: before.fingers)
      if remark != before.remark { news = remark }
      (now.fingers, now.remark) = (before.fingers, remark)
    }
    known.append(now)
    if known.count > Self.most { known.removeFirst() }
    return news
  }

  /// Searches for missing built-in touchpads among `mice`. Returns new sentences to log.
  mutating func look(among mice: [Mouse], besides present: [DeviceIdentity]) -> [String] {
    var news: [String] = []
    for index in known.indices
    where Self.isBuiltInPad(known[index]) && !present.contains(where: { Self.isSame(known[index], $0) }) {
      let mouse = mice.first { Self.isSameConnection(known[index].device.connection, $0.connection) }
      let remark = mouse.map { Wording.returned(known[index].device.name, as: $0.name) }
      if let remark, remark != known[index].remark { news.append(remark) }
      known[index].remark = remark
    }
    return news
  }

  private static func isBuiltInPad(_ known: Known) -> Bool {
    known.kind == .touchpad && isBuiltIn(known.device.connection)
  }

  /// Whether the connections match and, unless the device is built in, the names. A built-in device's name may change.
  private static func isSame(_ known: Known, _ device: DeviceIdentity) -> Bool {
    guard isSameConnection(known.device.connection, device.connection) else { return false }
    return isBuiltIn(device.connection) || known.device.name == device.name
  }

  private static func isSameConnection(_ one: String, _ other: String) -> Bool {
    one == other || isOnSMBus(one) && isOnPS2(other) || isOnPS2(one) && isOnSMBus(other)
  }

  private static func isBuiltIn(_ connection: String) -> Bool {
    connection.hasPrefix("i2c-") || isOnSMBus(connection) || isOnPS2(connection)
  }

  /// Whether the connection has the prefix that the kernel's driver rmi4 gives to devices on the SMBus.
  private static func isOnSMBus(_ connection: String) -> Bool { connection.hasPrefix("rmi4-") }

  /// Whether the connection has the prefix that the kernel's driver i8042 gives to PS/2 devices.
  private static func isOnPS2(_ connection: String) -> Bool { connection.hasPrefix("isa0060/serio") }
}

extension Wording {
  static func returned(_ found: FoundDevice, with fingers: Int, insteadOf before: Int) -> String {
    "\(subject(found)) now reports only \(fingers) \(fingers == 1 ? "finger" : "fingers") instead of \(before); \(reloadDriver)"
  }

  static func returned(_ name: String, as mouse: String) -> String {
    """
    touchpad "\(printable(name))" is now a mouse, "\(printable(mouse))", which reports no touches; \(reloadDriver)
    """
  }

  private static let reloadDriver =
    "its driver probably uses a simpler mode now: suspend and wake the machine, reload the driver, or restart the machine"
}
