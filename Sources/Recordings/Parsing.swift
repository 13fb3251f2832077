import GestureCore

// Reads text without Foundation. Lines are split by bytes, because Swift treats `\r\n` as one character.

/// One line of a text and its number, counted from 1.
struct Line {
  let number: Int
  let text: Substring
}

/// The nonempty lines of a text, without their line ends. Empty lines count for the line numbers.
struct Lines: Sequence, IteratorProtocol {
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let text: String.UTF8View
  private var offset = 0
  private var count = 0

  init(_ text: String) { self.text = text.utf8 }

  mutating func next() -> Line? {
    let bytes = text.span
    while offset < bytes.count {
      let start = offset
      while offset < bytes.count, bytes[offset] != Self.lineFeed { offset += 1 }
      let end = offset > start && bytes[offset - 1] == Self.carriageReturn ? offset - 1 : offset
      offset += 1
      count += 1
      guard end > start else { continue }
      let first = text.index(text.startIndex, offsetBy: start)
      return Line(number: count, text: Substring(text[first..<text.index(first, offsetBy: end - start)]))
    }
    return nil
  }
}

func words(of line: Substring) -> [Substring] { line.utf8.split(whereSeparator: isBlank).map { Substring($0) } }

/// Returns the first word of a line. Nil for a blank line or a comment.
func firstWord(of line: Substring) -> Substring? {
  let remaining = line.utf8.drop(while: isBlank)
  guard let first = remaining.first, first != UInt8(ascii: "#") else { return nil }
  return Substring(remaining.prefix { !isBlank($0) })
}

private func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

/// Reads a decimal number. Nil for other text, such as `1e3`, and for numbers whose magnitude is over 2e12.
func number(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ isDigit($0) || ".+-".utf8.contains($0) }) else { return nil }
  guard let value = Double(String(text)), value.magnitude <= greatestNumber else { return nil }
  return value
}

/// The greatest magnitude of numbers in any unit. Devices report no greater coordinates, and sums are precise enough.
private let greatestNumber = 2e12

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

/// A day in microseconds: the longest time span in a script.
private let longestSpan = 86_400_000_000.0

/// A thousand days in microseconds: the longest recording.
let longestRecording: Int64 = 86_400_000_000_000

/// Converts a time span such as `80ms` to µs. Nil for other text, negative times, and times over `longest` µs.
func microseconds(_ text: String, upTo longest: Double = longestSpan) -> Int64? {
  let (digits, unit) = numberAndUnit(text)
  guard let factor = Unit.milliseconds.spellings.first(where: { $0.key == unit })?.value, let value = number(digits),
    value >= 0, value * factor * 1000 <= longest
  else { return nil }
  return Int64((value * factor * 1000).rounded())
}

/// Reads a time in seconds, such as `12.345678`, and returns the time in µs. Ignores decimals after the sixth. Nil for
/// other text and times beyond `greatestSeconds`.
func microsecondsOfSeconds(_ text: Substring) -> Int64? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, let seconds = Int64(whole), seconds.magnitude <= greatestSeconds else { return nil }
  guard parts.count == 2 else { return seconds * 1_000_000 }
  guard parts[1].utf8.allSatisfy(isDigit), !parts[1].isEmpty, let fraction = Int64((parts[1] + "00000").prefix(6))
  else { return nil }
  return seconds * 1_000_000 + (whole.hasPrefix("-") ? -1 : 1) * fraction
}

/// The greatest magnitude of a time in seconds. The difference of two such times in µs fits into an `Int64`.
private let greatestSeconds: UInt64 = 100_000_000_000

extension Timestamp {
  package var milliseconds: Double { Double(microseconds) / 1000 }
}

package func rightAligned(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

package func leftAligned(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// Returns the first unused name for a touch: `a` to `z`, then `a1` to `z1`, and so on.
func freeLetter(_ used: Set<String>) -> String {
  let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
  let names = (0...used.count).lazy.flatMap { round in letters.map { $0 + (round == 0 ? "" : String(round)) } }
  return names.first { !used.contains($0) } ?? ""
}

extension Touch.Tool {
  public var word: String { "\(self)" }
}
