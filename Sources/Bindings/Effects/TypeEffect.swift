/// `type = "text"`: types a text as a keyboard would.
struct TypeEffect: KeyedEffect {
  static let key = "type"
  /// The greatest number of characters that a text can have. A longer text must be pasted from the clipboard.
  private static let longest = 1000

  let manual =
    "A text to type, character by character; each character must be on the keyboard layout; see `KEYS AND CLICKS`."
  let form = EffectForm.text(
    summary: "The text to type; each of its characters must be on the keyboard layout.", example: "Kind regards")

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let text = reader.string(key, example: "Kind regards") else { return nil }
    let scalars = text.value.unicodeScalars
    if scalars.isEmpty {
      reader.problems.error(at: text.range, .emptyCommand(key))
      return nil
    }
    guard scalars.count <= Self.longest else {
      reader.problems.error(
        at: text.range, "a text to type can have at most \(Self.longest) characters",
        fix: "put the text on the clipboard with a command, and paste it with `keys = \"Ctrl+V\"`")
      return nil
    }
    let symbols = scalars.compactMap { KeySymbol($0) }
    guard symbols.count == scalars.count else {
      reader.problems.error(
        at: text.range, "a text to type can't contain control characters other than tabs and line ends",
        fix: "use `keys` to press other keys, such as `Escape`")
      return nil
    }
    return .input(.text(text.value, symbols))
  }
}
