import Testing

@testable import Desktop

/// The times at which a link is looked for, with a clock of the test.
struct LinkChooserTests {
  private final class PlayedLink: SessionLink {
    let name = "one"
    let state: LinkState
    init(_ state: LinkState) { self.state = state }
    var wait: (descriptor: Int32, events: Int16)? { nil }
    func ready() {}
    func close(_ reason: String) {}
  }

  /// A machine without a desktop is not woken for ever, and the first request after two minutes finds a new desktop.
  @Test func afterTwoMinutesARequestLooksAgain() {
    var (now, looked, state) = (Int64(1_000_000), 0, LinkState.unavailable("it is off"))
    let links = LinkChooser<PlayedLink>(now: { now }) { $0 }
    links.open {
      looked += 1
      return [{ PlayedLink(state) }]
    }
    while let deadline = links.nextDeadline {
      now = deadline
      links.advance(to: now)
    }
    #expect(looked == 9 && now < 150_000_000)
    now += 3_600_000_000
    links.searchForRequest()
    #expect(looked == 10 && links.readyName == nil && links.nextDeadline == nil)
    for _ in 0..<10 { links.searchForRequest() }
    now += 2_999_999
    links.searchForRequest()
    #expect(looked == 10, "not again within three seconds")
    state = .ready
    now += 1
    links.searchForRequest()
    #expect(looked == 11 && links.readyName == "one")
    now += 60_000_000
    links.searchForRequest()
    #expect(looked == 11)
  }

  @Test func withoutANeedNothingIsLookedFor() {
    var looked = 0
    let links = LinkChooser<PlayedLink>(now: { 10_000_000 }) { $0 }
    links.searchForRequest()
    links.open {
      looked += 1
      return []
    }
    links.close()
    links.searchForRequest()
    #expect(looked == 1)
  }

  /// A link that hangs is given up after a while, and pending requests do not make it try again at once.
  @Test func whatHangsIsNotTriedAgainAtOnce() {
    var (now, looked) = (Int64(1_000_000), 0)
    let links = LinkChooser<PlayedLink>(now: { now }) { $0 }
    links.changed = { _ in links.searchForRequest() }
    links.open {
      looked += 1
      return [{ PlayedLink(.opening) }]
    }
    now = links.nextDeadline ?? now
    links.advance(to: now)
    #expect(looked == 1 && !links.isOpening && links.nextDeadline == now + 500_000)
    links.changed = { _ in }
  }
}
