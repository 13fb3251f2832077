import GestureCore

/// `click = "right"`: clicks at the pointer or at the fingers.
struct ClickEffect: KeyedEffect {
  static let key = "click"

  let manual =
    "The mouse button that is clicked at the pointer's position or, with `at = \"finger\"`, at the fingers; see `KEYS AND CLICKS`."
  let form = EffectForm.choice(
    summary: "The mouse button to click at the pointer's position or, with `at = \"finger\"`, at the fingers.",
    PointerButton.allCases.map(\.rawValue))
  let options = [ClickPosition.option]

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let button = reader.choice(key, example: PointerButton.right)?.value
    guard reader.mentions(key) else { return nil }
    let at = reader.clickPosition(into: &section)
    return button.map { .input(.click($0, at: at ?? .pointer)) }
  }
}

extension TableReader {
  /// Reads the key `at`. Nil without the key or after an error.
  mutating func clickPosition(into section: inout ActionSection) -> ClickPosition? {
    let key = ClickPosition.option.key
    guard let range = table[key]?.key.range else { return nil }
    let position = choice(key, example: ClickPosition.finger)?.value
    if position == .finger { section.finger = range }
    return position
  }
}

/// `scroll = "down"`: turns the wheel by a notch. With `"natural"` or `"traditional"`: scrolls with the fingers.
struct ScrollEffect: KeyedEffect {
  static let key = "scroll"

  private static let words =
    ScrollDirection.allCases.map(\.rawValue) + [FingerFollower.natural, .traditional].map(\.rawValue)

  static let glide = Setting<TimeSpan>.time(
    "glide", touchscreen: 100, touchpad: 100, in: 20...1000,
    "The time before the lift in which the fingers' speed is measured: after the lift, scrolling continues at this speed and slows down. Without `glide`, scrolling stops at the lift.",
    reason: "twice as long as a quick hand takes to lift its fingers")

  let manual =
    "The direction in which to scroll by one notch of a wheel, at the pointer's position; or `natural` or `traditional`, to scroll with the fingers; see `KEYS AND CLICKS`."
  let form = EffectForm.choice(
    summary:
      "The direction in which to scroll by one notch of a wheel, or \"natural\" or \"traditional\" to scroll with the fingers.",
    words)
  let options = [
    EffectOption(key: glide.declaration.name, manual: glide.declaration.summary, form: .setting(glide.declaration))
  ]

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let range = reader.table[key]?.key.range else { return nil }
    let input = reader.choice(key, among: Self.words, example: "down").flatMap { word in
      ScrollDirection(rawValue: word.value).map { EmulatedInput.scroll($0) }
        ?? FingerFollower(rawValue: word.value).map { .follow($0) }
    }
    let glide = reader.readEntry(Self.glide.declaration.name)
    guard case .follow(let follower, _)? = input else {
      if let glide, input != nil {
        reader.problems.error(
          at: glide.key.range,
          "`glide` works only if the scrolling follows the fingers",
          fix: "write `scroll = \"natural\"` or `scroll = \"traditional\"`, or remove `glide`")
      }
      return input.map { .input($0) }
    }
    section.followingKey = Located(value: key, range: range)
    return .input(.follow(follower, glide: glide.flatMap { Self.glide.span($0, reader.problems) }))
  }
}

/// `move = "pointer"`: the pointer follows the fingers.
struct MoveEffect: KeyedEffect {
  static let key = "move"
  private static let pointer = FingerFollower.pointer.rawValue

  let manual = "In `changed`, `pointer` makes the pointer follow the fingers; see `KEYS AND CLICKS`."
  let form = EffectForm.choice(summary: "\"pointer\" makes the pointer follow the fingers.", [pointer])
  let isForSteps = false
  let usualTrigger = Trigger.changed
  let usualValue = MoveEffect.pointer

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    section.followingKey = reader.table[key].map { Located(value: key, range: $0.key.range) } ?? section.followingKey
    return reader.choice(key, among: [Self.pointer], example: Self.pointer).map { _ in .input(.follow(.pointer)) }
  }
}

extension Effect {
  var scrollsWithFingers: Bool {
    parts.contains { if case .input(.follow(let follower, _)) = $0 { follower != .pointer } else { false } }
  }
}
