import ArgumentParser
import Bindings

/// Checks a rules file.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rules file: every problem with its place and its fix.",
    discussion: "Exit status: 0 when it can be used, 1 when it has errors, 2 for a wrong command line.")

  @Argument(help: "The rules file; without it, the one the daemon would use.", completion: .file(extensions: ["toml"]))
  var file: String?

  @Flag(help: "Count warnings as errors.")
  var strict = false

  func run() throws {
    var warnings = 0
    do {
      let path = try RulesFile.path(named: file)
      let rules = try RulesFile.load(path) {
        StandardStreams.write("\($0)\n")
        if $0.severity == .warning { warnings += 1 }
      }
      StandardStreams.write(CheckReport(rules, path: path, warnings: warnings).text + "\n")
    } catch RulesFile.Problem.invalid(let path, let errors) {
      StandardStreams.write("\(path): \(Message.count(errors.count, "error"))\n")
      throw ExitCode.failure
    } catch {
      StandardStreams.writeError("gesture-bridge: error: \(error)\n")
      throw ExitCode.failure
    }
    if strict, warnings > 0 { throw ExitCode.failure }
  }
}
