/// `volume = "+2 %"` or `brightness = "-5 %"`: changes or sets a level. `volume = "mute"`: turns the sound off or on.
struct LevelEffect: EffectKind {
  let level: Level

  var key: String { level.rawValue }
  var manual: String {
    switch level {
    case .volume:
      "The volume, in percent of the full volume: a change such as `\"+2 %\"`, a level such as `\"40 %\"`, or `\"mute\"`, which switches the sound off or on again. See `VOLUME AND BRIGHTNESS`."
    case .brightness:
      "The brightness of the built-in screen, in percent of its full brightness: a change such as `\"-5 %\"`, or a level such as `\"40 %\"`. See `VOLUME AND BRIGHTNESS`."
    }
  }
  var form: EffectForm { .text(summary: Self.summary(level), example: example) }

  private var canMute: Bool { level == .volume }
  private var example: String { canMute ? "+2 %" : "-5 %" }

  private static func summary(_ level: Level) -> String {
    switch level {
    case .volume:
      "The volume: a change such as \"+2 %\" or \"-2 %\", a level such as \"40 %\", or \"mute\" to switch the sound off or on."
    case .brightness:
      "The brightness of the built-in screen: a change such as \"+5 %\" or \"-5 %\", or a level such as \"40 %\"."
    }
  }

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.string(key, example: example).flatMap { found in
      guard let change = LevelChange(found.value, canMute: canMute) else {
        reader.problems.error(
          at: found.range, "`\(key)` can't be \(found.value.quoted)",
          fix:
            "write a change like \"\(example)\"\(canMute ? "," : ", or") a level from \"0 %\" to \"\(LevelChange.mostPercent) %\""
            + (canMute ? ", or \"mute\"" : ""))
        return nil
      }
      return .desktop(.level(level, change))
    }
  }
}
