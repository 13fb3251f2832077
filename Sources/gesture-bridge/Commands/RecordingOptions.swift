import ArgumentParser
import Bindings
import GestureCore
import Recordings

/// The options of a command that plays a recording.
struct RecordingOptions: ParsableArguments {
  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(
    help: "The rules file. Default: the recording's own rules, else ./bindings.toml, else the daemon's rules file.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @OptionGroup
  var reader: ReaderOptions

  struct Contents {
    /// The recording, before the rules give sizes to its devices.
    let unsized: Recording
    let rules: Rules
    /// The source of the rules, for messages: the path of the rules file, or the name of the recording.
    let rulesName: String

    var recording: Recording { unsized.sized(by: rules.ruleSet) }

    /// Reads the recording and the rules; prints the rules' problems. Without `config`, prefers the recording's rules.
    init(_ file: String, named name: String, config: String?, _ reader: ReaderOptions) throws {
      let read = try reader.read(file, named: name)
      unsized = read.recording
      if config == nil, let own = read.ownRules {
        (rules, rulesName) = (Rules(ruleSet: own), name)
        return
      }
      rulesName = try RulesFile.path(named: config, before: ["bindings.toml"])
      rules = try RecordingOptions.rules(rulesName)
    }
  }

  func read() throws -> Contents { try Contents(file, named: file, config: config, reader) }

  static func rules(_ path: String) throws -> Rules {
    try RulesFile.load(path) { StandardStreams.writeError("\($0)\n") }
  }

  func printNotes(of recording: Recording) { ReaderOptions.printNotes(of: recording, in: file) }
}

/// The command-line options for reading a recording.
struct ReaderOptions: ParsableArguments {
  @Option(help: "A file with evemu's description of the recorded device.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(help: "The device's units per millimetre: one number, or a horizontal and a vertical number, such as 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "The device's class, if the recording doesn't say the class: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  func read(_ file: String, named name: String? = nil) throws -> RecordingFile {
    try RecordingFile(file, named: name, options())
  }

  /// Prints the notes about a recording to standard error: assumptions, and problems in its data.
  static func printNotes(of recording: Recording, in file: String) {
    for note in recording.notes { StandardStreams.writeError("\(file): note: \(note)\n") }
  }

  /// The size limit of a description in bytes. It is high, because a whole recording can serve as a description.
  private static let longestDescription = 16 << 20

  private func options() throws -> ReadingOptions {
    ReadingOptions(
      description: try description.map { try FileContents(path: $0, limit: Self.longestDescription).text },
      descriptionName: description ?? "description", deviceClass: deviceKind, unitsPerMM: unitsPerMm)
  }
}

extension UnitsPerMM: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension DeviceClass: ExpressibleByArgument {}
