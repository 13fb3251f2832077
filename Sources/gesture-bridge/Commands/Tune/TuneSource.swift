import Analysis
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
  private let reader: ReaderOptions

  init(_ command: Tune) throws {
    reader = command.reader
    if command.config == nil, let first = command.recordings.first, let own = try reader.read(first).ownRules {
      (rules, reading, place) = (Rules(ruleSet: own), nil, first)
      return
    }
    let path = try RulesFile.path(named: command.config, before: command.recordings.isEmpty ? [] : ["bindings.toml"])
    let reading = RulesReading(path)
    for diagnostic in reading.diagnostics { StandardStreams.writeError("\(diagnostic)\n") }
    (rules, self.reading, place) = (try reading.result.get(), reading, path)
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
      let recording = try reader.read(file).recording.sized(by: rules.ruleSet)
      ReaderOptions.tellNotes(of: recording, in: file)
      trials += try Trial.all(in: recording, of: solo, from: first + trials.count)
    }
    return trials
  }
}
