/// `command = "playerctl next"`: starts a command.
struct CommandEffect: KeyedEffect {
  static let key = "command"

  let manual = "The command to start: a string for the shell, or a list of the program and its arguments."
  let form = EffectForm.command
  let startsCommands = true
  let omitsKey = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    reader.readEntry(key).flatMap(CommandReader(problems: reader.problems).command).map { .run($0) }
  }
}
