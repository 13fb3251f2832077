import Analysis
import Bindings
import GestureCore
import Recordings
import Text

/// The conversation with the user during a tuning. The user makes the gesture first, and then other movements.
struct TuneSession: Conversation {
  private enum Round: Equatable {
    case meant
    /// The round in which the user makes movements that must not be recognized as the gesture.
    case others
    case over
  }

  private let solo: SoloGesture
  private let count: Int
  private var round = Round.meant
  private var hasNoMoreAnswers = false
  private(set) var attempts: [GestureSample] = []
  private(set) var others: [GestureSample] = []

  /// How many attempts are enough after Ctrl-C, unless `count` is less, or must be remembered without --last.
  static let fewest = 3

  init(_ solo: SoloGesture, count: Int) { (self.solo, self.count) = (solo, count) }

  var isOver: Bool { round == .over }

  var hasEnough: Bool { attempts.count >= min(count, Self.fewest) }

  var number: Int { attempts.count + others.count + 1 }

  var greeting: [String] { [Message.makeIt(solo.rule, count)] }
  var acceptsAnswers: Bool { true }

  mutating func add(_ attempt: Attempt, on devices: [Device]) -> [String] {
    guard let sample = GestureSample(attempt, number: number, of: devices) else { return [] }
    return add(sample, solo.verdict(of: sample))
  }

  mutating func add(_ sample: GestureSample, _ verdict: Verdict) -> [String] {
    switch round {
    case .meant:
      guard verdict.isUsable else { return [Message.notCounted(verdict.words)] }
      attempts.append(sample)
      return [Tuning.line(sample.number, verdict)] + (attempts.count == count ? startNextRound() : [])
    case .others:
      others.append(sample)
      return [Message.other(sample.number, isRecognized: verdict.isRecognized)]
    case .over: return []
    }
  }

  mutating func answer(_ line: String) -> [String] {
    switch line.lowercased() {
    case "u": return undo()
    case "":
      if round == .meant, attempts.isEmpty { return [Message.notYet] }
      return startNextRound()
    default: return round == .over ? [] : [Message.unknownAnswer(line)]
    }
  }

  /// Handles the end of standard input: ends or skips the round of other movements, which only an answer could end.
  mutating func endAnswers() {
    hasNoMoreAnswers = true
    if round == .others { round = .over }
  }

  private mutating func undo() -> [String] {
    let last: GestureSample?
    switch round {
    case .meant: last = attempts.popLast()
    case .others: last = others.popLast()
    case .over: return []
    }
    return [last.map { Message.undone($0.number) } ?? Message.nothingToUndo]
  }

  private mutating func startNextRound() -> [String] {
    guard round == .meant, !hasNoMoreAnswers else {
      round = .over
      return []
    }
    round = .others
    return [
      "Now make movements that must not count as \"\(solo.rule.name)\". Press Enter when you have finished. If you have no such movements, press Enter now."
    ]
  }
}

/// The rules and recordings of a tuning.
struct TuneSource {
  let rules: Rules
  /// The rules file as it was read. Nil for rules in a recording.
  let reading: RulesReading?
  private let rulesName: String
  private let reader: ReaderOptions
  private let recordingName: String?
  var isRemembered: Bool { recordingName != nil }

  init(_ command: Tune, recordingName: String?) throws {
    reader = command.reader
    self.recordingName = recordingName
    if command.config == nil, let first = command.recordings.first, let own = try reader.read(first).ownRules {
      (rules, reading, rulesName) = (Rules(ruleSet: own), nil, first)
      return
    }
    let isLive = command.recordings.isEmpty
    let ofDaemon = try? isLive ? DaemonSearch.connect(session: nil).facts(.status)["file"]?.string : nil
    let path = try RulesFile.path(named: command.config ?? ofDaemon, before: isLive ? [] : ["bindings.toml"])
    let reading = RulesReading(path)
    for diagnostic in reading.diagnostics { StandardStreams.writeError("\(diagnostic)\n") }
    (rules, self.reading, rulesName) = (try reading.result.get(), reading, path)
  }

  func gesture(_ name: String) throws(CommandError) -> SoloGesture {
    guard let solo = SoloGesture(name, of: rules.ruleSet) else {
      throw CommandError(Message.noGesture(name, rules.ruleSet.gestures.map(\.name), in: rulesName))
    }
    guard !solo.thresholds.isEmpty else { throw CommandError(Message.noThresholds(solo.rule)) }
    return solo
  }

  func samples(_ files: [String], of solo: SoloGesture, from first: Int) throws -> [GestureSample] {
    var samples: [GestureSample] = []
    for file in files {
      let recording = try reader.read(file, named: recordingName).recording.sized(by: rules.ruleSet)
      ReaderOptions.printNotes(of: recording, in: recordingName ?? file)
      samples += try GestureSample.all(in: recording, of: solo, from: first + samples.count)
    }
    return samples
  }
}
