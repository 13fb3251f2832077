import Actions
import Analysis
import ArgumentParser
import Base
import Bindings
import Desktop
import GestureCore
import Glibc
import LiveView
import Recordings
import Runtime
import Text

/// The output of `--debug`: the live view, or lines on standard output.
struct DebugDisplay {
  let output: any DebugOutput
  /// The view's access to the terminal; nil if lines are printed.
  let session: ViewSession?
  /// The live view, which the owner connects to the recognizers. Nil if lines are printed.
  let view: LiveView?

  /// Shows the view on `terminal`; without a terminal, uses the output that `lines` creates.
  init(
    on terminal: Terminal?, _ rules: Rules, dryRun: Bool, from origin: Timestamp, _ messages: MessageStream,
    file: String? = nil, else lines: () -> any DebugOutput
  ) {
    guard let terminal else {
      (output, session, view) = (lines(), nil, nil)
      return
    }
    let view = LiveView(
      rules, dryRun: dryRun, from: origin, colours: TerminalKind.own.hasColours,
      characters: TerminalCharacters(variable: EnvironmentVariable.value), file: file)
    let isMessageHidden = Terminal.isSame(STDOUT_FILENO, STDERR_FILENO)
    self.view = view
    output = view
    session = ViewSession(
      view, terminal, messages, isMessageHidden: isMessageHidden, printCopied: { StandardStreams.write($0) })
  }

  /// The standard descriptors through which commands would write over the view.
  var muted: [Int32] {
    guard session != nil else { return [] }
    return [STDOUT_FILENO, STDERR_FILENO].filter { Terminal.isSame($0, STDOUT_FILENO) }
  }

  /// Returns the terminal for the view, or nil to print lines instead. Warns if an error prevents the view.
  static func terminal(for form: DebugForm, _ messages: MessageStream) -> Terminal? {
    guard form == .view, Terminal.isTerminal(STDOUT_FILENO), TerminalKind.own.canDraw else { return nil }
    do throws(SystemError) {
      return try Terminal(of: STDOUT_FILENO)
    } catch {
      messages.say("gesture-bridge: warning: \(Message.noTerminal(error))", matters: true)
      return nil
    }
  }
}

extension LiveView: DebugOutput {
  func absent(_ absence: SuspensionReasons, at time: Timestamp) {
    suspended(absence.words, Message.absent(absence), at: time)
  }

  func desktopChanged(_ context: Context, at time: Timestamp) { desktop(context, at: time) }
}

extension MessageStream: DivertibleMessages {}

extension TerminalKind {
  static var own: TerminalKind {
    TerminalKind(terminal: EnvironmentVariable.value("TERM"), noColour: EnvironmentVariable.value("NO_COLOR"))
  }
}

/// The forms of `--debug`; each has a flag.
enum DebugForm: String, EnumerableFlag {
  /// The live view of the surface and the recognizers. Without a terminal, lines of text.
  case view
  case plain
  case json

  var flag: String {
    switch self {
    case .view: "debug"
    case .plain, .json: "debug-\(rawValue)"
    }
  }

  static func name(for form: DebugForm) -> NameSpecification { .customLong(form.flag) }

  static func help(for form: DebugForm) -> ArgumentHelp? {
    switch form {
    case .view: "Show every touch, and every decision about a gesture with its reason, in a live view."
    case .plain: "Print the output of --debug as lines of text, for scripts."
    case .json: "Print the output of --debug as lines of JSON, for scripts."
    }
  }

  var lines: Trace.Form {
    switch self {
    case .view, .plain: .plain
    case .json: .json
    }
  }

  /// Creates the output of a daemon's `--debug`. The loop calls `isOver` when the reader has closed the output.
  func output(_ rules: Rules, dryRun: Bool, on loop: EventLoop, isOver: @escaping () -> Void) -> any DebugOutput {
    let clock = { Timestamp(microseconds: EventLoop.now()) }
    let output = BoundedOutput(on: loop, readerIsGone: isOver)
    let lines = DebugLines(rules, as: self.lines, of: .devices(from: clock(), dryRun: dryRun), clock: clock, to: output)
    output.droppedLine = { [unowned lines] in lines.droppedLines($0) }
    return lines
  }

  func output(replaying rules: Rules, to output: any LineOutput = BlockingLineOutput()) -> DebugLines {
    DebugLines(rules, as: lines, of: .recording, to: output)
  }
}

/// The plain and the JSON form of `--debug`: a line for each event.
final class DebugLines: Trace, DebugOutput {
  private let output: any LineOutput

  /// If `clock` is nil, an event without a time gets the latest time that the trace has seen.
  init(
    _ rules: Rules, as form: Trace.Form, _ depth: Trace.Depth = .everything, of origin: Trace.Origin,
    clock: (() -> Timestamp)? = nil, to output: any LineOutput
  ) {
    self.output = output
    super.init(rules, as: form, depth, of: origin, clock: clock) { output.write($0) }
    guard depth == .everything else { return }
    collector = AttemptCollector { [unowned self] attempt in
      guard let device = device(attempt.device) else { return }
      for miss in NearMissRanking(attempt, self.rules, on: device).entries.map(\.miss) {
        add(miss, attempt.whole(miss.failure, decidedAt: miss.time), at: attempt.ended)
      }
    }
  }

  func absent(_ absence: SuspensionReasons, at time: Timestamp) { suspended(absence.words, absence.clause, at: time) }
  func flush() { output.flush() }
  func finish() { output.finish() }

  func show(_ action: SkippedAction, at time: Timestamp) {
    switch form {
    case .plain: add(head(at: time) + CommandText.line(action))
    case .json: add("skipped", CommandText.members(action), at: time)
    }
  }

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    switch form {
    case .plain: add(head(at: time) + CommandText.line(request, event))
    case .json: add("command", CommandText.members(request, event), at: time)
    }
  }
}
