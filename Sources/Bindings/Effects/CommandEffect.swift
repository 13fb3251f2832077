/// `command = "playerctl next"`: starts a command.
struct CommandEffect: KeyedEffect {
  static let key = "command"

  let manual = "The command, as a string or a list."
  let form = EffectForm.command
  let startsCommands = true
  let omitsKey = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.readEntry(key).flatMap(CommandReader(problems: reader.problems).command).map { .run($0) }
  }
}
