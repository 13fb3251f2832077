import GestureCore

/// `hold = "Alt"`: keeps keys down until the gesture ends.
struct HoldEffect: KeyedEffect {
  static let key = "hold"

  let manual =
    "Keys to hold down from the beginning to the end of the gesture, for `began` and `run` of a gesture that lasts; see `KEYS AND CLICKS`."
  let form = EffectForm.text(
    summary: "The keys to hold down from the beginning to the end of the gesture.", example: "Alt")
  let isForSteps = false
  let usualTrigger = Trigger.began

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let chords = ChordReader(problems: reader.problems)
    return reader.string(key, example: "Alt").flatMap { chords.chord($0, key: key) }.map { .input(.hold($0)) }
  }

  func advice(at location: KeyLocation) -> String? {
    switch location {
    case .gesture, .binding: "write `began = { hold = \"…\" }`"
    case .step, .direction:
      "a step has no duration: write `up = { keys = \"…\" }` in `step`, or `began = { hold = \"…\" }` next to `step`"
    }
  }
}

extension Effect {
  /// Whether the effect holds keys or a button, or makes a gesture of the desktop, until the rule's gesture ends.
  var holds: Bool { parts.contains { $0.key == HoldEffect.key } || isOfDevice || followsFingers }

  /// The parts that last until the gesture ends.
  var lasting: Effect {
    let lasting: Set = [StreamEffect.key, HoldEffect.key, DragEffect.key, NativeEffect.key]
    return filter { lasting.contains($0.key) || $0.key == ScrollEffect.key && scrollsWithFingers }
  }
}
