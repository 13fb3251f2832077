import ArgumentParser
import Glibc
import Logging

/// The reason why a command fails, in one sentence.
struct CommandError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  static func unwritable(_ path: String, code: Int32) -> CommandError {
    CommandError("can't write \(path): \(String(cString: strerror(code)))")
  }

  static func isLink(_ path: String) -> CommandError {
    CommandError("\(path) is a link: use the path of the file that the link leads to")
  }

  static let noPlaceForRules = CommandError("the environment variable HOME is not set: set HOME, or use --config")
  static let noPlaceForTakeOver = CommandError("the environment variable HOME is not set: set HOME")
}

extension ParsableCommand {
  /// Returns the result of `body`. If `body` throws an error other than an `ExitCode`, prints the error and throws exit
  /// status 1. `wrapped` breaks the message into lines for a terminal.
  func reportingErrors<Result>(wrapped: Bool = false, _ body: () throws -> Result) throws -> Result {
    try reportingErrors(body) { error in
      let line = "gesture-bridge: error: \(error)\n"
      if wrapped { StandardStreams.writeError(wrapping: line) } else { StandardStreams.writeError(line) }
    }
  }

  /// Runs `body`; throws the returned exit status if not 0. Logs errors except an `ExitCode`, then throws status 1.
  func reportingErrors(to log: Logger, _ body: () throws -> Int32) throws {
    let status = try reportingErrors(body) { log.error("\($0)") }
    if status != 0 { throw ExitCode(status) }
  }

  private func reportingErrors<Result>(_ body: () throws -> Result, _ report: (any Error) -> Void) throws -> Result {
    do {
      return try body()
    } catch let code as ExitCode {
      throw code
    } catch {
      report(error)
      throw ExitCode.failure
    }
  }
}

enum ExitStatus {
  static let wrongUse: Int32 = 2
  static let runsAlready: Int32 = 3
  /// The exit status if the rules can't be used. Source: EX_CONFIG of sysexits.h.
  static let unusableRules: Int32 = 78
}
