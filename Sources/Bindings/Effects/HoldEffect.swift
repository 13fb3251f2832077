import GestureCore

/// `hold = "Alt"`: keeps keys down from the beginning of a gesture to its end.
struct HoldEffect: EffectKind {
  static let key = "hold"

  var key: String { Self.key }
  let manual = """
    Keys that are down from the beginning to the end of the gesture, for `began` and `run` of a gesture that goes \
    on; see \
    `KEYS AND CLICKS`.
    """
  let form = EffectForm.text(
    summary: "The keys that are down from the beginning to the end of the gesture.", example: "Alt")
  let isForSteps = false
  let usualTrigger = Trigger.began

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> EmulatedInput? {
    section.hold = reader.table[key]?.key.range
    let chords = ChordReader(problems: reader.problems)
    return reader.string(key, example: "Alt").flatMap { chords.chord($0, key: key) }.map { .hold($0) }
  }

  func advice(at place: MisplacedKey) -> String? {
    switch place {
    case .gesture, .binding: "write `began = { hold = \"…\" }`"
    case .step, .way: "a step has no duration: write `keys`, or `began = { hold = \"…\" }` beside `step`"
    }
  }
}

extension Effect {
  /// Whether it keeps something down until the gesture ends: keys, a button, or the fingers of a gesture of the desktop.
  var holds: Bool { self[HoldEffect.key] != nil || isOfDevice || goesAlong }

  /// Only what it does to the end of a gesture: the line of a stream, keys, buttons and fingers that go up, or scrolling that stops.
  var lasting: Effect {
    var effect = Effect(stream: stream)
    effect[HoldEffect.key] = self[HoldEffect.key]
    effect[DragEffect.key] = self[DragEffect.key]
    effect[NativeEffect.key] = self[NativeEffect.key]
    if scrollsAlong { effect[ScrollEffect.key] = self[ScrollEffect.key] }
    return effect
  }
}
