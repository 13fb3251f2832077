import Foundation
import Support
import Synchronization

/// Makes the beds of this process. One server for all beds saves time: starting Python and loading a bed's modules
/// takes longer than most tests.
enum BedServer {
  /// The description of a bed that `bed.py --serve` needs.
  private struct Request: Encodable {
    let arguments: [String]
    let environment: [String: String]
    let input: String
    let output: String
  }

  /// The server starts with the first bed, and ends with this process.
  private final class Server {
    private let process = Process()
    private let dialogue = LineDialogue()

    init() throws {
      process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/bed.py")
      process.arguments = ["--serve"]
      process.standardInput = dialogue.commands
      process.standardOutput = dialogue.answers
      try process.run()
    }

    /// Returns once the bed has its pipes.
    func make(_ request: Request) throws {
      let line = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
      _ = try dialogue.ask(line, refusal: Refusal.init)
    }
  }

  /// It answered something else than `ok`, or has ended.
  struct Refusal: Error {
    let answer: String
  }

  private static let server = Mutex<Server?>(nil)

  /// Makes a bed that gets commands and answers through `dialogue`, whose answers end with the bed.
  static func make(_ arguments: [String], environment: [String: String], _ dialogue: LineDialogue) throws {
    let (input, output) = (dialogue.commands.fileHandleForReading, dialogue.answers.fileHandleForWriting)
    let request = Request(
      arguments: arguments, environment: environment, input: path(input), output: path(output))
    // They belong to the bed.
    defer {
      try? input.close()
      try? output.close()
    }
    try server.withLock { server in
      let ready = try server ?? Server()
      server = ready
      try ready.make(request)
    }
  }

  /// The path by which another process opens an end of a pipe of this one.
  private static func path(_ end: FileHandle) -> String { "/proc/\(getpid())/fd/\(end.fileDescriptor)" }
}
