import GestureCore

/// `mode = "media"`: switches to another mode.
struct ModeEffect: KeyedEffect {
  static let key = "mode"

  let manual = "The mode to switch to; the same action can have a command too; see `MODES`."
  let form = EffectForm.text(
    summary: "The mode to switch to; write \"default\" to leave any other mode.", example: "reading")

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let mode = reader.string(key, example: "reading"), reader.problems.isMode(mode) else { return nil }
    section.modes.append(mode)
    return .mode(mode.value)
  }

  func advice(at location: KeyLocation) -> String? {
    switch location {
    case .gesture:
      "write `receive = { mode = \"…\" }` to limit the gesture to a mode, or `run = { mode = \"…\" }` to switch to a mode"
    case .binding: "write `when = { mode = \"…\" }` to require a mode, or `run = { mode = \"…\" }` to switch to a mode"
    case .step: "add a direction, such as `up = { mode = \"…\" }`"
    case .direction: nil
    }
  }
}

extension Problems {
  /// Whether a mode can have this name; reports an error if it can't.
  func isMode(_ name: Located<String>) -> Bool {
    guard !name.value.isPlainName else { return true }
    error(at: name.range, name.value.isEmpty ? .emptyName(ModeEffect.key) : .badName(name.value, of: "mode"))
    return false
  }
}

extension Rules {
  /// The mode after these rules have replaced other rules: `mode` if these rules have it, otherwise the default mode.
  public func retainedMode(_ mode: String) -> String { modes.contains(mode) ? mode : Context.defaultMode }

  /// Every mode that an action switches to or that a condition requires, and the default mode.
  public var modes: Set<String> {
    Set(effects.compactMap(\.mode) + conditions.flatMap { $0.modes ?? [] } + [Context.defaultMode])
  }
}
