import ArgumentParser
import Bindings
import GestureCore
import Recordings

/// How `--debug` shows what happens.
enum DebugForm: String, CaseIterable, ExpressibleByArgument {
  /// A picture of the surface, the recognizers and what they made of it, drawn anew as things change; lines where
  /// standard output is no terminal.
  case view
  /// A line for each thing that happens.
  case plain
  /// The same, each as an object of JSON.
  case json

  /// What it is as lines.
  var lines: Trace.Form {
    switch self {
    case .view, .plain: .plain
    case .json: .json
    }
  }

  /// What shows a daemon's doing in this form. `isOver` is called while the loop runs, when nobody is left to see it.
  func output(
    _ rules: Rules, dryRun: Bool, on loop: EventLoop, isOver: @escaping () -> Void
  ) -> any DebugOutput {
    let clock = { Timestamp(microseconds: EventLoop.now()) }
    let output = HastyOutput(on: loop, readerIsGone: isOver)
    let lines = DebugLines(
      rules, as: self.lines, of: .devices(from: clock(), dryRun: dryRun), clock: clock, to: output)
    output.leftOutLine = { [unowned lines] in lines.leftOut($0) }
    return lines
  }

  /// What shows a recording's replay in this form.
  func output(replaying rules: Rules) -> DebugLines {
    DebugLines(rules, as: lines, of: .recording, to: PatientOutput())
  }
}
