import Analysis
import Bindings
import Control
import GestureCore

/// The dialogue of `gesture-bridge practice`: asks for one gesture after another, and judges each attempt.
struct PracticeSession: Conversation {
  struct Task {
    let solo: SoloGesture
    let effects: [String]
  }

  struct Result {
    let gesture: GestureRule
    let samples: [GestureSample]
    let isMade: Bool
  }

  private let tasks: [Task]
  private var current = 0
  private var samples: [GestureSample] = []
  private(set) var results: [Result] = []
  /// The last attempt's result. Nil before the first attempt and after a skipped gesture.
  private var verdict: (kind: OverlayLesson.Verdict, words: String)?
  /// The number of failed attempts after which a message explains how to continue.
  private static let attemptsBeforeHelp = 3

  init(_ tasks: [Task]) { self.tasks = tasks }

  var isOver: Bool { current >= tasks.count }
  var acceptsAnswers: Bool { true }

  var greeting: [String] { [Message.practiceBegins(tasks.count)] + introduction }

  mutating func add(_ attempt: Attempt, on devices: [Device]) -> [String] {
    guard !isOver, let sample = GestureSample(attempt, number: samples.count + 1, of: devices) else { return [] }
    let verdict = tasks[current].solo.verdict(of: sample)
    guard !verdict.isRecognized else {
      samples.append(sample)
      self.verdict = (.made, Message.madeOnScreen(tasks[current].solo.rule, after: samples.count))
      return ["    Recognized\(samples.count == 1 ? "" : ", at attempt \(samples.count)"): \(verdict.words)"]
        + finishTask(isMade: true)
    }
    guard verdict.isUsable else {
      self.verdict = (.other, Message.otherMovement(verdict.words))
      return ["    " + Message.otherMovement(verdict.words)]
    }
    samples.append(sample)
    let lines =
      [Message.notMade(verdict.words)] + (samples.count == Self.attemptsBeforeHelp ? [Message.howToContinue] : [])
    self.verdict = (.missed, lines.joined(separator: ". "))
    return lines.map { "    " + $0 }
  }

  mutating func answer(_ line: String) -> [String] {
    guard !isOver else { return [] }
    guard line.isEmpty else { return [Message.unknownAnswer(line)] }
    verdict = nil
    return [Message.skipped] + finishTask(isMade: false)
  }

  mutating func endAnswers() {}

  private mutating func finishTask(isMade: Bool) -> [String] {
    results.append(Result(gesture: tasks[current].solo.rule, samples: samples, isMade: isMade))
    samples = []
    current += 1
    return introduction
  }

  private var introduction: [String] {
    guard !isOver else { return [] }
    let (rule, number) = (tasks[current].solo.rule, current + 1)
    return ["", "\(number) of \(tasks.count)  \(rule.name.visible) (\(rule.kind.name))"]
      + Self.instructions(of: rule).map { "  " + $0 }
      + tasks[current].effects.map { "  \($0.visible)" }
  }

  private static func instructions(of rule: GestureRule) -> [String] {
    let settings = settings(of: rule)
    var words = ["fingers \(settings[CommonSettings.fingers].words)"]
    for declaration in rule.kind.settings {
      guard case .choice(let choice)? = rule.settings[declaration.name] else { continue }
      words.append("\(declaration.name) \(choice)")
    }
    if case .deviceClass(let only) = rule.device { words.append("on a \(only.rawValue)") }
    return [rule.kind.summary, words.joined(separator: ", ")]
  }

  private static func settings(of rule: GestureRule) -> Settings {
    let deviceClass: DeviceClass? = if case .deviceClass(let only) = rule.device { only } else { nil }
    return Settings(rule.kind, for: deviceClass ?? .touchscreen, layers: [rule.settings])
  }

  /// The lesson for the screen; nil after the last gesture.
  var lesson: OverlayLesson? {
    guard !isOver else { return nil }
    let rule = tasks[current].solo.rule
    let settings = Self.settings(of: rule)
    return OverlayLesson(
      number: current + 1, count: tasks.count, results: results.map(\.isMade), name: rule.name,
      look: OverlayScene.Look(rule, settings), fingers: settings[CommonSettings.fingers].lowerBound,
      how: Self.instructions(of: rule), does: tasks[current].effects, verdict: verdict?.kind,
      words: verdict?.words ?? "", keys: Message.practiceKeys)
  }
}

extension Message {
  static func practiceBegins(_ count: Int) -> String {
    (count == 1 ? "Make this gesture." : "Make \(count) gestures, one after another.")
      + " This command runs no actions, but a running daemon does. \(practiceKeys)"
  }

  static let practiceKeys = "Press Enter to skip a gesture, Ctrl-C to quit."

  /// The message after a recognized gesture, for the page on the screen.
  static func madeOnScreen(_ rule: GestureRule, after attempts: Int) -> String {
    "That was \(rule.name.visible)\(attempts == 1 ? "" : ", at attempt \(attempts)")"
  }

  static func notMade(_ words: String) -> String { "Not yet: \(words)" }
  static func otherMovement(_ words: String) -> String { "Something else: \(words)" }
  static let howToContinue =
    "Press Enter to skip this gesture. If other thresholds fit your attempts, they are proposed at the end."
  static let skipped = "    skipped"
}
