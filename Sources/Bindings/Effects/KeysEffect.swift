/// `keys = "Super+Left"`: presses and releases keys.
struct KeysEffect: KeyedEffect {
  static let key = "keys"
  private static let example = "Super+Left"

  let manual =
    "Keys to press, such as `\"Super+Left\"`; a list presses one key combination after another; see `KEYS AND CLICKS`."
  let form = EffectForm.texts(
    summary: "The keys to press together, such as \"Super+Left\"; a list presses one key combination after another.",
    example: example)

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let texts = reader.strings(key, example: Self.example) else { return nil }
    let chords = ChordReader(problems: reader.problems)
    guard !texts.value.isEmpty else {
      reader.problems.error(at: texts.range, .emptyCommand(key))
      return nil
    }
    let read = texts.value.compactMap { chords.chord($0, key: key) }
    return read.count == texts.value.count ? .input(.keys(read)) : nil
  }
}
