/// An effect that asks the desktop to do one thing from a fixed list, such as `window = "close"`.
struct DesktopEffect<Value: DesktopActionValue>: EffectKind {
  var key: String { Value.effect }
  var manual: String { "\(Value.summary) See `WINDOWS AND WORKSPACES`." }
  var form: EffectForm { .choice(summary: Value.summary, names) }
  private var names: [String] { Value.allCases.map(\.rawValue) }

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.choice(key, among: names, example: names[0]).flatMap { Value(rawValue: $0.value) }.map {
      .desktop($0.action)
    }
  }
}
