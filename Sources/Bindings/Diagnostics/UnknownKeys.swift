import GestureCore

extension DiagnosticText {
  /// The largest number of kinds that a message lists.
  private static let mostOwners = 8

  private static let keysOfGestures: [String] = {
    let keys = [
      "kind", "device", "zone", "tags", "priority", "receive", "begin-if", ExcludedApps.key, "exclusive-touch-type",
      OverlayRules.gestureKey,
    ]
    let delivery = DeliveryKey.allCases.map(\.rawValue) + DeviceClass.allCases.map(\.rawValue)
    return keys + delivery + RelationKey.allCases.map(\.rawValue) + Trigger.allCases.map(\.rawValue)
  }()

  /// The error for an unknown key of a gesture. `kind` is nil if unknown. With `onlySettings`, only settings are valid.
  static func unknownKey(
    _ name: String, of kind: Kind?, onlySettings: Bool, among kinds: [Kind]
  ) -> DiagnosticText {
    if name == includeKey { return misplacedInclude }
    if !onlySettings,
      let advice = Synonyms.adviceOnMisplacedKey(name, in: .gesture(isDiscrete: kind?.isDiscrete ?? true))
    {
      return DiagnosticText("unknown key \(name.quoted)", fix: advice)
    }
    let list = kind.map { "run `gesture-bridge kinds \($0.name)` to see the settings of \($0.withArticle)" }
    let owners = kinds.owners(of: name)
    if let kind, !owners.isEmpty {
      return DiagnosticText(
        "\(kind.withArticle) has no \(name.quoted)",
        fix: (kind.name, name) == (EdgePan.kind.name, "axis")
          ? EdgePan.alongEdges
          : owners.count <= mostOwners ? "\(name.quoted) is a setting of \(owners.listed("and"))" : list)
    }
    return DiagnosticText(
      "unknown key \(name.quoted)",
      fix: {
        let settings = kind.map { [$0] } ?? kinds
        let keys = settings.flatMap(\.allSettings).map(\.name) + (onlySettings ? [] : keysOfGestures)
        return didYouMean(name, among: keys)
          ?? list ?? "no kind of gesture has this setting; `gesture-bridge kinds --all` shows all settings"
      }())
  }

  static func unknownKind(_ name: String, _ kinds: [String]) -> DiagnosticText {
    let all = "\(listCommand) lists all kinds"
    guard let meant = Synonyms.gesture(name), kinds.contains(meant.kind) else {
      return DiagnosticText(
        "unknown gesture kind \(name.quoted)", fix: (didYouMean(name, among: kinds).map { "\($0) " } ?? "") + all)
    }
    return DiagnosticText(
      "unknown gesture kind \(name.quoted)",
      fix: meant.settings.isEmpty ? "\(didYouMean(meant.kind)) \(all)" : "write \(meant.lines)")
  }
}

extension Synonyms {
  /// Advice on a key that belongs in another table, such as `overlap`, or on a synonym of `run`. Nil without advice.
  static func adviceOnMisplacedKey(_ name: String, in location: KeyLocation) -> String? {
    if forRun.contains(name) { return didYouMean(Trigger.run.rawValue) }
    if let advice = StepSettings.advice(on: name) { return advice }
    return switch ActionOption(rawValue: name) {
    case .overlap: "write `run = { command = \"…\", overlap = \"skip\" }`"
    case .atMostEvery: "write `run = { command = \"…\", at-most-every = \"50 ms\" }`"
    case .repeats: "write `began = { command = \"…\", repeat = \"100 ms\" }`"
    case .scope: "write `run = { command = \"…\", scope = true }`, or put `scope = true` into `[commands]`"
    case nil: Effects.kind(name)?.advice(at: location)
    }
  }
}
