/// All kinds of effect, and what other targets ask about them.
public enum Effects {
  /// In the order in which an action's parts are listed.
  static let kinds: [any EffectKind] = [
    RunEffect(),
    StreamEffect(),
    ModeEffect(),
    PauseEffect(),
  ]

  /// What there is to say about a kind.
  public struct Description: Sendable {
    public let key: String
    public let manual: String
    public let form: EffectForm
    public let excludedKey: String?
    /// Whether lists for people show it without its key.
    public let standsAlone: Bool

    init(_ kind: any EffectKind) {
      key = kind.key
      manual = kind.manual
      form = kind.form
      excludedKey = kind.excludedKey
      standsAlone = kind.standsAlone
    }
  }

  public static let descriptions = kinds.map(Description.init)

  static let keys = kinds.map(\.key)
  static let keysForSteps = kinds.filter(\.isForSteps).map(\.key)

  static func kind(_ key: String) -> (any EffectKind)? { kinds.first { $0.key == key } }

  /// Where a key stands among all; one that is none comes last.
  static func rank(of key: String) -> Int { keys.firstIndex(of: key) ?? keys.count }
}

extension Effect {
  /// Whether it starts commands in this way.
  func uses(_ use: CommandUse) -> Bool { parts.contains { Effects.kind($0.key)?.commandUse == use } }
}
