import Foundation

/// The pipes of a program that takes one command a line and answers each with a line: `ok ...` or `error ...`.
public final class LineDialogue {
  /// The program's standard input.
  public let commands = Pipe()
  /// The program's standard output.
  public let answers = Pipe()
  private var unread = Data()

  public init() {}

  /// Sends `line`; returns the answer after `ok`.
  ///
  /// - Throws: the error that `refusal` makes from any other answer, which is "nothing" if the program has ended.
  public func ask(_ line: String, refusal: (String) -> any Error) throws -> String {
    try commands.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    return try awaitOK(refusal: refusal)
  }

  /// Waits for the answer to a command that was sent before, as `ask` does.
  @discardableResult
  public func awaitOK(refusal: (String) -> any Error) throws -> String {
    let answer = answer()
    guard answer == "ok" || answer.hasPrefix("ok ") else { throw refusal(answer) }
    return String(answer.dropFirst(3))
  }

  /// As `ask`, for each of `lines` that isn't empty. Returns the last answer.
  @discardableResult
  public func perform(_ lines: String, refusal: (_ line: String, _ answer: String) -> any Error) throws -> String {
    var last = ""
    for line in lines.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) where !line.isEmpty {
      last = try ask(line) { refusal(line, $0) }
    }
    return last
  }

  /// No more commands.
  public func close() { try? commands.fileHandleForWriting.close() }

  /// Waits until the program has closed its output.
  public func awaitEnd() { while !answers.fileHandleForReading.availableData.isEmpty {} }

  private func answer() -> String {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: unread[..<end], as: UTF8.self)
        unread = Data(unread[(end + 1)...])
        return line
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { return "nothing" }
      unread.append(more)
    }
  }
}
