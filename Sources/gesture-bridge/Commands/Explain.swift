import Analysis
import ArgumentParser
import Bindings
import GestureCore
import Recordings

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain, attempt by attempt, why each gesture was recognized or not.",
    discussion: """
      An attempt lasts from the first finger down until all fingers are up and no gesture waits any more. First come \
      the gestures that were recognized, then those that waited and were not recognized, then near misses. For a near \
      miss it shows a change of the rules with which the attempt would have come further; the change was tried on the attempt. It \
      reads recordings and rules as 'replay' does. Exit status: 0, also when nothing was recognized, 1 when a file \
      can't be read or used or \
      there is no such gesture, 2 for a wrong command line.

      --json prints one object: recording, gesture (with --gesture), devices (name, class, obstacles: gesture and \
      reason), \
      attempts, and ignored, the touches that [accommodations] ignore: device, landedMs, xMm, yMm, by (the setting), \
      downMs or pauseMs, and limitMs. An attempt has number, device, beganMs, endedMs, fingers, palms, unreleased (contacts whose release a touchpad has lost), dxMm, dyMm, \
      spreadMm, turnedDeg and \
      gestures. A gesture has gesture, kind, result (recognized, began, ended, cancelled, failed, skipped or none), \
      atMs, endedMs, reason, near (whether it was a near miss), failure (what, measured, setting, limit, unit, and \
      needed, \
      the value that the setting would have needed), change (setting, class (of devices, or null), value, unit, toml, effect: \
      recognized, failed with a \
      reason, or unknown), elsewhere (null, or conditions on the session: recognized, under which it would have been \
      recognized, or acted, the only ones under which it has actions), waits (for: fingers or failures, gestures, \
      beganMs, endedMs), tries, and with --gesture steps \
      (tMs, decision, reason). Times are in ms from the first event; unknown values are null.
      """)

  @OptionGroup
  var recording: RecordingOptions

  @Option(help: "Explain only this gesture, step by step.", completion: RulesNames.gestures)
  var gesture: String?

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  func run() throws { try run(named: recording.file) }

  /// Explains the recording, which the output calls `name`.
  func run(named name: String) throws {
    try reportingErrors(wrapped: true) {
      let contents = try recording.read(named: name)
      let played = contents.recording
      let only = try gesture.map { try contents.find($0) }
      recording.printNotes(of: played)
      let explanation = try Explanation(played, rules: contents.rules, only: only)
      StandardStreams.write(
        json ? explanation.json(recording: name).text + "\n" : explanation.text(recording: name))
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
