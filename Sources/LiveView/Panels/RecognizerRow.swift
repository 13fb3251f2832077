import GestureCore
import Recordings

/// A recognizer as a row shows it: where it stands, and why.
struct RecognizerRow {
  /// Where it stands, in a word; the order is that of the rows.
  enum State { case possible, held, begun, succeeded, ended, cancelled, nearlyFailed, waiting, failed, idle }

  /// What is said of it beside its state.
  enum Detail {
    case gauge(Gauge)
    case text(String)
  }

  let name: String
  let kind: String
  let state: State
  let details: [Detail]

  init(_ standing: Standing, _ watched: WatchedDevice, _ names: Names) {
    let place = standing.gesture.rawValue
    let decision = watched.outcomes.indices.contains(place) ? watched.outcomes[place] : nil
    name = names.gesture(standing.gesture)
    kind = names.rule(standing.gesture)?.kind.name ?? ""
    state = Self.state(standing.phase, decision, isNear: watched.nearlyWas(standing.gesture))
    var details: [Detail] = []
    switch standing.phase {
    case .landing:
      let count = watched.fingerCounts.indices.contains(place) ? watched.fingerCounts[place] : nil
      details.append(.text(ViewWording.waitsForFingers(count)))
    case .awaitingFingers: details.append(.text(ViewWording.anotherFinger))
    case .idle, .possible, .held, .begun, .succeeded, .failed:
      if let text = Self.text(decision, standing.phase, names) { details.append(.text(text)) }
    }
    if !standing.waitsFor.isEmpty {
      details.append(.text(ViewWording.waits(for: standing.waitsFor.map(names.gesture), state == .held)))
    }
    self.details = standing.gauges.map(Detail.gauge) + details
  }

  private static func state(_ phase: Standing.Phase, _ decision: Decision?, isNear: Bool) -> State {
    switch phase {
    case .landing: .waiting
    case .possible: .possible
    case .awaitingFingers, .held: .held
    case .begun: .begun
    case .idle, .succeeded, .failed:
      decision.flatMap { state($0, isNear) } ?? (phase == .succeeded ? .succeeded : .idle)
    }
  }

  private static func state(_ decision: Decision, _ isNear: Bool) -> State? {
    switch decision.outcome {
    case .event(let state, _):
      switch state {
      case .recognized: .succeeded
      case .ended: .ended
      case .cancelled: .cancelled
      case .began, .changed: .begun
      case .possible, .failed: nil
      }
    case .failed: isNear ? .nearlyFailed : .failed
    case .cancelled: .cancelled
    case .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: nil
    }
  }

  /// Why it is no more, or what it measures while it goes on.
  private static func text(_ decision: Decision?, _ phase: Standing.Phase, _ names: Names) -> String? {
    guard let decision else { return nil }
    switch decision.outcome {
    case .failed, .cancelled: return phase == .possible || phase == .held ? nil : names.reason(decision)
    case .event(_, let values):
      let isNow = phase == .begun || phase == .succeeded || phase == .idle
      return isNow ? names.values(values, of: decision.gesture).joined(separator: ", ") : nil
    case .tracking, .awaitingFingers, .held, .released, .reset, .notReceived: return nil
    }
  }
}

extension RecognizerRow.State {
  var word: String {
    switch self {
    case .possible: "possible"
    case .held: "held"
    case .begun: "began"
    case .succeeded: "recognized"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .nearlyFailed, .failed: "failed"
    case .waiting: "waiting"
    case .idle: "idle"
    }
  }

  var mark: String {
    switch self {
    case .possible: "◌"
    case .held: "◆"
    case .begun: "●"
    case .succeeded, .ended: "✓"
    case .cancelled: "×"
    case .nearlyFailed, .failed: "✗"
    case .waiting: "○"
    case .idle: "·"
    }
  }

  var style: Style {
    switch self {
    case .possible: Palette.busy
    case .held: Palette.waits
    case .begun, .succeeded, .ended: Palette.good
    case .cancelled, .nearlyFailed: Palette.bad
    case .waiting, .failed, .idle: .dim
    }
  }

  /// Whether the eye may pass over it.
  var isQuiet: Bool {
    switch self {
    case .waiting, .failed, .idle: true
    case .possible, .held, .begun, .succeeded, .ended, .cancelled, .nearlyFailed: false
    }
  }

  /// Whether it looks at touches now.
  var isEngaged: Bool {
    switch self {
    case .possible, .held, .begun: true
    case .succeeded, .ended, .cancelled, .nearlyFailed, .waiting, .failed, .idle: false
    }
  }

  /// Rows of the lower groups come first; within one they keep their order, so that they do not jump.
  var group: Int {
    switch self {
    case .possible, .held, .begun: 0
    case .succeeded, .ended, .cancelled: 1
    case .nearlyFailed: 2
    case .waiting: 3
    case .failed: 4
    case .idle: 5
    }
  }
}
