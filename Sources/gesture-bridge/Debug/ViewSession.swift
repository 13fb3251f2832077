import Actions
import GestureCore
import Glibc

/// What is drawn on a terminal, and takes its keys.
protocol ScreenView: AnyObject {
  var hasNews: Bool { get }
  /// What happens is not shown for now.
  var isPaused: Bool { get }
  var copied: [String] { get }
  func press(_ key: Key, at time: Timestamp) -> LiveView.Request?
  func note(_ text: String, at time: Timestamp)
  func draw(columns: Int, rows: Int, at time: Timestamp) -> String
  func forgetScreen()
}

extension LiveView: ScreenView {}

/// A view on its terminal, from its beginning to its end: draws it when there is news, and gives it the keys.
///
/// At most 30 times a second it draws, and not before the terminal has taken the drawing before: a slow one sees fewer
/// drawings, and nothing ever waits for it. The owner calls `advance` when `nextDeadline` has come.
final class ViewSession {
  /// Signals that the owner's loop must hear of and pass on.
  static let signals: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]
  /// The shortest time from one drawing to the next, in microseconds.
  static let interval: Int64 = 33_334

  /// What keys ask of the owner.
  struct Requests {
    var quit: () -> Void = {}
    var setDryRun: (Bool) -> Void = { _ in }
    var pause: (Bool) -> Void = { _ in }
    /// The terminal was served: deadlines may be others.
    var served: () -> Void = {}
  }

  var requests = Requests()
  /// What the view takes for the time; the daemon's own unless somebody plays a recording.
  var time: () -> Timestamp = { .now }

  private let view: any ScreenView
  private let terminal: Terminal
  private let messages: MessageStream
  private let isMessageHidden: Bool
  private var loop: EventLoop?
  private var isWaitingToWrite = false
  private var keys = KeyDecoder()
  private var wasPaused = false
  /// The screen is not what was drawn last, whatever the view knows.
  private var mustDraw = true
  private var earliestDrawing = Int64.min

  /// `messages` go into the view, and only there if `isMessageHidden`, because it stands where they would.
  init(_ view: any ScreenView, _ terminal: Terminal, _ messages: MessageStream, isMessageHidden: Bool) {
    self.view = view
    self.terminal = terminal
    self.messages = messages
    self.isMessageHidden = isMessageHidden
  }

  /// Takes the terminal; `loop` serves it until `end`.
  func begin(on loop: EventLoop) throws(SystemError) {
    try terminal.show()
    self.loop = loop
    do throws(SystemError) {
      try watch()
    } catch {
      end()
      throw error
    }
    messages.divert(isHidden: isMessageHidden) { [unowned self] text in
      // Whose message it is nobody need be told here.
      view.note(String(text.trimmingPrefix("gesture-bridge: ")), at: time())
    }
  }

  /// Gives the terminal back, and says what would be lost with the view: messages that matter, and what was copied.
  func end() {
    guard let loop else { return }
    loop.remove(terminal.descriptor)
    self.loop = nil
    terminal.hide()
    messages.restore()
    for text in view.copied { StandardStreams.write(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil while there is nothing to do.
  var nextDeadline: Int64? {
    guard loop != nil else { return nil }
    let drawing = (mustDraw || view.hasNews) && !terminal.isBehind ? earliestDrawing : nil
    guard let drawing, let key = keys.deadline else { return drawing ?? keys.deadline }
    return min(drawing, key)
  }

  func advance(to now: Int64) {
    obey(keys.advance(to: now))
    if loop != nil, mustDraw || view.hasNews, !terminal.isBehind, earliestDrawing <= now { draw(at: now) }
  }

  /// Takes one of `signals`; says whether it was one.
  func take(_ signal: Int32) -> Bool {
    switch signal {
    case SIGWINCH: redraw()
    case SIGTSTP: suspend()
    case SIGCONT: comeBack()
    default: return false
    }
    return true
  }

  private func draw(at now: Int64) {
    earliestDrawing = now + Self.interval
    mustDraw = false
    let size = terminal.size
    let drawing = view.draw(columns: size.columns, rows: size.rows, at: time())
    guard !drawing.isEmpty else { return }
    write(ScreenText.inOnePiece(drawing))
  }

  private func redraw() {
    view.forgetScreen()
    mustDraw = true
  }

  /// Lets the shell have the terminal until it continues the program.
  private func suspend() {
    terminal.hide()
    Terminal.stopProcess()
    comeBack()
  }

  private func comeBack() {
    guard loop != nil else { return }
    do throws(SystemError) {
      try terminal.show()
      redraw()
      watchWriting()
    } catch {
      requests.quit()
    }
  }

  private func obey(_ inputs: [KeyDecoder.Input]) {
    for input in inputs {
      switch input {
      case .key(let key): press(key)
      case .suspend: suspend()
      case .redraw: redraw()
      }
    }
  }

  private func press(_ key: Key) {
    let request = view.press(key, at: time())
    // Whatever the view makes of it.
    if key == .interrupt { return requests.quit() }
    switch request {
    case .quit: requests.quit()
    case .dryRun(let isDry): requests.setDryRun(isDry)
    case .copy(let text): write(ScreenText.copy(text))
    case nil: break
    }
    if view.isPaused != wasPaused {
      wasPaused = view.isPaused
      requests.pause(wasPaused)
    }
  }

  // MARK: The terminal

  private func serve(_ readiness: Readiness) {
    if readiness.contains(.writing) { terminal.writeOn() }
    if !readiness.isDisjoint(with: [.reading, .hangUp, .error]) { read() }
    watchWriting()
    requests.served()
  }

  private func read() {
    switch terminal.read() {
    case .bytes(let bytes): obey(keys.decode(bytes, at: EventLoop.now()))
    case .nothing: break
    case .over:
      loop?.remove(terminal.descriptor)
      requests.quit()
    }
  }

  private func write(_ text: String) {
    terminal.write(text)
    watchWriting()
  }

  /// Waits for the terminal to take more only while there is more.
  private func watchWriting() {
    guard let loop, terminal.isBehind != isWaitingToWrite else { return }
    loop.remove(terminal.descriptor)
    // What can't be watched is as good as gone.
    do throws(SystemError) { try watch() } catch { requests.quit() }
  }

  private func watch() throws(SystemError) {
    isWaitingToWrite = terminal.isBehind
    try loop?.add(terminal.descriptor, isWaitingToWrite ? .both : .reading) { [unowned self] in serve($0) }
  }
}
