import Bindings
import Testing

@testable import Desktop
@testable import DesktopActions

/// Which requests are sent when; the links are played by the test.
struct DesktopActorTests {
  private final class PlayedLink: ActionLink {
    let name: String
    var state: LinkState
    var asked: [String] = []
    var lacks: Set<DesktopAction> = []
    var refusal: String?
    var isFinished = false

    init(_ name: String, _ state: LinkState = .ready) {
      self.name = name
      self.state = state
    }

    var wait: (descriptor: Int32, events: Int16)? { nil }
    func ready() {}
    func close(_ reason: String) { isFinished = true }
    func obstacle(to action: DesktopAction) -> String? { lacks.contains(action) ? "it has no such thing" : nil }

    func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
      asked.append(action.text)
      if let refusal { refused(refusal) }
    }
  }

  private func session(_ windows: PlayedLink..., media: PlayedLink? = nil) -> ActionSession {
    let session = ActionSession { domain in
      domain == .windows ? windows.map { link in { link } } : media.map { link in [{ link }] } ?? []
    }
    session.actor.use([.workspace(.next)] + (media == nil ? [] : [.media(.playPause)]))
    return session
  }

  @Test func theFirstWayThatCanIsAsked() {
    let (one, two) = (PlayedLink("one", .unavailable("it is off")), PlayedLink("two"))
    let session = session(one, two)
    session.ask(.workspace(.number(3)))
    session.ask(.window(.close))
    #expect(two.asked == ["workspace = 3", "window = \"close\""] && one.asked == [] && one.isFinished)
    #expect(session.log == ["two controls windows and workspaces"])
  }

  @Test func eachDomainHasItsOwn() {
    let (windows, media) = (PlayedLink("one"), PlayedLink("two"))
    let session = session(windows, media: media)
    session.ask(.media(.next))
    session.ask(.overview(.show))
    #expect(windows.asked == ["overview = \"show\""] && media.asked == ["media = \"next\""])
    session.actor.use([.media(.next)])
    #expect(windows.isFinished && !media.isFinished)
  }

  @Test func whatIsAskedWhileAWayOpensIsDoneThen() {
    let link = PlayedLink("one", .opening)
    let session = session(link)
    session.ask(.workspace(.next))
    #expect(link.asked == [] && session.log == [])
    link.state = .ready
    session.links().serve()
    #expect(link.asked == ["workspace = \"next\""])
  }

  @Test func aSuspendedSessionIsAskedForNothing() {
    let link = PlayedLink("one", .opening)
    let session = session(link)
    session.ask(.workspace(.next))
    session.actor.suspension = .locked
    link.state = .ready
    session.links().serve()
    session.ask(.workspace(.next))
    #expect(link.asked == [])
    #expect(session.skipped == [SkippedAction(gesture: "swipe", key: "run", reason: "the session is locked")])
    session.actor.suspension = []
    session.ask(.window(.close))
    #expect(link.asked == ["window = \"close\""])
  }

  @Test func whatCantBeDoneIsSaidOnce() {
    let link = PlayedLink("one")
    link.lacks = [.overview(.toggle)]
    let session = session(link)
    for _ in 0..<3 { session.ask(.overview(.toggle)) }
    link.refusal = "one says: no"
    session.ask(.window(.close))
    let rule = "`run` at bindings.toml:3 is skipped:"
    #expect(
      session.log.dropFirst() == [
        "\(rule) `overview = \"toggle\"` can't be done now (it has no such thing); "
          + "run `gesture-bridge doctor` for details",
        "\(rule) `window = \"close\"` can't be done now (one says: no); run `gesture-bridge doctor` for details",
      ])
    #expect(link.asked == ["window = \"close\""])
    let toggle = "`overview = \"toggle\"` can't be done now: it has no such thing"
    let reasons = Array(repeating: toggle, count: 3) + ["`window = \"close\"` can't be done now: one says: no"]
    #expect(session.skipped == reasons.map { SkippedAction(gesture: "swipe", key: "run", reason: $0) }, "each time")
  }

  @Test func whatCantBeDoneHasAFix() {
    let command = "use a command of your desktop: `run = \"…\"` (see desktops.md in the guide)"
    func fixes(_ name: String, _ actions: [DesktopAction]) -> [String?] {
      let link = PlayedLink(name)
      link.lacks = Set(actions)
      let session = session(link)
      return session.actor.lines(actions.map { ($0, FileLocation(file: "bindings.toml", line: 3, column: 1)) })
        .map(\.fix)
    }
    let lacks: [DesktopAction] = [.window(.minimize), .window(.maximize), .overview(.toggle), .window(.left)]
    #expect(
      fixes("sway", lacks) == [
        nil, "use a command: `run = \"swaymsg move scratchpad\"`", "use `window = \"fullscreen\"`",
        "use a command, such as `run = \"rofi -show window\"`", command,
      ])
    #expect(fixes("niri", [.window(.maximize)]) == [nil, command])
  }

  @Test func withoutAnyLink() {
    let link = PlayedLink("one", .unavailable("it is off"))
    let session = session(link)
    session.ask(.workspace(.previous))
    #expect(
      session.log == [
        "`run` at bindings.toml:3 is skipped: `workspace = \"previous\"` can't be done now "
          + "(no program in this session accepts the request: one: it is off); run `gesture-bridge doctor` for details"
      ])
    link.state = .ready
    #expect(session.serve { session.links().readyName != nil })
    session.ask(.workspace(.previous))
    #expect(link.asked == ["workspace = \"previous\""])
  }

  /// Long after the last attempt to connect: the gesture itself finds the desktop, which carries out its action.
  @Test func aRequestLooksForAWayAgain() {
    let link = PlayedLink("one", .unavailable("it is off"))
    var now = Int64(0)
    let session = ActionSession(now: { now }) { domain in domain == .windows ? [{ link }] : [] }
    session.actor.use([.workspace(.next)])
    link.state = .opening
    now = 3_600_000_000
    session.ask(.workspace(.next))
    #expect(session.skipped.isEmpty && link.asked == [])
    link.state = .ready
    session.links().serve()
    #expect(link.asked == ["workspace = \"next\""])
  }

  @Test func aDryRunOnlySaysIt() {
    let link = PlayedLink("one")
    let session = ActionSession(dryRun: true) { _ in [{ link }] }
    session.actor.use([.window(.close)])
    session.ask(.window(.close))
    #expect(
      session.log == ["dry run: `run` at bindings.toml:3 would ask the desktop for `window = \"close\"`"]
        && link.asked == [] && session.links().readyName == nil)
  }

  @Test func nothingIsOpenedWithoutANeed() {
    var opened = 0
    let session = ActionSession { _ in
      opened += 1
      return []
    }
    session.actor.use([])
    session.actor.suspension = .locked
    session.actor.suspension = []
    #expect(opened == 0 && session.links().nextDeadline == nil)
  }
}
