/// An effect that makes one of a few requests to the desktop, such as `window = "close"`.
struct DesktopEffect<Deed: DesktopDeed>: EffectKind {
  var key: String { Deed.effect }
  var manual: String { "\(Deed.summary) See `WINDOWS AND WORKSPACES`." }
  var form: EffectForm { .choice(summary: Deed.summary, names) }
  private var names: [String] { Deed.allCases.map(\.rawValue) }

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.choice(key, among: names, example: names[0]).flatMap { Deed(rawValue: $0.value) }.map { .desktop($0.action) }
  }
}
