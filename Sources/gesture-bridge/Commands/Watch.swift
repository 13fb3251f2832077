import ArgumentParser

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Show every touch, and why each gesture is recognized or not.",
    discussion: """
      Runs the rules like `run --debug`: a live view shows the touches, each gesture with its values and the limits of \
      its settings, and the reason when a gesture fails. Press q to quit.

      Examples:
        gesture-bridge watch --dry-run
        gesture-bridge watch --plain | tee log
      """)

  @Option(help: "The rules file.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Show which commands would run, but run none.")
  var dryRun = false

  @Flag(help: "Print lines of text instead of the live view.")
  var plain = false

  @Flag(help: "Print lines of JSON instead of the live view.")
  var json = false

  func validate() throws {
    if plain, json { throw ValidationError("--plain and --json can't both be given") }
  }

  func run() throws {
    let form: DebugForm = plain ? .plain : json ? .json : .view
    var words = ["--\(form.flag)"]
    if let config { words += ["--config", config] }
    if dryRun { words.append("--dry-run") }
    try Run.parse(words).run()
  }
}
