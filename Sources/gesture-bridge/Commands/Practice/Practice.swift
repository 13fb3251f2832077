import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Glibc
import Logging

struct Practice: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "practice",
    abstract: "Make your gestures one after another, and see how close each attempt is to being recognized.",
    discussion: """
      For each gesture, this command shows how to make the gesture, and waits until you make it. The command runs no \
      actions, but a running daemon does. Each attempt is judged for the current gesture only. On a desktop a page covers the screen, so that no window \
      gets the touches; keys still go to this terminal. At the end, the command proposes thresholds for gestures that needed \
      several attempts, and asks whether to write the thresholds into the rules. Exit status: 0 when you made all \
      gestures, 1 when you skipped a gesture, or a file can't be used, 2 for a wrong command line, 128 plus \
      the number of the signal that stopped the command.

      Examples:
        gesture-bridge practice
        gesture-bridge practice next-workspace overview
      """)

  @Argument(
    help: "The gestures to practise; without names, all gestures that have actions.", completion: RulesNames.gestures)
  var names: [String] = []

  @Option(
    help: "The rules file; without this option, the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Stay in this terminal, without a page on the screen.")
  var terminal = false

  func run() throws {
    try reportingErrors(wrapped: true) {
      let path = try RulesFile.path(named: config, before: [])
      let reading = RulesReading(path)
      for diagnostic in reading.diagnostics { StandardStreams.writeError("\(diagnostic)\n") }
      let rules = try reading.result.get()
      let tasks = try tasks(rules, path)
      guard !tasks.isEmpty else {
        throw CommandError(
          "no gesture in \(path.visible) has actions: add a `run` to a gesture, or name the gestures to practise")
      }
      let live = try LiveConversation(
        PracticeSession(tasks), separatingRules: rules.ruleSet, rules.ruleSet, log: .standardError(.notice),
        show: { StandardStreams.write(wrapping: $0 + "\n") })
      let screen = terminal ? nil : PracticeScreen.open(rules)
      if let screen {
        live.onFrame = screen.showFingers
        live.onRemoval = screen.removeDevice
        live.onChange = { screen.show($0.lesson) }
      }
      let status: Int32?
      do {
        defer { screen?.close() }
        status = try live.run()
      }
      try showResults(live.conversation.results, of: tasks.count, rules, reading)
      if let status { throw ExitCode(status) }
      guard live.conversation.results.allSatisfy(\.isMade) else { throw ExitCode.failure }
    }
  }

  private func tasks(_ rules: Rules, _ path: String) throws -> [PracticeSession.Task] {
    let ruleNames = rules.ruleSet.gestures.map(\.name)
    if let name = names.first(where: { !ruleNames.contains($0) }) {
      throw CommandError(Message.noGesture(name, ruleNames, in: path))
    }
    let bindings = BindingList(rules).entries
    return ruleNames.enumerated().compactMap { index, name in
      let own = bindings.filter { $0["gesture"]?.string == name }
      let isWanted = names.isEmpty ? !own.isEmpty : names.contains(name)
      guard isWanted, let solo = SoloGesture(name, of: rules.ruleSet) else { return nil }
      return PracticeSession.Task(solo: solo, effects: own.map(BindingText.does))
    }
  }

  private func showResults(
    _ results: [PracticeSession.Result], of count: Int, _ rules: Rules, _ reading: RulesReading
  ) throws {
    let made = results.filter(\.isMade)
    let atOnce = made.count { $0.samples.count == 1 }
    StandardStreams.write(wrapping: "\nGestures made: \(made.count) of \(count); at the first attempt: \(atOnce).\n")
    for result in results where result.samples.count > 1 || !result.isMade && !result.samples.isEmpty {
      guard
        let tuning = Tuning(
          result.gesture.name, of: rules.ruleSet, attempts: result.samples, not: [], options: .standard),
        !tuning.changes.isEmpty
      else { continue }
      StandardStreams.write(wrapping: "\n" + tuning.proposalSentences)
      StandardStreams.write(tuning.toml)
      guard isatty(STDIN_FILENO) != 0 else { continue }
      StandardStreams.write(
        wrapping:
          "Write these thresholds into the rules? Type y and Enter to write them, or only Enter to leave the rules unchanged: "
      )
      guard readLine()?.lowercased().hasPrefix("y") ?? false else { continue }
      let rewrite = try RulesRewrite(tuning, reading)
      try rewrite.write()
      StandardStreams.write(rewrite.difference)
      StandardStreams.write(wrapping: Message.rewritten(rewrite.file))
    }
  }
}
