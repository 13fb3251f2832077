import Actions
import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Glibc
import Logging
import Recordings
import Text

struct Tune: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Propose thresholds that fit your attempts at a gesture.",
    discussion: """
      Without recordings, tune uses attempts that the daemon remembers: with --last N, the last N attempts; without \
      --last, all attempts with the gesture's number of fingers, except attempts that made another gesture instead. \
      With --count, tune asks you to make the gesture, and then movements that must not count as the gesture; tune \
      runs no actions, but a running daemon does. In recordings, every attempt counts. If other thresholds fit better, \
      tune proposes them as lines of a rules file, and tries them on all attempts. Tune also warns if other rules \
      prevent the gesture. Without --config, a touch script's own gestures are the rules. Exit status: 0 on success, 1 \
      when a file can't be read, used or written, 2 for a wrong command line, 128 plus the signal's number when a \
      signal ends tune. After three attempts, Ctrl-C ends only the attempts, and tune uses them.

      JSON OUTPUT in gesture-bridge(1) describes what --json prints.

      Examples:
        gesture-bridge tune next-workspace
        gesture-bridge tune next-workspace --count 10 --write
      """)

  @Argument(help: "The gesture's name in the rules.", completion: RulesNames.gestures)
  var name: String

  @Argument(help: "Recordings of the gesture.", completion: .file())
  var recordings: [String] = []

  @Option(
    name: .customLong("not"), parsing: .upToNextOption, help: "Recordings in which the gesture must not be recognized.")
  var others: [String] = []

  @Option(help: "Make the gesture now, this many times, instead of using the attempts that the daemon remembers.")
  var count: Int?

  @OptionGroup
  var remembered: RememberedOptions

  @Option(
    help: "The rules file. Default: the recordings' rules, or ./bindings.toml; without recordings: the daemon's rules.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Write the thresholds into the rules file, and show the changes.")
  var write = false

  @Option(help: "How many percent of the attempts must be recognized; the number of attempts is rounded up.")
  var percentile = TuningOptions.standard.percentile

  @Option(help: "The margin between the thresholds and the values of the attempts, in percent of these values.")
  var margin = TuningOptions.standard.margin * 100

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  @OptionGroup
  var reader: ReaderOptions

  private static let counts = 1...1000
  private static let percentiles = 1.0...100.0
  private static let margins = 0.0...100.0

  func validate() throws {
    if let count, !Self.counts.contains(count) { throw ValidationError(Message.outOfRange("count", Self.counts)) }
    if count != nil, !recordings.isEmpty {
      throw ValidationError("--count can't be combined with recordings: remove --count or the recordings' names")
    }
    guard Self.percentiles.contains(percentile) else {
      throw ValidationError(Message.outOfRange("percentile", Self.percentiles))
    }
    guard Self.margins.contains(margin) else { throw ValidationError(Message.outOfRange("margin", Self.margins)) }
    if recordings.isEmpty, !others.isEmpty {
      throw ValidationError("--not needs recordings of the gesture to compare with: name them before --not")
    }
  }

  func run() throws {
    guard recordings.isEmpty, count == nil else {
      try remembered.refuse()
      return try run(named: nil)
    }
    let attempts = try reportingErrors { try RememberedAttempts(last: remembered.last, remembered.session) }
    var command = self
    command.recordings = [attempts.path]
    command.config = config ?? attempts.rules
    try withExtendedLifetime(attempts) { try command.run(named: Message.lastAttempts) }
  }

  /// Tunes a gesture. `recordingName` names remembered attempts in messages; nil for other recordings or live attempts.
  private func run(named recordingName: String?) throws {
    try reportingErrors(wrapped: true) {
      let source = try TuneSource(self, recordingName: recordingName)
      let solo = try source.gesture(name)
      let (attempts, others) = recordings.isEmpty ? try live(solo, source) : try recorded(solo, source)
      let options = TuningOptions(percentile: percentile, margin: margin / 100)
      guard let tuning = Tuning(name, of: source.rules.ruleSet, attempts: attempts, not: others, options: options)
      else { return }
      show(tuning)
      if write { try rewrite(tuning, source) }
    }
  }

  private func recorded(_ solo: SoloGesture, _ source: TuneSource) throws -> ([GestureSample], [GestureSample]) {
    var attempts = try source.samples(recordings, of: solo, from: 1)
    if source.isRemembered { attempts = try remembered(attempts, of: solo, source.rules.ruleSet) }
    return (attempts, try source.samples(others, of: solo, from: attempts.count + 1))
  }

  /// With --last N, returns the last N attempts. Otherwise, returns the attempts that were probably meant as the
  /// gesture, and throws if there are fewer than `TuneSession.fewest`.
  private func remembered(
    _ attempts: [GestureSample], of solo: SoloGesture, _ rules: RuleSet
  ) throws -> [GestureSample] {
    if let last = remembered.last { return attempts.suffix(last) }
    let meant = attempts.filter { !solo.isUnmeant($0, under: rules) }
    let words = Message.used(meant.count, of: attempts.count)
    guard meant.count >= TuneSession.fewest else { throw CommandError(Message.tooFew(words)) }
    show(words)
    return meant
  }

  private func live(_ solo: SoloGesture, _ source: TuneSource) throws -> ([GestureSample], [GestureSample]) {
    let rules = source.rules.ruleSet
    let live = try LiveConversation(
      TuneSession(solo, count: count ?? 1), separatingRules: solo.withDoubledTimes, rules, log: .standardError(.notice),
      show: show)
    let status = try live.run()
    let session = live.conversation
    if let status, status != 128 + SIGINT || !session.hasEnough { throw ExitCode(status) }
    return (session.attempts, session.others)
  }

  private func show(_ line: String) {
    if json { StandardStreams.writeError(wrapping: line + "\n") } else { StandardStreams.write(wrapping: line + "\n") }
  }

  private func show(_ tuning: Tuning) {
    guard !json else { return StandardStreams.write(tuning.json.text + "\n") }
    // Live attempts were shown when they were made.
    StandardStreams.write(wrapping: (recordings.isEmpty ? "" : tuning.attemptsText) + "\n" + tuning.proposalSentences)
    StandardStreams.write(tuning.toml)
    for warning in tuning.warnings { StandardStreams.writeError(wrapping: "warning: \(warning)\n") }
  }

  private func rewrite(_ tuning: Tuning, _ source: TuneSource) throws {
    guard !tuning.changes.isEmpty else { return }
    guard let reading = source.reading else { throw CommandError.notInFile(name) }
    let rewrite = try RulesRewrite(tuning, reading)
    try rewrite.write()
    let difference = "\n" + rewrite.difference
    if json { StandardStreams.writeError(difference) } else { StandardStreams.write(difference) }
    show(Message.rewritten(rewrite.file))
  }
}

// The conversation
extension Message {
  static func makeIt(_ gesture: GestureRule, _ count: Int) -> String {
    "Make \"\(gesture.name)\" (\(gesture.kind.name)) \(times(count)). "
      + "Type u and Enter to remove the last attempt, only Enter to continue with fewer attempts, Ctrl-C to stop."
  }

  static func notCounted(_ reason: String) -> String { "      not counted: \(reason)" }
  static func undone(_ number: Int) -> String { "      \(number) is removed" }
  static let nothingToUndo = "      there is nothing to remove"
  static let notYet = "      there is no attempt yet: make the gesture, or press Ctrl-C to stop"
  static func other(_ number: Int, isRecognized: Bool) -> String {
    "\(number < 10 ? "   " : "  ")\(number)  not meant: \(isRecognized ? "recognized" : "not recognized")"
  }
  static func unknownAnswer(_ line: String) -> String {
    "      \"\(line.visible)\" is not a command: type u and Enter, or press only Enter"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

// The errors
extension Message {
  static func used(_ used: Int, of count: Int) -> String {
    "\(used) of \(Words.count(count, "remembered attempt")) \(used == 1 ? "counts" : "count")"
      + (used == count ? "" : "; the others had another number of fingers, or made another gesture")
  }

  static func tooFew(_ words: String) -> String {
    "\(words). At least \(TuneSession.fewest) must count: make the gesture a few more times, or add --last N to use all of your last N attempts"
  }

  static func noGesture(_ name: String, _ known: [String], in file: String) -> String {
    let nearest = Nearest.name(to: name, among: known).map { "; \(didYouMean($0))" }
    let all =
      known.isEmpty ? "; the rules have no gestures" : "; the gestures are \(known.map(\.visible).listed("and"))"
    return "there is no gesture \"\(name.visible)\" in \(file)\(nearest ?? all)"
  }

  static func outOfRange(_ option: String, _ range: ClosedRange<Int>) -> String {
    outOfRange(option, Double(range.lowerBound)...Double(range.upperBound))
  }

  static func outOfRange(_ option: String, _ range: ClosedRange<Double>) -> String {
    "--\(option) must be a number from \(decimal(range.lowerBound, places: 1)) to \(decimal(range.upperBound, places: 1))"
  }

  static func noThresholds(_ gesture: GestureRule) -> String {
    "\"\(gesture.name.visible)\" has nothing to tune: no setting of the kind \(gesture.kind.name) is a threshold"
  }

  static func rewritten(_ file: String) -> String {
    "\(file) is changed; a running daemon that uses this file reads it again at once"
  }
}
