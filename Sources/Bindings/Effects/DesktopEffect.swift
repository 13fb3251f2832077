/// An effect that asks the desktop for one of a few things, such as `window = "close"`.
struct DesktopEffect<Deed: DesktopDeed>: EffectKind {
  var key: String { Deed.effect }
  var manual: String { Deed.manual }
  var form: EffectForm { .choice(summary: Deed.summary, Deed.allCases.map(\.rawValue)) }
  let actsByItself = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value? {
    reader.choice(key, example: Deed.example).map { .desktop($0.action) }
  }

  func perform(_ value: Effect.Value, of performance: Performance, by means: some EffectMeans) {
    guard case .desktop(let action) = value else { return }
    means.ask(DesktopRequest(action, for: performance))
  }
}
