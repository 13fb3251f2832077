import ArgumentParser
import Control
import Glibc
import Text

/// Talks to a running daemon.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Ask a running daemon how it stands, and tell it what to do.",
    discussion: """
      It talks to the daemon of its own session, or to the only one that its user has. Exit status: 0 when the daemon has \
      done it, 1 when it has not, or when there is none, 2 for a wrong command line. A daemon that does not answer within \
      5 seconds is not waited for.
      """,
    subcommands: [
      CtlStatus.self, CtlReload.self, CtlPause.self, CtlResume.self, CtlMode.self, CtlSubscribe.self, CtlBindings.self,
      CtlTrigger.self,
    ])
}

/// What all of them take.
struct CtlOptions: ParsableArguments {
  @Flag(help: "Print what the daemon says as it says it, a line of JSON.")
  var json = false

  @Option(help: "The session whose daemon is meant.")
  var session: String?
}

/// One request with one answer.
protocol CtlCommand: ParsableCommand {
  var options: CtlOptions { get }
  var request: ControlRequest { get }

  /// What to say of what came of it, with the ends of the lines.
  func text(_ facts: JSONValue) -> String
}

extension CtlCommand {
  func run() throws {
    do {
      let connection = try DaemonSearch.connect(session: options.session)
      let line = try connection.ask(request)
      let answer = try ControlAnswer(line: line)
      if options.json { StandardStreams.write(String(decoding: line, as: UTF8.self) + "\n") }
      switch answer {
      case .done(let members): if !options.json { StandardStreams.write(text(.object(members))) }
      case .refused(let error, let fix, let more):
        if !options.json { Self.say(error, fix, JSONValue.object(more)) }
        throw ExitCode.failure
      }
    } catch let code as ExitCode {
      throw code
    } catch {
      throw Self.failure(error)
    }
  }

  private static func say(_ error: String, _ fix: String?, _ facts: JSONValue) {
    StandardStreams.writeError(DiagnosticText.lines(of: facts))
    let text = [error, fix].compactMap { $0?.visible }.joined(separator: ": ")
    StandardStreams.writeError("gesture-bridge: error: \(text)\n")
  }
}

extension ParsableCommand {
  /// Says what went wrong on the way to the daemon.
  static func failure(_ error: any Error) -> ExitCode {
    StandardStreams.writeError("gesture-bridge: error: \(error)\n")
    return ExitCode.failure
  }
}

/// What the daemon found in its rules.
enum DiagnosticText {
  /// As `check` prints it.
  static func lines(of facts: JSONValue) -> String {
    (facts["diagnostics"]?.values ?? []).compactMap { $0["text"]?.string }
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
      .map { String($0).visible + "\n" }.joined()
  }
}
