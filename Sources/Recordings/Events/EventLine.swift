import Evdev
import GestureCore

/// One line of an evemu file: a tag with values, or a comment.
enum EventLine {
  case event(RecordedEvent)
  case name(String)
  case properties([UInt8])
  /// A part of the bit field that lists an event type's codes. In the whole field, bit N is code N.
  case bits(type: UInt8, bytes: [UInt8])
  case axis(code: UInt16, AxisDescription)
  /// A comment that gesture-bridge has written: a `device` line, as in a touch script.
  case device(Tokens)
  /// A comment of gesture-bridge: all touches are cancelled at this time, in µs.
  case reset(Int64)
  /// Other lines: comments, blank lines, and tags such as I, L and S.
  case other

  /// Whether the word begins with a capital letter and a colon.
  static func isTagged(_ word: Substring) -> Bool {
    let bytes = Array(word.utf8.prefix(2))
    return bytes.count == 2 && bytes[1] == UInt8(ascii: ":")
      && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[0])
  }

  init(_ line: Line) throws(RecordingError.Reason) {
    let words = words(of: line.text)
    guard let tag = words.first, !tag.hasPrefix("#") else {
      self = Self.comment(line.text)
      return
    }
    let values = words.dropFirst().prefix { !$0.hasPrefix("#") }
    switch tag {
    case "E:": self = .event(try Self.event(Array(values), line))
    case "N:": self = .name(words.dropFirst().joined(separator: " "))
    case "P:": self = .properties(try Self.bytes(values))
    case "B:":
      let bytes = try Self.bytes(values)
      guard let type = bytes.first else { throw .badDescription }
      self = .bits(type: type, bytes: Array(bytes.dropFirst()))
    case "A:": self = try Self.axis(Array(values))
    default:
      guard Self.isTagged(tag) else { throw .notAnEventLine }
      self = .other
    }
  }

  /// Reads a comment that gesture-bridge wrote; any other text is `.other`.
  private static func comment(_ text: Substring) -> EventLine {
    if text.hasPrefix(EvemuComment.device), let words = try? tokenize(text.dropFirst(EvemuComment.mark.count)) {
      return .device(Tokens(words))
    }
    if text.hasPrefix(EvemuComment.reset), let time = microsecondsOfSeconds(text.dropFirst(EvemuComment.reset.count)) {
      return .reset(time)
    }
    return .other
  }

  private static func event(_ values: [Substring], _ line: Line) throws(RecordingError.Reason) -> RecordedEvent {
    guard values.count == 4 else { throw .badEvent }
    guard let time = microsecondsOfSeconds(values[0]) else { throw .badEventTime(String(values[0])) }
    guard let type = UInt16(values[1], radix: 16), let code = UInt16(values[2], radix: 16),
      let value = Int32(values[3])
    else { throw .badEvent }
    return RecordedEvent(line: line.number, time: time, type: type, code: code, value: value)
  }

  private static func bytes(_ words: ArraySlice<Substring>) throws(RecordingError.Reason) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in words {
      guard let byte = UInt8(word, radix: 16) else { throw .badDescription }
      bytes.append(byte)
    }
    return bytes
  }

  /// Reads an axis: code, minimum, maximum, fuzz, flat, and since evemu 1.2 the resolution.
  private static func axis(_ words: [Substring]) throws(RecordingError.Reason) -> EventLine {
    let numbers = words.dropFirst().compactMap { Int32($0) }
    guard let code = words.first.flatMap({ UInt16($0, radix: 16) }), (4...5).contains(numbers.count),
      numbers.count == words.count - 1
    else { throw .badDescription }
    let resolution = numbers.count == 5 ? numbers[4] : 0
    return .axis(code: code, AxisDescription(minimum: numbers[0], maximum: numbers[1], resolution: resolution))
  }
}

struct RecordedEvent {
  let line: Int
  /// The time of the event, in µs of the recording's clock.
  let time: Int64
  let type: UInt16
  let code: UInt16
  let value: Int32
}

/// A device's description: the lines `N`, `P`, `B` and `A` of an evemu file.
struct DeviceDescription {
  private(set) var name: String?
  private(set) var properties: [UInt8] = []
  private(set) var bits: [UInt8: [UInt8]] = [:]
  private(set) var axes: [UInt16: AxisDescription] = [:]

  var isEmpty: Bool { name == nil && properties.isEmpty && bits.isEmpty && axes.isEmpty }

  static func read(_ text: String, name: String) throws(RecordingError) -> DeviceDescription {
    var description = DeviceDescription()
    for line in Lines(text) {
      do throws(RecordingError.Reason) {
        description.add(try EventLine(line))
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    guard !description.isEmpty else { throw RecordingError(name, nil, .notADescription) }
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

  /// Appends `bytes` to `all`, up to 768 bits in total. No event type has more codes.
  private func append(_ bytes: [UInt8], to all: inout [UInt8]) {
    all.append(contentsOf: bytes.prefix(max(0, 768 / 8 - all.count)))
  }

  func has(property: Int) -> Bool { isSet(property, in: properties) }
  func has(key: UInt16) -> Bool { isSet(Int(key), in: bits[UInt8(Codes.key)] ?? []) }

  private func isSet(_ bit: Int, in bytes: [UInt8]) -> Bool {
    bytes.indices.contains(bit / 8) && bytes[bit / 8] & (1 << UInt8(bit % 8)) != 0
  }

  /// Whether the device is only for a pen: it reports a pen, but no multitouch positions.
  var isPen: Bool { has(key: Codes.btnToolPen) && axes[Codes.positionX] == nil }

  /// The device's class by the rules of udev's `input_id`; nil if the description shows no touch device.
  var deviceClass: DeviceClass? {
    if isPen || has(property: Codes.propDirect) { return .touchscreen }
    if has(key: Codes.btnToolFinger) && !has(key: Codes.btnToolPen) { return .touchpad }
    if has(property: Codes.propPointer) { return .touchpad }
    return has(key: Codes.btnTouch) || axes[Codes.positionX] != nil ? .touchscreen : nil
  }
}
