import ArgumentParser

/// Prints the JSON Schema of rules files.
struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print a JSON Schema of rules files, with which editors complete, explain and check them.",
    discussion: """
      Editors that use taplo (Even Better TOML in VS Code, and others) take it from the first line of the rules file. \
      Save it beside that file, \
      'gesture-bridge schema > ~/.config/gesture-bridge/bindings.schema.json', and begin the file with \
      '#:schema ./bindings.schema.json'. 'gesture-bridge check' finds more than any schema can.
      """)

  func run() throws {
    StandardStreams.write(RulesSchema.document.text + "\n")
  }
}
