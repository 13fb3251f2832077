import Base
import Bindings
import Desktop
import GestureCore
import Glibc
import LiveView

/// The output of `--debug`: the live view on a terminal, or lines on standard output.
struct DebugDisplay {
  let output: any DebugOutput
  /// The view on its terminal; nil for lines.
  let session: ViewSession?
  /// The view itself; it has to be told how to ask for the state of recognizers.
  let view: LiveView?

  /// The view on `terminal`, or without one the output that `lines` makes.
  init(
    on terminal: Terminal?, _ rules: Rules, dryRun: Bool, from origin: Timestamp, _ messages: MessageStream,
    file: String? = nil, else lines: () -> any DebugOutput
  ) {
    guard let terminal else {
      (output, session, view) = (lines(), nil, nil)
      return
    }
    let view = LiveView(rules, dryRun: dryRun, from: origin, colours: TerminalKind.own.hasColours, file: file)
    let isMessageHidden = Terminal.isSame(STDOUT_FILENO, STDERR_FILENO)
    self.view = view
    output = view
    session = ViewSession(
      view, terminal, messages, isMessageHidden: isMessageHidden, printCopied: StandardStreams.write)
  }

  /// The standard descriptors through which commands would write across the view.
  var muted: [Int32] {
    guard session != nil else { return [] }
    return [STDOUT_FILENO, STDERR_FILENO].filter { Terminal.isSame($0, STDOUT_FILENO) }
  }

  /// The terminal for the view; nil if lines are asked for, or only lines are possible.
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
  func absent(_ absence: Absence, at time: Timestamp) { suspended(absence.words, Message.absent(absence), at: time) }
}

extension MessageStream: DivertibleMessages {}

extension EventLoop: TerminalLoop {
  func watch(
    _ descriptor: Int32, writes: Bool, serve: @escaping (_ canRead: Bool, _ canWrite: Bool) -> Void
  ) throws(SystemError) {
    try add(descriptor, writes ? .both : .reading) { readiness in
      serve(!readiness.isDisjoint(with: [.reading, .hangUp, .error]), readiness.contains(.writing))
    }
  }

  func unwatch(_ descriptor: Int32) { remove(descriptor) }

  var now: Int64 { Self.now() }
}

extension TerminalKind {
  /// The terminal of this process.
  static var own: TerminalKind {
    TerminalKind(terminal: RulesFile.variable("TERM"), noColour: RulesFile.variable("NO_COLOR"))
  }
}
