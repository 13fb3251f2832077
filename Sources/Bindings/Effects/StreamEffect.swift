/// `stream = "volume-slider"`: starts a command that reads each event of the gesture as a line.
struct StreamEffect: KeyedEffect {
  static let key = "stream"

  let manual =
    "Instead of `command`: a program that is started once and then gets each event of the gesture as a line; see `STREAMS`."
  let form = EffectForm.command
  let startsCommands = true
  let isForSteps = false
  let excludedKey: String? = CommandEffect.key

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    let problems = reader.problems
    guard let stream = reader.readEntry(key) else { return nil }
    if let run = reader.table[CommandEffect.key] {
      let later = run.key.range.lowerBound > stream.key.range.lowerBound ? run.key : stream.key
      problems.error(
        at: later.range, "an action can't have both `command` and `stream`",
        fix: "keep `command` to start a command each time, or `stream` to send lines to a command that keeps running")
    }
    return CommandReader(problems: problems).command(stream).map { .stream($0) }
  }

  func advice(at location: KeyLocation) -> String? {
    switch location {
    case .gesture(let isDiscrete): "write `\(isDiscrete ? "run" : "changed") = { stream = \"…\" }`"
    case .binding:
      "write `changed = { stream = \"…\" }`, or `run = { stream = \"…\" }` for a gesture that is recognized once"
    case .step, .direction: "a step can't have `stream`: write `changed = { stream = \"…\" }` next to `step`"
    }
  }
}
