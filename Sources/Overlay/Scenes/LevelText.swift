/// Reads a level, such as the volume, from a line that a command prints. Examples of such commands are `wpctl
/// get-volume`, `pamixer`, `brightnessctl -m` and `light`.
///
///     Volume: 0.40           Volume: 0.40 [MUTED]           40 %           intel_backlight,backlight,120,50%,240
///
/// The first number with a percent sign is the level. Without such a number, the level is the line's last number that
/// follows a blank, `:` or `=` or begins the line. If this last number has a decimal point and is at most 1.5, it is a
/// fraction: 0.40 is 40 %.
package struct LevelText: Equatable, Sendable {
  /// The level, 0 to 1. A percentage above 100 counts as 1.
  package let level: Double
  package let text: String
  package let isMuted: Bool

  /// The greatest length of a line with a level, in bytes.
  private static let longest = 256
  /// The highest percentage that is read as a level. Loudspeakers can exceed 100 %.
  private static let most = 1000.0
  /// The characters that may precede a number without a percent sign.
  private static let before: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ":"), UInt8(ascii: "=")]

  /// Reads the level in a line; nil if the line has no level from 0 to `most` %, or is longer than `longest`.
  package init?(_ line: String) {
    let bytes = Array(line.utf8.prefix(Self.longest + 1))
    guard bytes.count <= Self.longest, let percentage = Self.percentage(bytes), percentage <= Self.most else {
      return nil
    }
    level = min(percentage / 100, 1)
    let lower = bytes.map { $0 | 0x20 }
    isMuted = Self.words(lower).contains { ["muted", "mute", "off"].contains($0) }
    text = isMuted ? "muted" : "\(Int(percentage.rounded())) %"
  }

  /// Reads lines that came together: the last level with a percent sign, or else the last level. Nil without a level.
  package init?(lines: [String]) {
    let levels = lines.compactMap { line in LevelText(line).map { (level: $0, isPercentage: line.contains("%")) } }
    guard let found = levels.last(where: \.isPercentage) ?? levels.last else { return nil }
    self = found.level
  }

  private static func percentage(_ bytes: [UInt8]) -> Double? {
    var last: Double?
    var index = 0
    while index < bytes.count {
      guard isDigit(bytes[index]) else {
        index += 1
        continue
      }
      let start = index
      var hasDot = false
      while index < bytes.count, isDigit(bytes[index]) || (!hasDot && isDot(bytes, index)) {
        if !isDigit(bytes[index]) { hasDot = true }
        index += 1
      }
      if start > 0, belongsToWord(bytes[start - 1]) { continue }
      // Some languages use a decimal comma.
      let digits = bytes[start..<index].map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
      guard let number = Double(String(decoding: digits, as: UTF8.self)) else { continue }
      var next = index
      while next < bytes.count, bytes[next] == UInt8(ascii: " ") { next += 1 }
      if next < bytes.count, bytes[next] == UInt8(ascii: "%") { return number }
      if start == 0 || before.contains(bytes[start - 1]) { last = hasDot && number <= 1.5 ? number * 100 : number }
    }
    return last
  }

  /// Whether this byte is a decimal point. It must come before a digit, and be a dot, or a comma that is the only comma
  /// of a line without a percent sign.
  private static func isDot(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard index + 1 < bytes.count, isDigit(bytes[index + 1]) else { return false }
    if bytes[index] == UInt8(ascii: ".") { return true }
    return bytes[index] == UInt8(ascii: ",") && !bytes.contains(UInt8(ascii: "%"))
      && bytes.count { $0 == UInt8(ascii: ",") } == 1
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Whether a digit after this byte belongs to a word or to a negative number.
  private static func belongsToWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte >= 0x80
  }

  private static func words(_ bytes: [UInt8]) -> [String] {
    bytes.split { $0 < UInt8(ascii: "a") || $0 > UInt8(ascii: "z") }.map { String(decoding: $0, as: UTF8.self) }
  }
}
