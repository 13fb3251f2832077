import Actions
import Base
import GestureCore
import Glibc
import Runtime

/// Shows a view on a terminal. Draws the view after changes, and passes keys to the view.
///
/// A session draws at most 30 times a second, and only after the terminal has accepted all text written before. So
/// gestures never wait for a slow terminal. Timers run only after changes, and for unfinished keys or pastes.
///
/// Nothing else writes over the view. Commands write to /dev/null instead of this terminal. Messages appear in the
/// view. Warnings and copied texts are printed after the view has closed. The terminal is restored at the end, and
/// while the process is stopped. SIGCONT draws the view again. If the terminal is closed, the program ends.
public final class ViewSession: LoopPart {
  /// The signals that the owner must pass from its runtime to `handle`.
  public static let signals: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]
  /// The shortest time between two calls of the view's `draw`, in microseconds.
  static let interval: Int64 = 33_334

  // The owner sets these functions. They are called when a key makes a request.

  public var quit: () -> Void = {}
  public var setDryRun: (Bool) -> Void = { _ in }
  public var pause: (Bool) -> Void = { _ in }

  /// The view's clock. Nil for the loop's clock.
  public var time: (() -> Timestamp)?

  private let view: any ScreenView
  private let terminal: Terminal
  private let messages: any DivertibleMessages
  private let isMessageHidden: Bool
  private let printCopied: (String) -> Void
  /// The loop that serves the terminal. Nil before `begin` and after `end`.
  private var loop: EventLoop?
  private var isWaitingToWrite = false
  private var keys = KeyDecoder()
  private var wasPaused = false
  /// Whether the view must be drawn even without changes, for example after the terminal was resized.
  private var mustDraw = true
  private var earliestDrawing = Int64.min

  /// `messages` appear in the view; if `isMessageHidden` is false, they are also printed. `printCopied` receives each
  /// copied text after the view has closed.
  package init(
    _ view: any ScreenView, _ terminal: Terminal, _ messages: any DivertibleMessages, isMessageHidden: Bool,
    printCopied: @escaping (String) -> Void
  ) {
    self.view = view
    self.terminal = terminal
    self.messages = messages
    self.isMessageHidden = isMessageHidden
    self.printCopied = printCopied
  }

  private var viewTime: Timestamp { time?() ?? Timestamp(microseconds: EventLoop.now()) }

  /// Takes over the terminal until `end`, and adds this session to `runtime`. Throws if the terminal can't be used.
  public func begin(on runtime: Runtime) throws(SystemError) {
    try terminal.show()
    loop = runtime.loop
    do throws(SystemError) {
      try watch()
    } catch {
      end()
      throw error
    }
    runtime.add(self)
    messages.divert(isHidden: isMessageHidden) { [unowned self] text in
      // The program's own view needs no program name.
      let name = "gesture-bridge: "
      view.note(text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text, at: viewTime)
    }
  }

  /// Restores the terminal, and prints warnings and copied texts.
  public func end() {
    guard let loop else { return }
    loop.remove(terminal.descriptor)
    self.loop = nil
    terminal.hide()
    messages.restore()
    for text in view.copied { printCopied(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// The time of the next `advance`, in CLOCK_MONOTONIC microseconds; nil if nothing is pending.
  public var nextDeadline: Int64? {
    guard loop != nil else { return nil }
    let drawing = (mustDraw || view.hasChanges) && !terminal.hasUnwritten ? earliestDrawing : nil
    guard let drawing, let key = keys.deadline else { return drawing ?? keys.deadline }
    return min(drawing, key)
  }

  public func advance(to now: Int64) {
    handle(keys.advance(to: now))
    if loop != nil, mustDraw || view.hasChanges, !terminal.hasUnwritten, earliestDrawing <= now { draw(at: now) }
  }

  /// Handles one of `signals`; returns false for other signals.
  public func handle(_ signal: Int32) -> Bool {
    switch signal {
    case SIGWINCH: redraw()
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    default: return false
    }
    return true
  }

  private func draw(at now: Int64) {
    earliestDrawing = now + Self.interval
    mustDraw = false
    let size = terminal.size
    let drawing = view.draw(columns: size.columns, rows: size.rows, at: viewTime)
    guard !drawing.isEmpty else { return }
    write(ScreenText.synchronized(drawing))
  }

  private func redraw() {
    view.forgetScreen()
    mustDraw = true
  }

  /// Leaves the terminal to the shell, and waits until the shell continues the program.
  private func suspend() {
    terminal.hide()
    Terminal.stopProcess()
    resume()
  }

  private func resume() {
    guard loop != nil else { return }
    do throws(SystemError) {
      try terminal.show()
      redraw()
      watchWriting()
    } catch {
      quit()
    }
  }

  private func handle(_ inputs: [KeyDecoder.Input]) {
    for input in inputs {
      switch input {
      case .key(let key): press(key)
      case .suspend: suspend()
      case .redraw: redraw()
      }
    }
  }

  private func press(_ key: KeyPress) {
    guard loop != nil else { return }
    let request = view.press(key, at: viewTime)
    // Ctrl-C always ends the program, whatever the view does with the key.
    if key == .interrupt { return quit() }
    switch request {
    case .quit: quit()
    case .dryRun(let isDry): setDryRun(isDry)
    case .copy(let text): write(ScreenText.copy(text))
    case nil: break
    }
    if view.isPaused != wasPaused {
      wasPaused = view.isPaused
      pause(wasPaused)
    }
  }

  // MARK: The terminal

  private func serve(_ readiness: Readiness) {
    if readiness.contains(.writing) { terminal.continueWriting() }
    if !readiness.isDisjoint(with: [.reading, .hangUp, .error]) { read() }
    watchWriting()
  }

  private func read() {
    guard let loop else { return }
    switch terminal.read() {
    case .bytes(let bytes): handle(keys.decode(bytes, at: EventLoop.now()))
    case .nothing: break
    case .closed:
      loop.remove(terminal.descriptor)
      quit()
    }
  }

  private func write(_ text: String) {
    terminal.write(text)
    watchWriting()
  }

  /// While text is unwritten, watches whether the terminal accepts text. Quits if the terminal can't be watched.
  private func watchWriting() {
    guard let loop, terminal.hasUnwritten != isWaitingToWrite else { return }
    loop.remove(terminal.descriptor)
    // A terminal that can't be watched can't be used any more.
    do throws(SystemError) { try watch() } catch { quit() }
  }

  private func watch() throws(SystemError) {
    isWaitingToWrite = terminal.hasUnwritten
    try loop?.add(terminal.descriptor, isWaitingToWrite ? .both : .reading) { [unowned self] in serve($0) }
  }
}

/// The program's messages. An open view diverts them.
public protocol DivertibleMessages: AnyObject {
  /// Passes each line of later messages to `show`. If `isHidden` is true, these messages aren't printed.
  func divert(isHidden: Bool, to show: @escaping (String) -> Void)

  /// Ends the diversion, and prints the warnings that were only passed to `show`.
  func restore()
}

/// A view that draws on a terminal and handles keys.
package protocol ScreenView: AnyObject {
  var hasChanges: Bool { get }
  var isPaused: Bool { get }
  var copied: [String] { get }
  func press(_ key: KeyPress, at time: Timestamp) -> LiveView.Request?
  func note(_ text: String, at time: Timestamp)
  func draw(columns: Int, rows: Int, at time: Timestamp) -> String
  func forgetScreen()
}

extension LiveView: ScreenView {}
