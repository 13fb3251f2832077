import Analysis
import Bindings
import GestureCore
import LiveView
import Recordings

/// The conversation in which the user draws a drawing's examples.
struct LearnSession: Conversation {
  private enum Round: Equatable {
    case drawing
    /// All drawings are made, but the user has not confirmed them.
    case drawn
    case over
  }

  private(set) var learning: Learning
  private let reader: ExampleReader
  private let count: Int
  let acceptsAnswers: Bool
  /// Whether the user can press keys; false after the end of the input.
  private var hasKeys: Bool
  private let showsDrawings: Bool
  private var round = Round.drawing

  /// Makes a conversation that asks for `count` drawings, and prints each drawing if `showsDrawings` is true.
  init(_ learning: Learning, _ reader: ExampleReader, count: Int, acceptsAnswers: Bool, showsDrawings: Bool) {
    self.learning = learning
    self.reader = reader
    self.count = count
    self.acceptsAnswers = acceptsAnswers
    self.showsDrawings = showsDrawings
    hasKeys = acceptsAnswers
  }

  var isOver: Bool { round == .over }

  var greeting: [String] {
    [Message.drawIt(learning.name, count, fingers: reader.fingers)]
      + (hasKeys ? [Message.learnKeys] : []) + [
        "This command runs no actions, but a running daemon does."
      ]
  }

  mutating func add(_ attempt: Attempt, on devices: [Device]) -> [String] {
    let number = learning.examples.count + 1
    guard let sample = GestureSample(attempt, number: number, of: devices) else { return [] }
    guard round == .drawing else { return round == .drawn ? [Message.drawnAll(count)] : [] }
    let example: LearnedExample
    do throws(ExampleRefusal) {
      example = try read(sample)
    } catch {
      return [Message.notCounted("\(error)")]
    }
    let difference = learning.add(example)
    let picture = showsDrawings ? SmallDrawing.lines(example.points) : []
    return [Learning.line(example, difference: difference)] + picture + endIfComplete()
  }

  /// Reads an attempt as an example. Throws if `reader` throws, or if the finger count isn't that of the first example.
  private func read(_ sample: GestureSample) throws(ExampleRefusal) -> LearnedExample {
    let example = try reader.read(sample)
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
      return [learning.removeLast().map { Message.undone($0.number) } ?? Message.nothingToUndo]
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
    guard learning.examples.count >= count else { return [] }
    round = hasKeys ? .drawn : .over
    return hasKeys ? ["      Press Enter to save the drawings; type u and Enter to remove the last drawing."] : []
  }
}

/// The rules for which a drawing is learned; empty if no usable rules exist.
struct LearnSource {
  /// The path of the rules file, even if the file doesn't exist.
  let path: String
  let rules: Rules

  /// Uses empty rules if no rules file exists or, with a warning, if the rules can't be used. Throws if the file
  /// `named` can't be read or, without `named`, if no rules file exists and the configuration folder is not known.
  init(named: String?) throws {
    if let named {
      path = named
      _ = try FileContents(path: named, onlyFile: true)
    } else if let found = try? RulesFile.path(named: nil) {
      path = found
    } else if let firstPath = RulesFile.places.dropLast().first {
      (path, rules) = (firstPath, Rules())
      return
    } else {
      throw CommandError.noPlaceForRules
    }
    do throws(RulesFile.Problem) {
      rules = try RulesReading(path).result.get()
    } catch {
      StandardStreams.writeError(wrapping: "gesture-bridge: warning: \(Message.sizesLeftOut(error))\n")
      rules = Rules()
    }
  }

  /// Adds the drawings in the recordings to `learning`. `show` gets lines about each file and its attempts.
  func learn(
    _ files: [String], _ options: ReaderOptions, fingers: Int?, into learning: inout Learning, show: (String) -> Void
  ) throws {
    var number = 0
    for file in files {
      let recording = try options.read(file).recording.sized(by: rules.ruleSet)
      ReaderOptions.printNotes(of: recording, in: file)
      let reader = ExampleReader(rules.ruleSet, fingers: fingers)
      show("\(file):")
      let attempts = try Replay.attempts(recording, rules: Rules(ruleSet: reader.separatingRules))
      if attempts.isEmpty { show(Message.nothingTouched) }
      for attempt in attempts.sorted(by: { $0.number < $1.number }) {
        number += 1
        guard let sample = GestureSample(attempt, number: number, of: recording.devices, origin: file) else { continue }
        do throws(ExampleRefusal) {
          let example = try reader.read(sample)
          show(Learning.line(example, difference: learning.add(example)))
        } catch {
          show(Learning.line(number, error))
        }
      }
    }
  }
}
