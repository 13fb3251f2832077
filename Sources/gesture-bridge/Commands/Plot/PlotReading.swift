import ArgumentParser
import Bindings
import GestureCore
import Recordings

/// The recording that is drawn, the rules it is played through, and what the file itself can't tell.
struct PlotReading: ParsableArguments {
  @Argument(help: "The recording.", completion: .file())
  var file: String

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Option(help: "An evemu description of the device that made the recording.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(help: "How many units of the device make a millimetre: a number, or one across and one down as in 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "What the device is, where the recording can't tell: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  /// Both files; what had to be assumed is said on standard error.
  func read() throws -> (recording: Recording, rules: Rules) {
    let text = try FileContents(path: file).text
    let options = ReadingOptions(
      description: try description.map { try FileContents(path: $0).text },
      descriptionName: description ?? "description", deviceKind: deviceKind, unitsPerMM: unitsPerMm)
    let unsized = try Recording.read(text: text, name: file, options: options)
    let rules = try rules(for: text)
    let recording = unsized.sized(by: rules.ruleSet)
    for note in recording.notes { StandardStreams.writeError("\(file): note: \(note)\n") }
    return (recording, rules)
  }

  private func rules(for text: String) throws -> Rules {
    if config == nil, RecordingFormat(text: text) == .touchScript,
      let own = try TouchScript.read(text, name: file).rules
    {
      return Rules(ruleSet: own)
    }
    let path = try RulesFile.path(named: config, before: ["bindings.toml"])
    return try RulesFile.load(path) { StandardStreams.writeError("\($0)\n") }
  }
}
