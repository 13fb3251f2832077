/// The lines of a `libinput record` file that are events, taken out of the YAML: `- [  1, 469315,   3,  57,  2] # …`.
///
/// Nearly all of such a file is these lines. What is left in their place is one word each, so that reading the YAML takes a
/// fraction of the time and the memory.
struct RecordedLines {
  /// An event: seconds, microseconds, type, code and value.
  typealias Numbers = [Int64]

  static let numbersOfAnEvent = 5
  /// What stands in the place of an event, before the line's number.
  private static let mark = "event-of-line-"

  /// The text with words in place of events; every line is where it was.
  private(set) var text: [UInt8] = []
  private var events: [Int: Numbers] = [:]

  init(_ bytes: [UInt8]) {
    text.reserveCapacity(bytes.count / 2)
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if index > 0 { text.append(UInt8(ascii: "\n")) }
      if let (indentation, numbers) = Self.event(line) {
        events[index + 1] = numbers
        text += line.prefix(indentation)
        text += Array("- \(Self.mark)\(index + 1)".utf8)
      } else {
        text += line
      }
    }
  }

  /// The event of a line, if `word` is what stands in its place.
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
