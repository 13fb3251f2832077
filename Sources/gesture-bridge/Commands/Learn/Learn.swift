import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Glibc
import LiveView
import Logging
import Recordings

/// Stores examples of a drawing, by which a gesture is recognized.
struct Learn: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Draw a gesture a few times, and have it recognized from then on.",
    discussion: """
      The drawing goes into templates/NAME.toml beside the rules file, as points in mm; a gesture of the kind stroke names it \
      with templates = ["NAME"]. Without --from it asks for the drawing on the touch devices, and starts no command; a \
      daemon that is running is not stopped by it. Of recordings every attempt that can be a drawing counts as one. It says \
      how unlike the others each one is: 100 % is as much as is taken for the same drawing. Exit status: 0, 1 when nothing \
      is learned, 2 for a wrong command line, 128 and the signal's number when it is stopped.
      """)

  @Argument(help: "What the drawing is called: letters, digits, - and _.")
  var name: String

  @Option(
    name: .customLong("from"), parsing: .upToNextOption, help: "Recordings to take it from.", completion: .file())
  var recordings: [String] = []

  @Option(help: "How many drawings there are to be; 3 are asked for by default.")
  var count: Int?

  @Option(help: "Take only what is drawn with so many fingers.")
  var fingers: Int?

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Add to the examples that there are.")
  var add = false

  @Flag(help: "Write the examples in place of those that there are.")
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
    if add, replace { throw ValidationError(Message.addsOrReplaces) }
    if stdout, add || replace { throw ValidationError(Message.printsOnly) }
  }

  func run() throws {
    try RecordingOptions.reportingErrors {
      guard TemplateFile.isName(name) else { throw LearnError.badName(name) }
      let source = try LearnSource(named: config)
      let place = try TemplatePlace(name, besideRules: source.path, mode)
      let learning = try learn(source, place)
      if stdout {
        StandardStreams.write(learning.text.file(name))
      } else {
        say("")
        StandardStreams.write(try place.write(learning))
      }
      let report = LearnReport(learning, source, place)
      if !stdout { StandardStreams.write(report.text) }
      for warning in report.warnings { StandardStreams.writeError("warning: \(warning)\n") }
    }
  }

  private var mode: TemplatePlace.Mode { add ? .add : replace ? .replace : stdout ? .replace : .refuse }

  private func learn(_ source: LearnSource, _ place: TemplatePlace) throws -> Learning {
    var learning = Learning(name, earlier: place.earlier)
    guard !recordings.isEmpty else { return try live(learning, source) }
    try source.learn(recordings, reader, fingers: fingers, into: &learning, say: say)
    let found = learning.examples.count
    if found == 0 { throw LearnError.noDrawing(recordings) }
    if let count, count != found { throw LearnError.otherCount(found, wanted: count) }
    return learning
  }

  private func live(_ learning: Learning, _ source: LearnSource) throws -> Learning {
    let reader = ExampleReader(source.rules.ruleSet, fingers: fingers)
    let options = LearnSession.Options(
      count: count ?? Self.usualCount, hasKeys: Terminal.isTerminal(STDIN_FILENO),
      shows: Terminal.isTerminal(stdout ? STDERR_FILENO : STDOUT_FILENO))
    let session = LearnSession(learning, reader, options)
    let conversation = try LiveConversation(
      session, cutting: reader.cutting, source.rules.ruleSet, log: .standardError(.notice), say: say)
    if let signal = try conversation.run() { throw ExitCode(128 + signal) }
    return conversation.talk.learning
  }

  /// What is said goes beside the examples where these are printed.
  private func say(_ line: String) {
    if stdout { StandardStreams.writeError(line + "\n") } else { StandardStreams.write(line + "\n") }
  }
}
