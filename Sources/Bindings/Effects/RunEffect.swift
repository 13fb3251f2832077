/// `run = "playerctl next"`: starts a command.
struct RunEffect: EffectKind {
  static let key = "run"

  var key: String { Self.key }
  let manual = "The command, a string or a list."
  let form = EffectForm.command
  let commandUse = CommandUse.eachTime
  let standsAlone = true

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Value? {
    let problems = reader.problems
    return reader.take(key).flatMap(CommandReader(problems: problems).command).map { .command($0) }
  }

  func perform(_ value: Effect.Value, of performance: Performance, by means: some EffectMeans) {
    guard case .command(let command) = value else { return }
    means.start(CommandRequest(command, for: performance))
  }
}
