import Bindings
import GestureCore
import Recordings

/// Plays an attempt once more with a threshold changed, to see what would have come of it.
struct WhatIfChanged {
  /// What would have come of the gesture.
  enum Result: Equatable {
    case recognized
    /// It would have got past that threshold, but failed all the same.
    case failed(Decision.Cause)
    /// The same threshold would still have been missed.
    case unchanged
  }

  let recording: Recording
  let rules: Rules

  /// Nil where the attempt by itself gives something else than it did in the recording: what went before it counts too.
  func result(of change: RuleChange, in attempt: Attempt, _ gesture: GestureID) -> Result? {
    var alone = recording
    alone.devices = recording.devices.filter { $0.id == attempt.device }
    alone.frames = attempt.frames
    let before = attempt.decisions.filter { $0.gesture == gesture }
    guard decisions(alone, rules, gesture) == before else { return nil }
    let changed = rules.ruleSet.changed(by: change)
    let after = decisions(
      alone, Rules(ruleSet: changed, bindings: rules.bindings, locations: rules.locations), gesture)
    guard let history = after.flatMap({ GestureHistory($0) }) else { return nil }
    if !history.wins.isEmpty { return .recognized }
    guard case .failed(_, let cause)? = history.nearest?.outcome else { return nil }
    if case .own(let failure) = cause, failure.setting == change.setting { return .unchanged }
    return .failed(cause)
  }

  private func decisions(_ recording: Recording, _ rules: Rules, _ gesture: GestureID) -> [Decision]? {
    let notebook = Notebook(gesture)
    do {
      try Replay.run(recording, rules: rules, watcher: notebook) { _, _ in }
      return notebook.decisions
    } catch {
      return nil
    }
  }

  /// Keeps the decisions about one gesture.
  private final class Notebook: Watcher, @unchecked Sendable {
    // A replay is on one thread.
    private let gesture: GestureID
    private(set) var decisions: [Decision] = []

    init(_ gesture: GestureID) { self.gesture = gesture }

    func observe(_ decision: Decision) {
      if decision.gesture == gesture { decisions.append(decision) }
    }
  }
}
