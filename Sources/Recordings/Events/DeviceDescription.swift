import Evdev
import GestureCore

/// What a device says of itself: the lines `N`, `P`, `B` and `A` of an evemu file.
struct DeviceDescription {
  private(set) var name: String?
  private(set) var properties: [UInt8] = []
  private(set) var bits: [UInt8: [UInt8]] = [:]
  private(set) var axes: [UInt16: AxisDescription] = [:]

  /// Whether there was any line of a description.
  var isEmpty: Bool { name == nil && properties.isEmpty && bits.isEmpty && axes.isEmpty }

  static func read(_ text: String, name: String) throws(RecordingError) -> DeviceDescription {
    var description = DeviceDescription()
    for line in lines(of: text) {
      do throws(RecordingError.Reason) {
        description.add(try EventLine(line))
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    guard !description.isEmpty else { throw RecordingError(name, nil, .events(.notADescription)) }
    return description
  }

  mutating func add(_ line: EventLine) {
    switch line {
    case .name(let name): self.name = name
    case .properties(let bytes): append(bytes, to: &properties)
    case .bits(let type, let bytes): append(bytes, to: &bits[type, default: []])
    case .axis(let code, let axis): axes[code] = axis
    case .event, .device, .reset, .other: break
    }
  }

  /// No type has more codes than the 768 keys: more bytes than these are garbage.
  private func append(_ bytes: [UInt8], to all: inout [UInt8]) {
    all.append(contentsOf: bytes.prefix(max(0, 768 / 8 - all.count)))
  }

  func has(property: Int) -> Bool { isSet(property, in: properties) }
  func has(key: UInt16) -> Bool { isSet(Int(key), in: bits[UInt8(Codes.key)] ?? []) }

  private func isSet(_ bit: Int, in bytes: [UInt8]) -> Bool {
    bytes.indices.contains(bit / 8) && bytes[bit / 8] & (1 << UInt8(bit % 8)) != 0
  }

  /// Whether it is a pen's surface: one with slots has fingers too.
  var isPen: Bool { has(key: Codes.btnToolPen) && axes[Codes.positionX] == nil }

  /// As udev's input_id decides it: a direct surface is a screen, one that knows a finger from a pen is a pad.
  var deviceClass: DeviceClass? {
    if isPen || has(property: Codes.propDirect) { return .touchscreen }
    if has(key: Codes.btnToolFinger) && !has(key: Codes.btnToolPen) { return .touchpad }
    if has(property: Codes.propPointer) { return .touchpad }
    return has(key: Codes.btnTouch) || axes[Codes.positionX] != nil ? .touchscreen : nil
  }
}
