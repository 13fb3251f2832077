/// `pause = "toggle"`: pauses or resumes the daemon.
struct PauseEffect: KeyedEffect {
  static let key = "pause"

  let manual =
    "Pauses all gestures (`on`), resumes them (`off`), or switches between the two (`toggle`); the same action can have a command too; see `PAUSING`."
  let form = EffectForm.choice(
    summary:
      "\"on\" pauses all gestures, \"off\" resumes them, \"toggle\" switches between the two; during a pause, only actions with `pause` run.",
    Pause.allCases.map(\.rawValue))
  let usualValue = "toggle"

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let pause = reader.choice(key, example: Pause.toggle) else { return nil }
    section.pauses.append(pause)
    return .pause(pause.value)
  }
}

/// The value of `pause`: `on` pauses, `off` resumes, `toggle` switches. A paused daemon runs only actions with `pause`.
public enum Pause: String, CaseIterable, Sendable {
  case on, off, toggle

  func isPaused(after before: Bool) -> Bool {
    switch self {
    case .on: true
    case .off: false
    case .toggle: !before
    }
  }

  var resumes: Bool { !isPaused(after: true) }
}

extension Rules {
  /// The names of the gestures that can resume a paused daemon, in the order of the rules.
  public var resumingGestures: [String] { gestures { $0.pause?.resumes ?? false }.map(\.name) }
}
