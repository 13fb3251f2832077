import GestureCore

// Reading text without Foundation. Lines are split on bytes, because Swift takes a carriage return and a line feed for one
// character.

/// One line of a text and its number, counted from 1.
struct Line {
  let number: Int
  let text: Substring
}

/// The lines of `text`, one at a time: there may be as many as bytes. A carriage return at the end of one does not belong to
/// it.
func lines(of text: String) -> some Sequence<Line> {
  let bytes = text.utf8
  var start: String.Index? = bytes.startIndex
  var number = 0
  return AnyIterator {
    guard let from = start else { return nil }
    let end = bytes[from...].firstIndex(of: UInt8(ascii: "\n"))
    start = end.map { bytes.index(after: $0) }
    number += 1
    let line = bytes[from..<(end ?? bytes.endIndex)]
    return Line(number: number, text: Substring(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
  }
}

/// The words of a line, split at blanks and tabs.
func words(of line: Substring) -> [Substring] {
  line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.map { Substring($0) }
}

/// A plain decimal number: digits, a sign and a point; no exponent, no hexadecimal, no `nan`.
func number(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ isDigit($0) || ".+-".utf8.contains($0) }) else { return nil }
  guard let value = Double(String(text)), value.magnitude <= greatestNumber else { return nil }
  return value
}

/// Beyond this a number in a recording is nonsense, and sums of a few of them still are exact enough. The farthest place that a
/// device can report is 1.1e12 mm: 2^32 steps, each as wide as a screen of assumed size.
private let greatestNumber = 2e12

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

/// A day in microseconds: no length of time in a script is longer.
private let longestSpan = 86_400_000_000.0

/// A thousand days in microseconds: a recording may run for long, but a time beyond this is nonsense.
let longestRecording: Int64 = 86_400_000_000_000

/// A length of time as written in touch scripts, in microseconds: `80ms`, `12.5ms`, `1.5s`. Up to a day unless `longest`
/// says more.
func microseconds(_ text: some StringProtocol, upTo longest: Double = longestSpan) -> Int64? {
  let text = String(text)
  let factor: Double
  let digits: Substring
  if text.hasSuffix("ms") {
    (factor, digits) = (1000, text.dropLast(2))
  } else if text.hasSuffix("s") {
    (factor, digits) = (1_000_000, text.dropLast())
  } else {
    return nil
  }
  guard let value = number(digits), value >= 0, value * factor <= longest else { return nil }
  return Int64((value * factor).rounded())
}

/// Seconds with a fraction, as the kernel's event times are written, in microseconds; digits past the sixth are dropped.
func microsecondsOfSeconds(_ text: Substring) -> Int64? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard let whole = parts.first, let seconds = Int64(whole), seconds.magnitude <= greatestSeconds else { return nil }
  guard parts.count == 2 else { return seconds * 1_000_000 }
  let digits = parts[1].utf8.prefix(6)
  guard !digits.isEmpty, parts[1].utf8.allSatisfy(isDigit) else { return nil }
  let fraction = digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  let scale = (digits.count..<6).reduce(Int64(1)) { factor, _ in factor * 10 }
  return seconds * 1_000_000 + (whole.hasPrefix("-") ? -1 : 1) * fraction * scale
}

/// Three thousand years, so that microseconds and differences of two times are all of them possible moments.
private let greatestSeconds: UInt64 = 100_000_000_000

extension Timestamp {
  package var milliseconds: Double { Double(microseconds) / 1000 }
}

/// `text` with blanks on its left up to `width`.
package func rightAligned(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

/// `text` with blanks on its right up to `width`.
package func leftAligned(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// What touch scripts and traces call a touch that lands while others of these names are down: `a` to `z`, then `a1` and so
/// on.
func freeLetter(_ taken: Set<String>) -> String {
  let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
  var round = 0
  while true {
    for letter in letters {
      let name = letter + (round == 0 ? "" : String(round))
      if !taken.contains(name) { return name }
    }
    round += 1
  }
}

extension Touch.Tool {
  /// As touch scripts and traces have it.
  public var word: String {
    switch self {
    case .finger: "finger"
    case .stylus: "stylus"
    case .palm: "palm"
    }
  }
}
