import Bindings
import GestureCore
import Recordings

/// The rules and recordings that a tuning was told of.
struct TuneSource {
  /// What can't be tuned.
  enum Problem: Error, CustomStringConvertible {
    case noGesture(String, known: [String], place: String)
    case noThresholds(GestureRule)

    var description: String {
      switch self {
      case .noGesture(let name, let known, let place): Message.noGesture(name, known, in: place)
      case .noThresholds(let rule): Message.noThresholds(rule.name, rule.kind.name)
      }
    }
  }

  let rules: Rules
  /// Nil where the rules stand in a recording.
  let reading: RulesReading?
  private let place: String
  private let options: ReadingOptions

  init(_ command: Tune) throws {
    options = ReadingOptions(
      description: try command.description.map { try FileContents(path: $0).text },
      descriptionName: command.description ?? "description", deviceKind: command.deviceKind,
      unitsPerMM: command.unitsPerMm)
    if command.config == nil, let first = command.recordings.first, let own = try Self.ownRules(of: first) {
      (rules, reading, place) = (Rules(ruleSet: own), nil, first)
      return
    }
    let path = try RulesFile.path(named: command.config, before: command.recordings.isEmpty ? [] : ["bindings.toml"])
    let reading = RulesReading(path)
    for diagnostic in reading.diagnostics { StandardStreams.writeError("\(diagnostic)\n") }
    (rules, self.reading, place) = (try reading.result.get(), reading, path)
  }

  private static func ownRules(of path: String) throws -> RuleSet? {
    let text = try FileContents(path: path).text
    guard RecordingFormat(text: text) == .touchScript else { return nil }
    return try TouchScript.read(text, name: path).rules
  }

  func gesture(_ name: String) throws(Problem) -> SoloGesture {
    guard let solo = SoloGesture(name, of: rules.ruleSet) else {
      throw .noGesture(name, known: rules.ruleSet.gestures.map(\.name), place: place)
    }
    guard !solo.thresholds.isEmpty else { throw .noThresholds(solo.rule) }
    return solo
  }

  /// The attempts that these files hold, numbered from `first` on.
  func trials(_ files: [String], of solo: SoloGesture, from first: Int) throws -> [Trial] {
    var trials: [Trial] = []
    for file in files {
      let text = try FileContents(path: file).text
      let recording = try Recording.read(text: text, name: file, options: options).sized(by: rules.ruleSet)
      for note in recording.notes { StandardStreams.writeError("\(file): note: \(note)\n") }
      trials += try Trial.all(in: recording, of: solo, from: first + trials.count)
    }
    return trials
  }
}
