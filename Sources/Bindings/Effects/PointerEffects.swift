/// `click = "right"`: clicks where the pointer is.
struct ClickEffect: EffectKind {
  static let key = "click"

  var key: String { Self.key }
  let manual = "A button of a mouse to click where the pointer is; see `KEYS AND CLICKS`."
  let form = EffectForm.choice(
    summary: "The button to click where the pointer is.", PointerButton.allCases.map(\.rawValue))
  let actsByItself = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value? {
    reader.choice(key, example: PointerButton.right).map { .input(.click($0)) }
  }

  func perform(_ value: Effect.Value, of performance: Performance, by means: some EffectMeans) {
    guard case .input(let input) = value else { return }
    means.emulate(InputRequest(input, .once, for: performance))
  }
}

/// `scroll = "down"`: turns the wheel by one notch.
struct ScrollEffect: EffectKind {
  static let key = "scroll"

  var key: String { Self.key }
  let manual = "Where to scroll to, by one notch of a wheel, where the pointer is; see `KEYS AND CLICKS`."
  let form = EffectForm.choice(
    summary: "Where to scroll to, by one notch of a wheel.", ScrollWay.allCases.map(\.rawValue))
  let actsByItself = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value? {
    reader.choice(key, example: ScrollWay.down).map { .input(.scroll($0)) }
  }

  func perform(_ value: Effect.Value, of performance: Performance, by means: some EffectMeans) {
    guard case .input(let input) = value else { return }
    means.emulate(InputRequest(input, .once, for: performance))
  }
}
