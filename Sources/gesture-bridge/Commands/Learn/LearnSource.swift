import Analysis
import Bindings
import GestureCore
import Recordings

/// The rules that a drawing is learned beside, as far as there are any.
struct LearnSource {
  /// Where they stand, or would.
  let path: String
  let rules: Rules

  /// Rules that are wrong are no reason not to draw; those that were named must be there.
  init(named: String?) throws {
    if let named {
      path = named
      _ = try FileContents(path: named)
    } else if let found = try? RulesFile.path(named: nil) {
      path = found
    } else if let place = RulesFile.places.dropLast().first {
      (path, rules) = (place, Rules())
      return
    } else {
      throw LearnError.nowhere
    }
    do throws(RulesFile.Problem) {
      rules = try RulesReading(path).result.get()
    } catch {
      StandardStreams.writeError("gesture-bridge: warning: \(Message.sizesLeftOut(error))\n")
      rules = Rules()
    }
  }

  /// Takes every drawing from recordings; `say` is told of each attempt.
  func learn(
    _ files: [String], _ options: ReaderOptions, fingers: Int?, into learning: inout Learning, say: (String) -> Void
  ) throws {
    var number = 0
    for file in files {
      let recording = try options.read(file).recording.sized(by: rules.ruleSet)
      ReaderOptions.tellNotes(of: recording, in: file)
      let reader = ExampleReader(recording.turning(rules.ruleSet), fingers: fingers)
      say("\(file):")
      let attempts = try Replay.attempts(recording, rules: Rules(ruleSet: reader.cutting))
      if attempts.isEmpty { say(Message.nobodyDrew) }
      for attempt in attempts.sorted(by: { $0.number < $1.number }) {
        number += 1
        guard let trial = Trial(attempt, number: number, of: recording.devices, origin: file) else { continue }
        do throws(ExampleRefusal) {
          let example = try reader.read(trial)
          say(Learning.line(example, difference: learning.add(example)))
        } catch {
          say(Learning.line(number, error))
        }
      }
    }
  }
}
