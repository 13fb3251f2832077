import Actions
import Base
import GestureCore
import Glibc
import Runtime

/// A view on its terminal, from the first drawing to the last: draws when there is news, and passes keys on.
///
/// It draws at most 30 times a second, and only when the terminal has taken the drawing before. So a slow terminal sees
/// fewer drawings, each of them whole, and gestures never wait for it. News set `nextDeadline` to the earliest time for
/// a drawing; without news nothing wakes the program.
///
/// Nothing is written across the view: commands get /dev/null in place of a standard output and error that are the same
/// terminal, and messages go into the view. Warnings and copied texts are written when the view is gone. The terminal is
/// given back at the end, when the process is stopped, and when the session is released; SIGCONT draws it anew; a
/// terminal that is gone ends the program.
public final class ViewSession: LoopPart {
  /// The owner must pass these signals of its runtime on to `take`.
  public static let signals: [Int32] = [SIGWINCH, SIGTSTP, SIGCONT]
  /// The shortest time between two drawings, in microseconds.
  static let interval: Int64 = 33_334

  /// What keys ask of the owner.
  public struct Requests {
    fileprivate let quit: () -> Void
    fileprivate let setDryRun: (Bool) -> Void
    fileprivate let pause: (Bool) -> Void

    public init(
      quit: @escaping () -> Void = {}, setDryRun: @escaping (Bool) -> Void = { _ in },
      pause: @escaping (Bool) -> Void = { _ in }
    ) {
      self.quit = quit
      self.setDryRun = setDryRun
      self.pause = pause
    }
  }

  public var requests = Requests()
  /// The view's time. Without it, that of the loop; a replay sets the time of the recording.
  public var time: (() -> Timestamp)?

  private let view: any ScreenView
  private let terminal: Terminal
  private let messages: any DivertibleMessages
  private let isMessageHidden: Bool
  private let printCopied: (String) -> Void
  /// While it has the terminal.
  private var loop: EventLoop?
  private var isWaitingToWrite = false
  private var keys = KeyDecoder()
  private var wasPaused = false
  /// The terminal no longer shows the last drawing, whatever the view knows.
  private var mustDraw = true
  private var earliestDrawing = Int64.min

  /// `messages` go into the view, and only there if `isMessageHidden`: if they would appear on the same terminal.
  /// `printCopied` gets each text that was copied, as whole lines, when the view is gone.
  public convenience init(
    _ view: LiveView, _ terminal: Terminal, _ messages: any DivertibleMessages, isMessageHidden: Bool,
    printCopied: @escaping (String) -> Void
  ) {
    self.init(view as any ScreenView, terminal, messages, isMessageHidden: isMessageHidden, printCopied: printCopied)
  }

  init(
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

  /// Takes the terminal; `runtime` serves it until `end`.
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
      // In the program's own view its name would only take room.
      let name = "gesture-bridge: "
      view.note(text.hasPrefix(name) ? String(text.dropFirst(name.count)) : text, at: viewTime)
    }
  }

  /// Gives the terminal back. Messages that matter and copied texts would be lost with the view, so they are printed.
  public func end() {
    guard let loop else { return }
    loop.remove(terminal.descriptor)
    self.loop = nil
    terminal.hide()
    messages.restore()
    for text in view.copied { printCopied(text.hasSuffix("\n") ? text : text + "\n") }
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil while there is nothing to do.
  public var nextDeadline: Int64? {
    guard loop != nil else { return nil }
    let drawing = (mustDraw || view.hasNews) && !terminal.isBehind ? earliestDrawing : nil
    guard let drawing, let key = keys.deadline else { return drawing ?? keys.deadline }
    return min(drawing, key)
  }

  public func advance(to now: Int64) {
    obey(keys.advance(to: now))
    if loop != nil, mustDraw || view.hasNews, !terminal.isBehind, earliestDrawing <= now { draw(at: now) }
  }

  /// Handles one of `signals`; returns whether it was one.
  public func take(_ signal: Int32) -> Bool {
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
    let drawing = view.draw(columns: size.columns, rows: size.rows, at: viewTime)
    guard !drawing.isEmpty else { return }
    write(ScreenText.inOnePiece(drawing))
  }

  private func redraw() {
    view.forgetScreen()
    mustDraw = true
  }

  /// Gives the terminal to the shell until the shell continues the program.
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

  private func press(_ key: KeyPress) {
    guard loop != nil else { return }
    let request = view.press(key, at: viewTime)
    // Ctrl-C always ends it, whatever the view does with the key.
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
  }

  private func read() {
    guard let loop else { return }
    switch terminal.read() {
    case .bytes(let bytes): obey(keys.decode(bytes, at: EventLoop.now()))
    case .nothing: break
    case .over:
      loop.remove(terminal.descriptor)
      requests.quit()
    }
  }

  private func write(_ text: String) {
    terminal.write(text)
    watchWriting()
  }

  /// Waits for room in the terminal only while something waits to be written.
  private func watchWriting() {
    guard let loop, terminal.isBehind != isWaitingToWrite else { return }
    loop.remove(terminal.descriptor)
    // A terminal that can't be watched is as good as gone.
    do throws(SystemError) { try watch() } catch { requests.quit() }
  }

  private func watch() throws(SystemError) {
    isWaitingToWrite = terminal.isBehind
    try loop?.add(terminal.descriptor, isWaitingToWrite ? .both : .reading) { [unowned self] in serve($0) }
  }
}

/// The messages of the program around the view, which would be written across it.
public protocol DivertibleMessages: AnyObject {
  /// Passes each line to `show` from now on, and nowhere else if `isHidden`.
  func divert(isHidden: Bool, to show: @escaping (String) -> Void)

  /// Ends the diversion and repeats the warnings that were only shown.
  func restore()
}

/// A picture that is drawn on a terminal and takes its keys.
protocol ScreenView: AnyObject {
  var hasNews: Bool { get }
  var isPaused: Bool { get }
  var copied: [String] { get }
  func press(_ key: KeyPress, at time: Timestamp) -> LiveView.Request?
  func note(_ text: String, at time: Timestamp)
  func draw(columns: Int, rows: Int, at time: Timestamp) -> String
  func forgetScreen()
}

extension LiveView: ScreenView {}
