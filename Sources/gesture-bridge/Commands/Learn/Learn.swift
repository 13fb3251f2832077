import Actions
import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Glibc
import LiveView
import Logging
import Recordings

struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn", abstract: "Teach a drawing by drawing it a few times.",
    discussion: """
      The drawing is saved in templates/NAME.toml next to the rules file, as points in mm. A gesture of the kind \
      stroke uses the drawing with templates = ["NAME"]. Without --from, you draw on the touch devices. This command \
      runs no actions, but a running daemon does. In a recording, every attempt that can be a drawing counts. The \
      output shows how much each drawing differs from the most similar earlier one, in % of the allowed difference. \
      Above 100 %, the two count as different drawings. Exit status: 0 on success, 1 when nothing \
      is learned, 2 for a wrong command line, 128 plus the number of the signal that stopped the command.

      Examples:
        gesture-bridge learn star
        gesture-bridge learn star --add
      """)

  @Argument(help: "The drawing's name: letters, digits, - and _.", completion: RulesNames.drawings)
  var name: String

  @Option(
    name: .customLong("from"), parsing: .upToNextOption,
    help: "Recordings of the drawing; without this option, draw it on the touch devices.", completion: .file())
  var recordings: [String] = []

  @Option(help: "How many times to draw, 3 by default; with --from, how many drawings the recordings must have.")
  var count: Int?

  @Option(help: "Use only drawings with this many fingers.")
  var fingers: Int?

  @Option(
    help: "The rules file; drawings are saved next to it. Default: the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Add the new examples to the examples that the drawing already has.")
  var add = false

  @Flag(help: "Replace the examples that the drawing already has.")
  var replace = false

  @Flag(help: "Print the examples instead of writing them.")
  var stdout = false

  @OptionGroup
  var reader: ReaderOptions

  private static let counts = 1...StrokeTemplates.mostStrokes
  private static let fingerCounts = 1...10
  private static let usualCount = 3

  func validate() throws {
    if let count, !Self.counts.contains(count) { throw ValidationError(Message.outOfRange("count", Self.counts)) }
    if let fingers, !Self.fingerCounts.contains(fingers) {
      throw ValidationError(Message.outOfRange("fingers", Self.fingerCounts))
    }
    if add, replace {
      throw ValidationError(
        "--add keeps the examples of the file, and --replace replaces them: remove one of the two options")
    }
    if stdout, add || replace {
      throw ValidationError("--stdout writes no file, so --add and --replace have no effect: remove them")
    }
  }

  func run() throws {
    try reportingErrors(wrapped: true) {
      guard TemplateFile.isName(name) else {
        throw CommandError(
          "\"\(name.visible)\" can't be a drawing's name: use letters, digits, - and _, at most \(TemplateFile.longestName) bytes"
        )
      }
      let source = try LearnSource(named: config)
      let drawingFile = try DrawingFile(name, nextToRules: source.path, mode)
      let learning = try learn(source, drawingFile)
      if stdout {
        StandardStreams.write(learning.text.file(name))
      } else {
        show("")
        StandardStreams.write(wrapping: try drawingFile.write(learning))
      }
      let report = LearnReport(learning, source, drawingFile)
      if !stdout {
        StandardStreams.write(wrapping: report.sentence)
        StandardStreams.write(report.lines)
      }
      for warning in report.warnings { StandardStreams.writeError(wrapping: "warning: \(warning)\n") }
    }
  }

  private var mode: DrawingFile.Mode { add ? .add : replace ? .replace : stdout ? .replace : .refuse }

  private func learn(_ source: LearnSource, _ drawingFile: DrawingFile) throws -> Learning {
    var learning = Learning(name, earlier: drawingFile.earlier)
    guard !recordings.isEmpty else { return try live(learning, source) }
    try source.learn(recordings, reader, fingers: fingers, into: &learning, show: show)
    let found = learning.examples.count
    if found == 0 {
      throw CommandError(
        "no drawing was found in \(recordings.listed("or")), so nothing is learned: use other recordings\(fingers == nil ? "" : ", or remove --fingers")"
      )
    }
    if let count, count != found {
      let drawings = "found \(Message.count(found, "drawing"))"
      throw CommandError("\(drawings), not \(count), so nothing is learned: use --count \(found), or other recordings")
    }
    return learning
  }

  private func live(_ learning: Learning, _ source: LearnSource) throws -> Learning {
    let reader = ExampleReader(source.rules.ruleSet, fingers: fingers)
    let session = LearnSession(
      learning, reader, count: count ?? Self.usualCount, acceptsAnswers: Terminal.isTerminal(STDIN_FILENO),
      showsDrawings: Terminal.isTerminal(stdout ? STDERR_FILENO : STDOUT_FILENO))
    let live = try LiveConversation(
      session, separatingRules: reader.separatingRules, source.rules.ruleSet, log: .standardError(.notice), show: show)
    if let status = try live.run() { throw ExitCode(status) }
    return live.conversation.learning
  }

  /// Prints a message, to standard error if the examples go to standard output.
  private func show(_ line: String) {
    if stdout {
      StandardStreams.writeError(wrapping: line + "\n")
    } else {
      StandardStreams.write(wrapping: line + "\n")
    }
  }
}

/// The report on a learned drawing: the gestures that use it, or a new rule if no gesture uses it, and the warnings.
struct LearnReport {
  private let learning: Learning
  private let rules: RuleSet
  private let users: [(gesture: String, file: String)]
  private let problem: (any Error)?
  private let others: [StrokeTemplates]

  init(_ learning: Learning, _ source: LearnSource, _ drawingFile: DrawingFile) {
    self.learning = learning
    others = drawingFile.others
    var problem: (any Error)?
    var rules = source.rules
    do throws(RulesFile.Problem) {
      rules = try RulesReading(source.path).result.get()
    } catch {
      if !error.isNoFile { problem = error }
    }
    self.problem = problem
    self.rules = rules.ruleSet
    users = rules.ruleSet.gestures.enumerated().compactMap { index, rule in
      guard rule.templateNames.contains(learning.name), rules.locations.indices.contains(index) else { return nil }
      let file = rules.locations[index].file
      return TemplateFile.path(of: learning.name, nextToRules: file) == drawingFile.path ? (rule.name, file) : nil
    }
  }

  /// A sentence that names the drawing's gestures in one rules file; without such gestures, the sentence above `lines`.
  var sentence: String {
    users.first.map { first in Message.alreadyUsed(users.filter { $0.file == first.file }.map(\.gesture), first.file) }
      ?? Message.useIt
  }

  /// The lines of a new rule for the drawing. Empty if gestures use the drawing already.
  var lines: String { users.isEmpty ? learning.rule(named: freeName) : "" }

  var warnings: [String] {
    let found = learning.warnings(others: others, rules: rules, own: users.map(\.gesture), future: freeName)
    return
      (problem.map { ["the drawing is not compared with your gestures, because the rules have a problem: \($0)"] } ?? [])
      + found.map(\.description)
  }

  private var freeName: String {
    let usedNames = Set(rules.gestures.map(\.name))
    let names = [learning.name] + (1...usedNames.count + 1).map { "\(learning.name)-drawing\($0 > 1 ? "-\($0)" : "")" }
    return names.first { !usedNames.contains($0) } ?? learning.name
  }
}

extension RulesFile.Problem {
  fileprivate var isNoFile: Bool {
    switch self {
    case .notFound: true
    case .unreadable(let error): error.isMissing
    case .invalid: false
    }
  }
}

// The conversation
extension Message {
  static func drawIt(_ name: String, _ count: Int, fingers: Int?) -> String {
    let method =
      switch fingers {
      case nil: "with one or more fingers that move together; on a touchpad, with three or four"
      case 1?: "with one finger"
      case let fingers?: "with \(fingers) fingers that move together"
      }
    return "Draw \"\(name)\" \(times(count)), \(method)."
  }

  static let learnKeys =
    "To remove the last drawing, type u and Enter. To save the drawings made so far, press Enter. To stop without saving, press Ctrl-C."
  static func drawnAll(_ count: Int) -> String {
    notCounted("you have already made \(count == 1 ? "the drawing" : "all \(count) drawings"); press Enter to save")
  }
  static let nothingTouched = "      no finger touches a device in the recording"
}

// The result
extension Message {
  static func learned(_ path: String, _ count: Int) -> String { "wrote \(path) with \(Self.count(count, "example"))\n" }

  static func learned(_ path: String, _ count: Int, inAdditionTo earlier: Int) -> String {
    "added \(Self.count(count, "example")) to \(path), which now has \(earlier + count) examples\n"
  }

  static func relearned(_ path: String, _ count: Int) -> String {
    "replaced the examples in \(path) with \(Self.count(count, "example"))\n"
  }

  static func alreadyUsed(_ gestures: [String], _ file: String) -> String {
    let names = "gesture\(gestures.count == 1 ? "" : "s") " + gestures.map { "\"\($0.visible)\"" }.listed("and")
    return "\(names) in \(file) \(gestures.count == 1 ? "uses" : "use") this drawing; "
      + "a running daemon with these rules uses the new examples at once\n"
  }

  static let useIt = """
    To run a command when you make this drawing, add the lines below to your bindings.toml.
    If there are warnings below the lines, read the warnings first.


    """
}
