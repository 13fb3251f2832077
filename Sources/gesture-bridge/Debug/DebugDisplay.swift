import Actions
import Bindings
import GestureCore
import Glibc

/// What `--debug` shows things with: the live view on a terminal, or lines on standard output.
struct DebugDisplay {
  let output: any DebugOutput
  /// The view on its terminal; nil for lines.
  let session: ViewSession?
  /// The view itself, for who knows where recognizers stand.
  let view: LiveView?

  /// The view on `terminal`; where there is none, what `lines` gives.
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
    session = ViewSession(view, terminal, messages, isMessageHidden: isMessageHidden)
  }

  /// Of commands' standard output and error those that would be written across the view.
  var muted: [Int32] {
    guard session != nil else { return [] }
    return [STDOUT_FILENO, STDERR_FILENO].filter { Terminal.isSame($0, STDOUT_FILENO) }
  }

  /// The terminal that the view is shown on; nil where lines are asked for, or nothing else is possible.
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
