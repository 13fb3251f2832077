/// `run = "playerctl next"`: starts a command.
struct RunEffect: EffectKind {
  static let key = "run"

  var key: String { Self.key }
  let manual = "The command, a string or a list."
  let form = EffectForm.command
  let startsCommands = true
  let standsAlone = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.take(key).flatMap(CommandReader(problems: reader.problems).command).map { .run($0) }
  }
}
