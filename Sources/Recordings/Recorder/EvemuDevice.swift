import Evdev
import GestureCore

/// What an evemu file says of the device whose events it holds.
struct EvemuDevice: Sendable {
  let device: Device
  let rotation: Rotation?

  var hasPressure: Bool { device.capabilities.contains(.pressure) }

  /// Whether it is the same piece of hardware, plugged in again.
  func isSame(_ other: EvemuDevice) -> Bool {
    device.name == other.device.name && device.deviceClass == other.device.deviceClass
      && device.size == other.device.size && rotation == other.rotation
  }

  /// The lines before the events.
  func header(_ remarks: [String]) -> String {
    let told = "\(EvemuComment.mark)\(DeviceLine.text(device, alias: device.deviceClass.rawValue, rotation: rotation))"
    var lines = ["# EVEMU 1.3"] + remarks.map { "# \($0)" }
    if !device.capabilities.contains(.contacts) { lines.append("# \(RecordingRemark.virtualTouches)") }
    // The name on its own line has no quotes to keep a new line in.
    lines += [told.oneLine, "N: \(device.name.oneLine)", "I: \(Self.identity)"]
    lines += Self.lines("P:", Self.bytes(of: properties, count: Self.groupSize))
    lines += Self.lines("B: 00", Self.bytes(of: types, count: Self.groupSize))
    lines += Self.lines("B: 01", Self.bytes(of: keys, count: Self.keyBytes))
    lines += Self.lines("B: 03", Self.bytes(of: axes.map { Int($0.code) }, count: Self.groupSize))
    lines += axes.map { axis in
      "A: \(Self.hex(Int(axis.code))) \(axis.minimum) \(axis.maximum) 0 0 \(axis.resolution)"
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The keys that say how many fingers there are, where their number has changed.
  func fingerKeys(_ before: Int, _ now: Int) -> [EvemuEvent] {
    guard before != now else { return [] }
    var events: [EvemuEvent] = []
    if device.deviceClass == .touchpad {
      let tools = Self.fingerTools
      let old = before > 0 ? tools[min(before, tools.count) - 1] : nil
      let new = now > 0 ? tools[min(now, tools.count) - 1] : nil
      if old != new {
        if let old { events.append(EvemuEvent(Codes.key, old, 0)) }
        if let new { events.append(EvemuEvent(Codes.key, new, 1)) }
      }
    }
    if before == 0 || now == 0 { events.append(EvemuEvent(Codes.key, Codes.btnTouch, now > 0 ? 1 : 0)) }
    return events
  }

  /// One axis of the description.
  private struct Axis {
    let code: UInt16
    var minimum: Int32 = 0
    let maximum: Int32
    var resolution = 0
  }

  /// BUS_VIRTUAL, no vendor and no product.
  private static let identity = "0006 0000 0000 0001"
  private static let groupSize = 8
  private static let keyBytes = 96
  private static let btnLeft = 0x110
  private static let propButtonPad = 2
  private static let fingerTools = [
    Codes.btnToolFinger, Codes.btnToolDoubleTap, Codes.btnToolTripleTap, Codes.btnToolQuadTap, Codes.btnToolQuintTap,
  ]

  private var types: [Int] { [Codes.syn, Codes.key, Codes.abs].map(Int.init) }

  private var properties: [Int] {
    switch device.deviceClass {
    case .touchscreen: [Codes.propDirect]
    case .touchpad: [Codes.propPointer, Self.propButtonPad]
    }
  }

  private var keys: [Int] {
    switch device.deviceClass {
    case .touchscreen: [Int(Codes.btnTouch)]
    case .touchpad: [Int(Codes.btnTouch), Self.btnLeft] + Self.fingerTools.map(Int.init)
    }
  }

  private var axes: [Axis] {
    let (width, height) = (Self.units(device.size.width), Self.units(device.size.height))
    let resolution = EvemuSlots.unitsPerMM
    var axes = [
      Axis(code: Codes.absX, maximum: width, resolution: resolution),
      Axis(code: Codes.absY, maximum: height, resolution: resolution),
      Axis(code: Codes.slot, maximum: Int32(clamping: device.fingers.upperBound - 1)),
      Axis(code: Codes.positionX, maximum: width, resolution: resolution),
      Axis(code: Codes.positionY, maximum: height, resolution: resolution),
      Axis(code: Codes.toolType, maximum: Codes.toolPalm),
      Axis(code: Codes.trackingID, maximum: EvemuSlots.greatestID),
    ]
    if hasPressure { axes.append(Axis(code: Codes.pressure, maximum: EvemuSlots.unitsOfPressure)) }
    return axes
  }

  private static func units(_ mm: Double) -> Int32 {
    Int32(clamping: Int((mm * Double(EvemuSlots.unitsPerMM)).rounded()))
  }

  private static func bytes(of bits: [Int], count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    for bit in bits { bytes[bit / 8] |= 1 << UInt8(bit % 8) }
    return bytes
  }

  private static func lines(_ tag: String, _ bytes: [UInt8]) -> [String] {
    stride(from: 0, to: bytes.count, by: groupSize).map { start in
      "\(tag) \(bytes[start..<start + groupSize].map { hex(Int($0)) }.joined(separator: " "))"
    }
  }

  private static func hex(_ value: Int) -> String { EvemuLine.padded(String(value, radix: 16), 2) }
}

/// How lines of events are written.
enum EvemuLine {
  private static let fractionDigits = 6
  private static let microsecondsPerSecond: Int64 = 1_000_000
  private static let wordWidth = 4

  static func event(_ event: EvemuEvent, at time: Int64) -> String {
    let value = (event.value < 0 ? "-" : "") + padded(String(event.value.magnitude), event.value < 0 ? 3 : wordWidth)
    return "E: \(seconds(time)) \(hex(event.type)) \(hex(event.code)) \(value)\n"
  }

  static func seconds(_ microseconds: Int64) -> String {
    let fraction = padded(String(microseconds % microsecondsPerSecond), fractionDigits)
    return "\(microseconds / microsecondsPerSecond).\(fraction)"
  }

  static func padded(_ digits: String, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func hex(_ value: UInt16) -> String { padded(String(value, radix: 16), wordWidth) }
}

extension String {
  /// Control characters would end the line.
  fileprivate var oneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
