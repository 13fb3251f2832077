import Logging
import Testing

@testable import gesture_bridge

/// Messages while a view is on the terminal.
struct MessageStreamTests {
  private final class Sink {
    var written = ""
    var shown: [String] = []
  }

  private let sink = Sink()
  private let messages: MessageStream

  init() {
    let sink = sink
    messages = MessageStream { sink.written += $0 }
  }

  private func divert(isHidden: Bool) {
    let sink = sink
    messages.divert(isHidden: isHidden) { sink.shown.append($0) }
  }

  @Test func withoutAViewTheyAreWritten() {
    messages.say("one\ntwo", matters: false)
    #expect(sink.written == "one\ntwo\n" && sink.shown == [])
  }

  @Test func onTheSameTerminalTheyAreShownAndThoseThatMatterSaidAgain() {
    divert(isHidden: true)
    messages.say("ready", matters: false)
    messages.say("b.toml:1: error\n  1 | x", matters: true)
    #expect(sink.written == "")
    #expect(sink.shown == ["ready", "b.toml:1: error", "  1 | x"])
    messages.restore()
    #expect(sink.written == "b.toml:1: error\n  1 | x\n")
    messages.say("bye", matters: false)
    messages.restore()
    #expect(sink.written == "b.toml:1: error\n  1 | x\nbye\n" && sink.shown.count == 3)
  }

  @Test func elsewhereTheyAreWrittenToo() {
    divert(isHidden: false)
    messages.say("lost", matters: true)
    messages.restore()
    #expect(sink.written == "lost\n" && sink.shown == ["lost"])
  }

  @Test func ofVeryManyTheLatestAreSaidAgain() {
    divert(isHidden: true)
    for number in 1...150 { messages.say("\(number)", matters: true) }
    messages.restore()
    #expect(sink.written == (51...150).map { "\($0)\n" }.joined())
  }

  @Test func warningsOfTheLogMatter() {
    divert(isHidden: true)
    let log = Logger.standardError(.info, messages)
    log.debug("nothing")
    log.notice("a notice")
    log.warning("a warning")
    log.error("an error")
    let (warning, error) = ("gesture-bridge: warning: a warning", "gesture-bridge: error: an error")
    #expect(sink.shown == ["gesture-bridge: notice: a notice", warning, error])
    messages.restore()
    #expect(sink.written == "\(warning)\n\(error)\n")
  }
}
