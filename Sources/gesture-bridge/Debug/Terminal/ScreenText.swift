/// What is written to a terminal besides what is drawn.
enum ScreenText {
  /// The alternate screen, cleared and without a cursor; pasted text comes marked as such.
  static let enter = "\u{1B}[?1049h\u{1B}[2J\u{1B}[H\u{1B}[?25l\u{1B}[?2004h"
  /// All of it taken back, whatever was written halfway before.
  static let leave = "\u{1B}\\\u{1B}[?2026l\u{1B}[?2004l\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l"
  private static let together = "\u{1B}[?2026h"
  private static let shown = "\u{1B}[?2026l"

  /// A drawing that terminals which know how show in one piece.
  static func inOnePiece(_ drawing: String) -> String { together + drawing + shown }

  /// Puts `text` into the clipboard, by OSC 52; terminals that don't know how, or may not, leave it.
  static func copy(_ text: String) -> String { "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{7}" }

  /// RFC 4648, with padding.
  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let (group, bitsOfByte, bitsOfDigit) = (3, 8, 6)
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: group) {
      let part = bytes[start..<min(start + group, bytes.count)]
      let missing = group - part.count
      let number = part.reduce(0) { $0 << bitsOfByte | Int($1) } << (missing * bitsOfByte)
      for place in stride(from: group, through: missing, by: -1) {
        text.append(digits[number >> (place * bitsOfDigit) & (digits.count - 1)])
      }
      text += String(repeating: "=", count: missing)
    }
    return text
  }
}
