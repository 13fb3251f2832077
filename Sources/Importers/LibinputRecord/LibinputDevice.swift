import Formats
import Text

struct LibinputDevice {
  /// Values of linux/input-event-codes.h.
  private enum Code {
    static let key: Int64 = 1
    static let abs: Int64 = 3
    static let positionX: Int64 = 0x35
    static let btnTouch: Int64 = 0x14a
    static let btnToolPen: Int64 = 0x140
    static let propDirect: Int64 = 1
  }

  private static let touchClasses = ["ID_INPUT_TOUCHSCREEN=1", "ID_INPUT_TOUCHPAD=1", "ID_INPUT_TABLET=1"]
  /// The udev property of a tablet's buttons, which are next to its surface.
  private static let tabletPad = "ID_INPUT_TABLET_PAD=1"
  /// The greatest event code of all event types: `KEY_MAX`.
  private static let codeLimit: Int64 = 767
  private static let typeLimit: Int64 = 31
  private static let propertyLimit: Int64 = 31
  private static let idWords = 4
  private static let axisNumbers = 4...5
  private static let microseconds: Int64 = 1_000_000

  let name: String
  private let file: String
  private let identity: [Int64]
  private let codes: [Int64: [Int64]]
  private let axes: [(code: Int64, numbers: [Int64])]
  private let properties: [Int64]
  private let classes: [String]
  private let eventNodes: YAMLNode?

  init(_ node: YAMLNode, _ file: String) throws(ImportError) {
    self.file = file
    guard let evdev = node["evdev"], evdev.map != nil else {
      throw LibinputWording.error(file, node.line, LibinputWording.noDescription)
    }
    name = evdev["name"]?.text ?? ""
    identity = try Self.numbers(evdev["id"], file, 0...Int64(UInt16.max))
    var codes: [Int64: [Int64]] = [:]
    for pair in evdev["codes"]?.map ?? [] {
      codes[try Self.number(pair.key, file, 0...Self.typeLimit)] = try Self.numbers(
        pair.value, file, 0...Self.codeLimit)
    }
    self.codes = codes
    var axes: [(Int64, [Int64])] = []
    for pair in evdev["absinfo"]?.map ?? [] {
      let numbers = try Self.numbers(pair.value, file, Int64(Int32.min)...Int64(Int32.max))
      guard Self.axisNumbers.contains(numbers.count) else {
        throw LibinputWording.error(file, pair.value.line, LibinputWording.badNumbers)
      }
      axes.append((try Self.number(pair.key, file, 0...Self.codeLimit), numbers))
    }
    self.axes = axes
    properties = try Self.numbers(evdev["properties"], file, 0...Self.propertyLimit)
    classes = node["udev"]?["properties"]?.list?.compactMap { $0.text } ?? []
    eventNodes = node["events"]
  }

  /// Whether this is a touch device. udev's `ID_INPUT` properties decide; if missing, axes, keys and evdev properties.
  var isTouch: Bool {
    if classes.contains(where: { $0.hasPrefix("ID_INPUT") }) {
      return classes.contains { Self.touchClasses.contains($0) } && !classes.contains(Self.tabletPad)
    }
    if codes[Code.abs]?.contains(Code.positionX) == true { return true }
    let keys = codes[Code.key] ?? []
    return keys.contains(Code.btnTouch) && (properties.contains(Code.propDirect) || keys.contains(Code.btnToolPen))
  }

  /// The lines that describe the device in evemu's format.
  var description: [String] {
    let words = (identity + Array(repeating: 0, count: Self.idWords)).prefix(Self.idWords)
    var lines = ["N: \(name.oneLine)", "I: " + words.map { hexadecimal($0, digits: 4) }.joined(separator: " ")]
    lines.append("P: " + Self.bits(properties, upTo: Self.propertyLimit))
    for (type, list) in codes.sorted(by: { $0.key < $1.key }) {
      // The codes of type 0 are the event types of the device.
      let bits = type == 0 ? Array(codes.keys) : list
      lines.append("B: \(hexadecimal(type, digits: 2)) \(Self.bits(bits, upTo: bits.max() ?? 0))")
    }
    for (code, numbers) in axes {
      lines.append("A: \(hexadecimal(code, digits: 2)) " + numbers.map(String.init).joined(separator: " "))
    }
    return lines
  }

  /// Calls `report` with each event as an evemu line, and the event's line number. Throws if an event is invalid.
  func events(_ lines: RecordedLines, _ report: (String, Int) -> Void) throws(ImportError) {
    guard let eventNodes, eventNodes.text != "" else { return }
    guard let groups = eventNodes.list else { throw bad(eventNodes) }
    for group in groups {
      guard group.map != nil else { throw bad(group) }
      // The group may also have hidraw and libinput events.
      guard let evdev = group["evdev"] else { continue }
      guard let events = evdev.list else { throw bad(evdev) }
      for event in events {
        let line = event.line
        guard let numbers = event.text.flatMap({ lines.event($0, line: line) }) ?? Self.list(event),
          let text = Self.line(numbers)
        else { throw bad(event) }
        report(text, line)
      }
    }
  }

  private func bad(_ node: YAMLNode) -> ImportError { LibinputWording.error(file, node.line, LibinputWording.badEvent) }

  private static func list(_ node: YAMLNode) -> RecordedLines.Numbers? {
    guard let sequence = node.list, sequence.count == RecordedLines.numbersOfAnEvent else { return nil }
    return sequence.all(\.whole)
  }

  private static func line(_ numbers: RecordedLines.Numbers) -> String? {
    guard numbers.count == RecordedLines.numbersOfAnEvent, numbers[0] >= 0, numbers[0] <= Int64(UInt32.max),
      (0..<microseconds).contains(numbers[1]), let type = UInt16(exactly: numbers[2]),
      let code = UInt16(exactly: numbers[3]), let value = Int32(exactly: numbers[4])
    else { return nil }
    let (fraction, codes) = (zeroPadded("\(numbers[1])", 6), [type, code].map { hexadecimal($0, digits: 4) })
    return "E: \(numbers[0]).\(fraction) \(codes[0]) \(codes[1]) \(value)"
  }

  private static func numbers(
    _ node: YAMLNode?, _ file: String, _ range: ClosedRange<Int64>
  ) throws(ImportError) -> [Int64] {
    guard let node, node.text != "" else { return [] }
    guard let sequence = node.list, sequence.count <= codeLimit + 1 else {
      throw LibinputWording.error(file, node.line, LibinputWording.badNumbers)
    }
    var numbers: [Int64] = []
    for element in sequence { numbers.append(try number(element, file, range)) }
    return numbers
  }

  private static func number(
    _ node: YAMLNode, _ file: String, _ range: ClosedRange<Int64>
  ) throws(ImportError) -> Int64 {
    if let number = node.whole, range.contains(number) { return number }
    throw LibinputWording.error(file, node.line, LibinputWording.badNumbers)
  }

  private static func bits(_ numbers: [Int64], upTo greatest: Int64) -> String {
    var bytes = [UInt8](repeating: 0, count: Int(greatest) / 8 + 1)
    for number in numbers { bytes[Int(number) / 8] |= 1 << UInt8(number % 8) }
    return bytes.map { hexadecimal($0, digits: 2) }.joined(separator: " ")
  }
}
