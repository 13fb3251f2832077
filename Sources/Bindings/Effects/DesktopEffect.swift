/// An effect that asks the desktop for one of a few things, such as `window = "close"`.
struct DesktopEffect<Deed: DesktopDeed>: EffectKind {
  var key: String { Deed.effect }
  var manual: String { "\(Deed.summary) See `WINDOWS AND WORKSPACES`." }
  var form: EffectForm { .choice(summary: Deed.summary, Deed.allCases.map(\.rawValue)) }

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.choice(key, example: Deed.example).map { .desktop($0.value.action) }
  }
}
