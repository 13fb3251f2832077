import GestureCore
import Glibc
import Support
import Runtime
import Testing

@testable import LiveView
@testable import gesture_bridge

/// A view on its terminal: when it draws, how it handles keys, how it ends.
struct ViewSessionTests {
  /// Draws on request, and notes the requests.
  final class Drawing: ScreenView {
    var hasChanges = false
    var isPaused = false
    var copied: [String] = []
    var text = "drawing"
    var drawings: [String] = []
    var keys: [KeyPress] = []
    var notes: [String] = []
    var forgotten = 0
    var request: LiveView.Request?

    func press(_ key: KeyPress, at time: Timestamp) -> LiveView.Request? {
      keys.append(key)
      if key == .character(" ") { isPaused.toggle() }
      return request
    }
    func note(_ text: String, at time: Timestamp) { notes.append(text) }
    func draw(columns: Int, rows: Int, at time: Timestamp) -> String {
      hasChanges = false
      drawings.append("\(columns)x\(rows)")
      return text
    }
    func forgetScreen() { forgotten += 1 }
  }

  private final class Asked {
    var quits = 0
    var dryRuns: [Bool] = []
    var pauses: [Bool] = []
  }

  private let outside: PseudoTerminal
  private let runtime: Runtime
  private let view = Drawing()
  private let session: ViewSession
  private let asked = Asked()
  private let messages: MessageStream

  init() throws {
    outside = try PseudoTerminal()
    let runtime = try Runtime(signals: [])
    self.runtime = runtime
    messages = MessageStream { _ in }
    session = ViewSession(
      view, try Terminal(paths: [outside.path]), messages, isMessageHidden: true, printCopied: { _ in })
    let asked = asked
    session.quit = { [unowned runtime] in
      asked.quits += 1
      runtime.stop(0)
    }
    session.setDryRun = { asked.dryRuns.append($0) }
    session.pause = { asked.pauses.append($0) }
    try session.begin(on: runtime)
  }

  /// Types this text and then Ctrl-C, runs the loop until that arrives, and returns the keys before it.
  private func type(_ text: String, request: LiveView.Request? = nil) throws -> [KeyPress] {
    view.request = request
    outside.type(text + "\u{3}")
    #expect(try runtime.run() == 0)
    return view.keys.dropLast()
  }

  @Test func itDrawsAtOnceAndThenOnlyWithNews() throws {
    let now = EventLoop.now()
    #expect(session.nextDeadline.map { $0 <= now } == true)
    session.advance(to: now)
    #expect(view.drawings == ["80x24"])
    #expect(outside.shown().hasSuffix("\u{1B}[?2026hdrawing\u{1B}[?2026l"))
    #expect(session.nextDeadline == nil)
    session.advance(to: now + 1_000_000)
    #expect(view.drawings.count == 1)
    session.end()
  }

  @Test func atMostThirtyTimesASecond() throws {
    var now: Int64 = 1_000_000
    while now < 1_100_000 {
      view.hasChanges = true
      session.advance(to: now)
      now += 1000
    }
    view.hasChanges = true
    // At 0, 34 and 68 ms.
    #expect(view.drawings.count == 3)
    #expect(session.nextDeadline == 1_068_000 + ViewSession.interval)
    session.end()
  }

  /// Nothing waits for a terminal that is stuck: it gets no further drawing until it has taken the one before.
  @Test func aStuckTerminalGetsFewerDrawings() throws {
    let drawing = String(repeating: "0123456789", count: 50_000)
    view.text = drawing
    session.advance(to: 1)
    view.text = "next"
    for second in 1...10 {
      view.hasChanges = true
      session.advance(to: Int64(second) * 1_000_000)
    }
    #expect(view.drawings.count == 1 && session.nextDeadline == nil)
    // When the terminal is read again, the rest of the drawing comes, then the next one.
    var shown = outside.shown()
    let all = "\u{1B}[?2026h\(drawing)\u{1B}[?2026l\u{1B}[?2026hnext\u{1B}[?2026l"
    for _ in 0..<10_000 where !shown.hasSuffix(all) {
      outside.type("x")
      view.request = .quit
      _ = try runtime.run()
      session.advance(to: EventLoop.now())
      shown += outside.shown()
    }
    #expect(shown.hasSuffix(all))
    session.end()
  }

  @Test func nothingWakesItWhileNothingHappens() throws {
    session.advance(to: EventLoop.now())
    let deadline = EventLoop.now() + 300_000
    runtime.add(TimedPart(deadline: { deadline }, due: { [unowned runtime] _ in runtime.stop(0) }))
    _ = try runtime.run()
    #expect(runtime.loop.wakeUps == 1)
    session.end()
  }

  @Test func keysReachTheView() throws {
    #expect(try type("a\u{1B}[Aä") == [.character("a"), .up, .character("ä")])
    #expect(asked.quits == 1)
    session.end()
  }

  @Test func aLoneEscapeComesByItself() throws {
    outside.type("\u{1B}")
    let view = view
    runtime.onIdle = { [unowned runtime] in
      if view.keys == [.escape] { runtime.stop(7) }
    }
    #expect(try runtime.run() == 7)
    session.end()
  }

  @Test func whatKeysAsk() throws {
    _ = try type("d", request: .dryRun(true))
    #expect(asked.dryRuns == [true])
    _ = try type("q", request: .quit)
    #expect(asked.quits == 3)
    _ = outside.shown()
    _ = try type("c", request: .copy("x"))
    #expect(outside.shown().contains("\u{1B}]52;c;eA==\u{7}"))
    _ = try type(" a ")
    #expect(asked.pauses == [true, false])
    session.end()
  }

  @Test func aTerminalThatIsGoneEndsIt() throws {
    outside.hangUp()
    #expect(try runtime.run() == 0)
    #expect(asked.quits == 1)
    session.end()
  }

  @Test func aNewSizeAndAProcessThatGoesOnAreDrawnAnew() throws {
    session.advance(to: 0)
    outside.resize(columns: 200, rows: 50)
    #expect(session.handle(SIGWINCH))
    #expect(view.forgotten == 1)
    session.advance(to: 1_000_000)
    #expect(view.drawings == ["80x24", "200x50"])
    _ = outside.shown()
    #expect(session.handle(SIGCONT))
    session.advance(to: 2_000_000)
    #expect(view.forgotten == 2 && view.drawings.count == 3)
    #expect(outside.shown() == "\(ScreenText.enter)\u{1B}[?2026hdrawing\u{1B}[?2026l")
    #expect(!session.handle(SIGHUP) && !session.handle(SIGTERM))
    session.end()
  }

  @Test func messagesComeIntoIt() throws {
    messages.say("one\ntwo", matters: false)
    #expect(view.notes == ["one", "two"])
    session.end()
    messages.say("three", matters: false)
    #expect(view.notes.count == 2)
  }

  @Test func itsEnd() throws {
    session.advance(to: 0)
    session.end()
    #expect(!outside.isRaw && outside.shown().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    view.hasChanges = true
    #expect(session.nextDeadline == nil)
    session.advance(to: 1_000_000)
    #expect(view.drawings.count == 1 && session.handle(SIGCONT) && outside.shown() == "")
  }
}
