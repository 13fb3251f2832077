import ArgumentParser
import Bindings
import GestureCore
import Recordings

/// A recording on the command line, with what its reader may have to be told, and the rules it runs through.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @OptionGroup
  var reader: ReaderOptions

  /// A recording as it was read, and the rules for it.
  struct Contents {
    /// Its devices have not been given sizes by any rules.
    let unsized: Recording
    let rules: Rules
    /// What the rules are called: their file, or the recording if they stand there.
    let rulesName: String

    /// The recording with the sizes of its rules.
    var recording: Recording { unsized.sized(by: rules.ruleSet) }
  }

  /// Reads the recording, then the rules; problems of these are said on the way.
  func read() throws -> Contents {
    let read = try reader.read(file)
    if config == nil, let own = read.ownRules {
      return Contents(unsized: read.recording, rules: Rules(ruleSet: own), rulesName: file)
    }
    let path = try RulesFile.path(named: config, before: ["bindings.toml"])
    return Contents(unsized: read.recording, rules: read.recording.turning(try Self.rules(path)), rulesName: path)
  }

  /// Reads a rules file; whatever is wrong with it is said.
  static func rules(_ path: String) throws -> Rules {
    try RulesFile.load(path) { StandardStreams.writeError("\($0)\n") }
  }

  /// Says what the reader had to assume.
  func tellNotes(of recording: Recording) { ReaderOptions.tellNotes(of: recording, in: file) }

  /// Runs a command; an error becomes one line on standard error, and exit status 1.
  static func reportingErrors(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let code as ExitCode {
      throw code
    } catch {
      StandardStreams.writeError("gesture-bridge: error: \(error)\n")
      throw ExitCode.failure
    }
  }
}
