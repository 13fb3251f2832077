import ArgumentParser

/// How `--debug` shows what happens.
enum DebugForm: String, CaseIterable, ExpressibleByArgument {
  /// A picture of the surface, the recognizers and what they made of it, drawn anew as things change; lines where
  /// standard output is no terminal.
  case view
  /// A line for each thing that happens.
  case plain
  /// The same, each as an object of JSON.
  case json
}
