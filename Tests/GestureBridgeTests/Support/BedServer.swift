import Foundation
import Support
import Synchronization

/// Makes the beds of this process: to start Python, and to load what a bed needs, takes longer than most tests.
enum BedServer {
  /// What `bed.py --serve` wants to know of a bed.
  private struct Request: Encodable {
    let arguments: [String]
    let environment: [String: String]
    let input: String
    let output: String
  }

  /// It is there for the first bed that is asked for, and ends with this process.
  private final class Server {
    private let process = Process()
    private let requests = Pipe()
    private let answers = Pipe()

    init() throws {
      process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/bed.py")
      process.arguments = ["--serve"]
      process.standardInput = requests
      process.standardOutput = answers
      try process.run()
    }

    /// Returns once the bed has its pipes.
    func make(_ request: Request) throws {
      try requests.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
      var answer = Data()
      while answer.last != UInt8(ascii: "\n"), case let more = answers.fileHandleForReading.availableData, !more.isEmpty
      {
        answer += more
      }
      guard answer == Data("ok\n".utf8) else { throw Refusal(answer: String(decoding: answer, as: UTF8.self)) }
    }
  }

  /// It answered something else than `ok`, or has ended.
  struct Refusal: Error {
    let answer: String
  }

  private static let server = Mutex<Server?>(nil)

  /// A bed that takes its commands from `commands` and writes its answers into `answers`, which are at an end once it has ended.
  static func make(
    _ arguments: [String], environment: [String: String], commands: Pipe, answers: Pipe
  ) throws {
    let request = Request(
      arguments: arguments, environment: environment, input: path(commands.fileHandleForReading),
      output: path(answers.fileHandleForWriting))
    // They belong to the bed.
    defer {
      try? commands.fileHandleForReading.close()
      try? answers.fileHandleForWriting.close()
    }
    try server.withLock { server in
      let ready = try server ?? Server()
      server = ready
      try ready.make(request)
    }
  }

  /// Where another process finds an end of a pipe of this one.
  private static func path(_ end: FileHandle) -> String { "/proc/\(getpid())/fd/\(end.fileDescriptor)" }
}
