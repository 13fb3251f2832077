/// A command to start.
public enum Command: Hashable, Sendable {
  /// Given to `/bin/sh -c`.
  case shell(String)
  /// A program, looked up in PATH, and its arguments, without a shell. A rule's command is never empty.
  case direct([String])
}

extension Command: CustomStringConvertible {
  /// The longest text of a command; longer ones are cut so that a log line stays a line.
  static let shownLength = 80

  /// As written in the rules, on one line, cut to a readable length.
  public var description: String {
    let text =
      switch self {
      case .shell(let line): line
      case .direct(let arguments): "[" + arguments.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      }
    let shown = text.unicodeScalars.prefix(Self.shownLength)
    let isCut = shown.endIndex < text.unicodeScalars.endIndex
    let line = String(isCut ? shown.dropLast() : shown) + (isCut ? "…" : "")
    guard line.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return line }
    return String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
  }
}
