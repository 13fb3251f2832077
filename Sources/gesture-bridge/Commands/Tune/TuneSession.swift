import Analysis
import Bindings
import GestureCore
import Recordings

/// The conversation of a tuning on real devices: takes attempts and answers, and returns what to show and when it is
/// over.
struct TuneSession {
  private enum Round: Equatable {
    /// The user makes the gesture.
    case meant
    /// The user makes movements that must not be taken for it.
    case others
    case over
  }

  private let gesture: GestureRule
  private let count: Int
  private let takesOthers: Bool
  private var round = Round.meant
  /// No more answers come.
  private var isSilent = false
  private(set) var attempts: [GestureSample] = []
  private(set) var others: [GestureSample] = []

  /// The least number of attempts that is enough when the user breaks off.
  private static let fewest = 3

  /// The user makes `count` attempts, and other movements after them unless `takesOthers` is false.
  init(_ gesture: GestureRule, count: Int, takesOthers: Bool) {
    self.gesture = gesture
    self.count = count
    self.takesOthers = takesOthers
  }

  var isOver: Bool { round == .over }

  /// Whether the attempts are enough although the user broke off.
  var hasEnough: Bool { attempts.count >= min(count, Self.fewest) }

  /// The number of the next movement.
  var number: Int { attempts.count + others.count + 1 }

  var greeting: [String] { [Message.makeIt(gesture, count)] }

  /// A hand has moved; returns the lines to show.
  mutating func take(_ sample: GestureSample, _ verdict: Verdict) -> [String] {
    switch round {
    case .meant:
      guard verdict.isUsable else { return [Message.notCounted(verdict.words)] }
      attempts.append(sample)
      return [Tuning.line(sample.number, verdict)] + (attempts.count == count ? goOn() : [])
    case .others:
      others.append(sample)
      return [Message.other(sample.number, isRecognized: verdict.isRecognized)]
    case .over: return []
    }
  }

  /// The user has written a line; returns the lines to show.
  mutating func answer(_ line: String) -> [String] {
    switch line.lowercased() {
    case "u": return takeBack()
    case "":
      if round == .meant, attempts.isEmpty { return [Message.notYet] }
      return goOn()
    default: return round == .over ? [] : [Message.unknownAnswer(line)]
    }
  }

  /// No more answers come: a round without a number of its own could not be ended.
  mutating func endAnswers() {
    isSilent = true
    if round == .others { round = .over }
  }

  private mutating func takeBack() -> [String] {
    let last: GestureSample?
    switch round {
    case .meant: last = attempts.popLast()
    case .others: last = others.popLast()
    case .over: return []
    }
    return [last.map { Message.takenBack($0.number) } ?? Message.nothingToTakeBack]
  }

  private mutating func goOn() -> [String] {
    guard round == .meant, takesOthers, !isSilent else {
      round = .over
      return []
    }
    round = .others
    return [Message.makeOthers(gesture)]
  }
}

/// The rules and recordings of a tuning.
struct TuneSource {
  /// Why the tuning is not possible.
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
  /// Nil if the rules are in a recording.
  let reading: RulesReading?
  private let place: String
  private let reader: ReaderOptions
  private let recordingName: String?

  init(_ command: Tune, recordingName: String?) throws {
    reader = command.reader
    self.recordingName = recordingName
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

  /// The attempts in these files, numbered from `first`.
  func samples(_ files: [String], of solo: SoloGesture, from first: Int) throws -> [GestureSample] {
    var samples: [GestureSample] = []
    for file in files {
      let recording = try reader.read(file, named: recordingName).recording.sized(by: rules.ruleSet)
      ReaderOptions.tellNotes(of: recording, in: recordingName ?? file)
      samples += try GestureSample.all(in: recording, of: solo, from: first + samples.count)
    }
    return samples
  }
}
