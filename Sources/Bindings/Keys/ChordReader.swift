import TOML

/// Reads a key chord such as `Ctrl+Shift+T`.
struct ChordReader {
  let problems: Problems

  func chord(_ text: Located<String>, key: String) -> KeyChord? {
    guard !text.value.isEmpty else { return report(text, .emptyCommand(key)) }
    var names = Self.names(in: text.value)
    // A letter after modifiers means its key: `Ctrl+C` is not Ctrl+Shift+C.
    if names.count > 1, let last = names.last, last.unicodeScalars.count == 1 {
      names[names.count - 1] = last.lowercased().unicodeScalars.count == 1 ? last.lowercased() : last
    }
    var symbols: [KeySymbol] = []
    for (index, name) in names.enumerated() {
      guard let symbol = KeySymbol(name: name) else { return report(text, unknownKey(name)) }
      guard index == names.count - 1 || symbol.isModifier else {
        return report(
          text,
          DiagnosticText(
            "\(name.quoted) is not a modifier key, and every key before the last must be a modifier key",
            fix: "put modifier keys first: `Ctrl+T`; for several key combinations, use `keys = [\"…\", \"…\"]`"
          ))
      }
      symbols.append(symbol)
    }
    return KeyChord(text: text.value, symbols: symbols)
  }

  /// The names between plus signs. The last name may be a plus sign itself, as in `Ctrl++`.
  private static func names(in text: String) -> [String] {
    guard text.hasSuffix("+") else {
      return text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    }
    let before = text.dropLast()
    guard before.hasSuffix("+") else { return before.isEmpty ? ["+"] : [text] }
    return before.dropLast().split(separator: "+", omittingEmptySubsequences: false).map(String.init) + ["+"]
  }

  private func unknownKey(_ name: String) -> DiagnosticText {
    let kinds = "a character, a name such as `Left`, `Tab` or `F5`, or an xkb name such as `XF86AudioPlay`"
    if name.isEmpty {
      return DiagnosticText("the name of a key is missing", fix: "write \(kinds); `plus` is the plus sign")
    }
    return DiagnosticText(
      "there is no key \(name.quoted)", fix: didYouMean(name, among: KeySymbol.commonNames) ?? "a key is \(kinds)")
  }

  private func report(_ text: Located<String>, _ error: DiagnosticText) -> KeyChord? {
    problems.error(at: text.range, error)
    return nil
  }
}
