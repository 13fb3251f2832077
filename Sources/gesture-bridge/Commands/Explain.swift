import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Recordings

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain, attempt by attempt, why each gesture was recognized or not.",
    discussion: """
      An attempt lasts from the first landing of a finger until all fingers are up and no gesture waits any more. The output lists first \
      the gestures that were recognized, then those that waited and were not recognized, then near misses. For a near \
      miss, the output also shows a change of the rules that brings the attempt closer to being recognized. The command \
      reads recordings and rules as 'replay' does. Exit status: 0, even if nothing was recognized; 1 if a file \
      or the daemon's attempts can't be read or used, or \
      the rules don't have the gesture that --gesture names; 2 for a wrong command line.

      JSON OUTPUT in gesture-bridge(1) describes what --json prints.

      Examples:
        gesture-bridge explain
        gesture-bridge explain hand.touches --gesture next-workspace
      """)

  @Argument(
    help: "The recording; without a recording, the daemon's last attempt, or several attempts with --last.",
    completion: .file())
  var file: String?

  @Option(
    help: "The rules file to use instead of the recording's or the daemon's.", completion: .file(extensions: ["toml"]))
  var config: String?

  @OptionGroup
  var reader: ReaderOptions

  @OptionGroup
  var remembered: RememberedOptions

  @Option(help: "Explain only this gesture, step by step.", completion: RulesNames.gestures)
  var gesture: String?

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  func run() throws {
    if let file {
      try remembered.refuse()
      return try explain(file, named: file, config)
    }
    let last = remembered.last ?? 1
    let attempts = try reportingErrors { try RememberedAttempts(last: last, remembered.session) }
    try withExtendedLifetime(attempts) {
      try explain(attempts.path, named: Message.lastAttempts, config ?? attempts.rules, last: last)
      if attempts.isPaused, !json { StandardStreams.write("\(Message.pausedMeanwhile)\n") }
    }
  }

  /// Prints why gestures happened or not in the last `last` attempts (nil: all). The output calls the recording `name`.
  private func explain(_ file: String, named name: String, _ config: String?, last: Int? = nil) throws {
    try reportingErrors(wrapped: true) {
      let contents = try RecordingOptions.Contents(file, named: name, config: config, reader)
      let played = contents.recording
      let only = try gesture.map { try contents.find($0) }
      ReaderOptions.printNotes(of: played, in: name)
      let explanation = try Explanation(played, rules: contents.rules, only: only, last: last)
      StandardStreams.write(json ? explanation.json(recording: name).text + "\n" : explanation.text(recording: name))
    }
  }
}

extension RecordingOptions.Contents {
  func find(_ name: String) throws -> GestureID {
    let names = rules.ruleSet.gestures.map(\.name)
    guard let index = names.firstIndex(of: name) else {
      let nearest = Nearest.name(to: name, among: names).map { "; \(Message.didYouMean($0))" } ?? ""
      throw CommandError("there is no gesture \"\(name.visible)\" in \(rulesName)\(nearest)")
    }
    return GestureID(index)
  }
}
