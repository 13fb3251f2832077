/// `run = "playerctl next"`: starts a command.
struct RunEffect: EffectKind {
  static let key = "run"

  var key: String { Self.key }
  let manual = "The command, a string or a list."
  let form = EffectForm.command
  let commandUse = CommandUse.eachTime
  let standsAlone = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Command? {
    reader.take(key).flatMap(CommandReader(problems: reader.problems).command)
  }

  func perform(_ command: Command, of performance: Performance, by means: some EffectMeans) {
    means.perform(.command(CommandRequest(command, for: performance)))
  }
}
