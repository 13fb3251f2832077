import Analysis
import GestureCore
import Recordings

/// The conversation in which a gesture is drawn on real devices.
struct LearnSession: Conversation {
  /// What the command line and the terminal make of it.
  struct Options: Equatable {
    var count: Int
    /// Somebody can press keys.
    var hasKeys = false
    /// Drawings are shown.
    var shows = false
  }

  private enum Round: Equatable {
    case drawing
    /// All is drawn, and the last word is not said.
    case drawn
    case over
  }

  private(set) var learning: Learning
  private let reader: ExampleReader
  private let options: Options
  private var hasKeys: Bool
  private var round = Round.drawing

  init(_ learning: Learning, _ reader: ExampleReader, _ options: Options) {
    self.learning = learning
    self.reader = reader
    self.options = options
    hasKeys = options.hasKeys
  }

  var isOver: Bool { round == .over }
  var takesAnswers: Bool { options.hasKeys }

  var greeting: [String] {
    [Message.drawIt(learning.name, options.count, fingers: reader.fingers)]
      + (hasKeys ? [Message.learnKeys] : []) + [Message.daemonActsToo]
  }

  mutating func take(_ attempt: Attempt, on devices: [Device]) -> [String] {
    let number = learning.examples.count + 1
    guard let trial = Trial(attempt, number: number, of: devices) else { return [] }
    guard round == .drawing else { return round == .drawn ? [Message.drawnAll(options.count)] : [] }
    let example: LearnedExample
    do throws(ExampleRefusal) {
      example = try read(trial)
    } catch {
      return [Message.notCounted("\(error)")]
    }
    let difference = learning.add(example)
    let picture = options.shows ? SmallDrawing.lines(example.points) : []
    return [Learning.line(example, difference: difference)] + picture + endIfComplete()
  }

  /// All are drawn with as many fingers as the first.
  private func read(_ trial: Trial) throws(ExampleRefusal) -> LearnedExample {
    let example = try reader.read(trial)
    if let first = learning.examples.first, first.fingers != example.fingers {
      throw .fingers(example.fingers, wanted: first.fingers)
    }
    return example
  }

  mutating func answer(_ line: String) -> [String] {
    guard round != .over else { return [] }
    switch line.lowercased() {
    case "u":
      round = .drawing
      return [learning.takeBack().map { Message.takenBack($0.number) } ?? Message.nothingToTakeBack]
    case "":
      if learning.examples.isEmpty { return [Message.notYet] }
      round = .over
      return []
    default: return [Message.unknownAnswer(line)]
    }
  }

  mutating func endAnswers() {
    hasKeys = false
    if round == .drawn { round = .over }
  }

  private mutating func endIfComplete() -> [String] {
    guard learning.examples.count >= options.count else { return [] }
    round = hasKeys ? .drawn : .over
    return hasKeys ? [Message.lastWord] : []
  }
}
