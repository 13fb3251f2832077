import GestureCore

/// What a touch script can say of the session: `mode presentation`, `app firefox`, `output DP-1`, `modifiers ctrl+shift`.
///
/// `app`, `output` and `modifiers` without anything after them mean that nobody can tell.
enum SessionWord: String, CaseIterable {
  case mode, app, output, modifiers

  /// Takes what follows the word, and notes it in `context`.
  func read(_ tokens: inout Tokens, _ context: inout Context) throws(RecordingError.Reason) {
    switch self {
    case .mode:
      let name = try tokens.next(.mode)
      guard isName(name) else { throw .script(.badName(name)) }
      context.mode = name
    case .app: context.app = tokens.nextOfAction()
    case .output: context.output = tokens.nextOfAction()
    case .modifiers:
      guard let text = tokens.nextOfAction() else { return context.modifiers = nil }
      guard let modifiers = Modifiers(text: text) else { throw .rules(.unknownModifier(text)) }
      context.modifiers = modifiers
    }
  }

  /// The actions that make of `old` what `change` tells.
  static func actions(from old: Context, to change: ContextChange) -> [String] {
    let new = change.context
    return allCases.compactMap { word in
      switch word {
      case .mode: change.setsMode || new.mode != old.mode ? "mode \(new.mode)" : nil
      case .app: new.app == old.app ? nil : text("app", new.app)
      case .output: new.output == old.output ? nil : text("output", new.output)
      case .modifiers: new.modifiers == old.modifiers ? nil : text("modifiers", new.modifiers?.text)
      }
    }
  }

  private static func text(_ word: String, _ value: String?) -> String {
    value.map { "\(word) \(isName($0.replacing("+", with: "")) ? $0 : quotedToken($0))" } ?? word
  }
}

extension Modifiers {
  /// `ctrl+shift`, or `none`.
  init?(text: String) {
    self = []
    if text == Self.none { return }
    for part in text.split(separator: "+", omittingEmptySubsequences: false) {
      guard let modifier = Self.named.first(where: { $0.key == part }) else { return nil }
      insert(modifier.value)
    }
  }

  var text: String {
    isEmpty ? Self.none : Self.named.filter { contains($0.value) }.map(\.key).joined(separator: "+")
  }

  private static let none = "none"
}
