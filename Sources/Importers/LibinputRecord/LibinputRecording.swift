import Formats

/// A recording of `libinput record` as the text of an evemu file. Reads version 1 of the format and skips unknown keys.
/// Events keep their line numbers if possible, for messages. Source: the manual page of `libinput record`.
public struct LibinputRecording {
  /// The evemu text; each device begins with a line `N:`.
  public let evemu: String

  static let version: Int64 = 1
  /// The greatest number of devices, more than any machine has.
  private static let deviceLimit = 256

  /// Reads `bytes`, the content of `file`. Throws if the file isn't a valid version 1 recording or has no touch device.
  public init(bytes: [UInt8], file: String) throws(ImportError) {
    let lines = RecordedLines(bytes)
    guard !bytes.contains(0), let text = String(validating: lines.text, as: UTF8.self) else {
      throw LibinputWording.error(file, nil, ImportWording.notText)
    }
    let document: YAMLNode?
    do throws(FormatError) {
      document = try YAMLReader(text, YAMLFixes(LibinputWording.fileFix, twice: LibinputWording.fileFix)).only()
    } catch {
      throw ImportError(file: file, line: error.line, error.message, fix: error.fix)
    }
    guard let root = document, root.map != nil, let version = root["version"] else {
      throw LibinputWording.error(file, nil, LibinputWording.noVersion)
    }
    guard version.whole == Self.version else {
      throw ImportError(
        file: file, line: version.line, LibinputWording.otherVersion(version.text ?? ""),
        fix: LibinputWording.otherVersionFix)
    }
    evemu = try Self.text(root, file, lines)
  }

  private static func text(_ root: YAMLNode, _ file: String, _ lines: RecordedLines) throws(ImportError) -> String {
    guard let nodes = root["devices"]?.list, !nodes.isEmpty else {
      throw LibinputWording.error(file, root["devices"]?.line, LibinputWording.noDevices)
    }
    guard nodes.count <= deviceLimit else {
      throw LibinputWording.error(file, nil, LibinputWording.manyDevices(nodes.count))
    }
    var text = LinedText()
    var others: [String] = []
    var isAnyTouched = false
    for node in nodes {
      let device = try LibinputDevice(node, file)
      guard device.isTouch else {
        others.append(device.name)
        continue
      }
      isAnyTouched = true
      for line in device.description { text.add(line, at: node.line) }
      try device.events(lines) { text.add($0, at: $1) }
    }
    guard isAnyTouched else {
      throw ImportError(file: file, LibinputWording.noTouchDevice(others), fix: LibinputWording.noTouchDeviceFix)
    }
    return text.text
  }
}

/// Lines of text at wanted line numbers. A line moves down if its number is taken.
private struct LinedText {
  private(set) var text = ""
  private var line = 1

  mutating func add(_ content: String, at place: Int) {
    while line < place {
      text += "\n"
      line += 1
    }
    text += content + "\n"
    line += 1
  }
}

/// The events of a `libinput record` file, removed from its YAML text.
///
/// Most lines are events. A word replaces each event, so that the YAML is parsed faster.
struct RecordedLines {
  /// An event: seconds, microseconds, type, code and value.
  typealias Numbers = [Int64]

  static let numbersOfAnEvent = 5
  /// The beginning of the word that replaces an event; the event's line number follows.
  private static let mark = "event-of-line-"

  /// The text with words instead of events; line numbers are unchanged.
  private(set) var text: [UInt8] = []
  private var events: [Int: Numbers] = [:]

  init(_ bytes: [UInt8]) {
    text.reserveCapacity(bytes.count / 2)
    var rest = bytes[...]
    var number = 1
    while true {
      // Only one line at a time is split off, because a file may have as many lines as bytes.
      let line = rest[..<(rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex)]
      if let (indentation, numbers) = Self.event(line) {
        events[number] = numbers
        text += line.prefix(indentation)
        text += Array("- \(Self.mark)\(number)".utf8)
      } else {
        text += line
      }
      guard line.endIndex < rest.endIndex else { break }
      text.append(UInt8(ascii: "\n"))
      rest = rest[(line.endIndex + 1)...]
      number += 1
    }
  }

  /// The event that `word` replaces in this line. Nil for other words.
  func event(_ word: String, line: Int) -> Numbers? { word == "\(Self.mark)\(line)" ? events[line] : nil }

  private static func event(_ line: ArraySlice<UInt8>) -> (indentation: Int, Numbers)? {
    var place = line.startIndex
    func skipBlanks() { while place < line.endIndex, line[place] == UInt8(ascii: " ") { place += 1 } }
    func skip(_ character: UInt8) -> Bool {
      guard place < line.endIndex, line[place] == character else { return false }
      place += 1
      return true
    }
    skipBlanks()
    let indentation = place - line.startIndex
    guard skip(UInt8(ascii: "-")), skip(UInt8(ascii: " ")) else { return nil }
    skipBlanks()
    guard skip(UInt8(ascii: "[")) else { return nil }
    var numbers: Numbers = []
    repeat {
      skipBlanks()
      let start = place
      while place < line.endIndex, line[place] == UInt8(ascii: "-") || isDigit(line[place]) { place += 1 }
      guard numbers.count < numbersOfAnEvent, let number = Int64(String(decoding: line[start..<place], as: UTF8.self))
      else { return nil }
      numbers.append(number)
      skipBlanks()
    } while skip(UInt8(ascii: ","))
    guard numbers.count == numbersOfAnEvent, skip(UInt8(ascii: "]")) else { return nil }
    let end = place
    skipBlanks()
    let isLast = place == line.endIndex || line[place] == UInt8(ascii: "\r")
    guard isLast || (place > end && line[place] == UInt8(ascii: "#")) else { return nil }
    return (indentation, numbers)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}

enum LibinputWording {
  static let fileFix = "give the path of a complete recording of `libinput record`"
  static let noVersion = "this is not a recording of `libinput record`: it has no `version:`"
  static let noDevices = "the recording has no devices"
  static let noDescription = "this device has no description (`evdev:`)"
  static let badNumbers = "these numbers do not describe a device"
  static let badEvent = "expected an event, such as `[0, 11879, 3, 53, 1330]`"
  static let otherVersionFix = "use a recording with version 1, the format of libinput 1.10 and later"
  static let noTouchDeviceFix = "record a touchscreen, a touchpad or a pen; `libinput list-devices` lists the devices"

  static func error(_ file: String, _ line: Int?, _ message: String) -> ImportError {
    ImportError(file: file, line: line, message, fix: fileFix)
  }

  static func otherVersion(_ version: String) -> String {
    "the format of the recording has version \"\(version.oneLine)\""
  }

  static func manyDevices(_ count: Int) -> String { "the recording has \(count) devices, more than any machine has" }

  static func noTouchDevice(_ names: [String]) -> String {
    "the recording has no touch device, only \(names.map { "\"\($0.oneLine)\"" }.joined(separator: ", "))"
  }
}
