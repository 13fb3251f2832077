import Bindings
import Testing

@testable import Desktop
@testable import DesktopActions

/// Hyprland's socket of requests, by a stand-in that answers as Hyprland 0.57 or an older one does.
struct RequestLinkTests {
  private static let requests: [(DesktopAction, String)] = [
    (.workspace(.next), #"focus({ workspace = "r+1" })"#), (.workspace(.previous), #"focus({ workspace = "r-1" })"#),
    (.workspace(.number(2)), "focus({ workspace = 2 })"), (.window(.close), "window.close()"),
    (.window(.fullscreen), #"window.fullscreen({ mode = "fullscreen", action = "toggle" })"#),
    (.window(.maximize), #"window.fullscreen({ mode = "maximized", action = "toggle" })"#),
    (.window(.left), #"window.move({ direction = "left" })"#),
    (.window(.right), #"window.move({ direction = "right" })"#), (.window(.next), "window.cycle_next()"),
    (.window(.previous), "window.cycle_next({ next = false })"),
  ]

  /// Answers one request, if there is one; returns its text.
  private func answer(_ socket: StandInSocket, _ isOld: Bool = false) throws -> String {
    let request = String(decoding: try socket.read(), as: UTF8.self)
    let words = request.dropFirst("dispatch ".count)
    let isKnown = words == "hl.dsp.no_op()" || Self.requests.contains { words == "hl.dsp.\($0.1)" }
    let refusal =
      isOld
      ? "Invalid dispatcher" : "error: 3 [string \"return hl.dispatch(\(words))\"]:1: ')' expected near 'e'\n\n → Note"
    socket.say(Array((isOld || !isKnown ? refusal : "ok").utf8))
    socket.hangUp()
    return request
  }

  private func session(_ path: @escaping () -> String) -> ActionSession {
    let session = ActionSession { domain in
      domain == .windows ? [{ RequestLink(HyprlandDialect()) { [path()] } }] : []
    }
    session.actor.use([.workspace(.next)])
    return session
  }

  /// A session whose probe is answered.
  private func begin(_ socket: StandInSocket, isOld: Bool = false) throws -> ActionSession {
    let path = socket.path
    let session = session { path }
    #expect(try answer(socket, isOld) == "dispatch hl.dsp.no_op()")
    session.links().serve()
    return session
  }

  @Test func actionsAreAskedForInLua() throws {
    let socket = try StandInSocket("hypr/x/.socket.sock")
    let session = try begin(socket)
    #expect(session.links().readyName == "Hyprland")
    for (action, words) in Self.requests {
      session.ask(action)
      #expect(try answer(socket) == "dispatch hl.dsp.\(words)")
      session.links().serve()
    }
    #expect(session.skipped.isEmpty && session.links().readyName == "Hyprland")
    #expect(session.actor.obstacle(to: .window(.minimize)) == "Hyprland has no request for this action")
    #expect(session.actor.obstacle(to: .overview(.toggle)) == "Hyprland has no request for this action")
  }

  @Test func theNextRequestHasAnotherDescriptorThanTheLast() throws {
    let socket = try StandInSocket("hypr/x/.socket.sock")
    let session = try begin(socket)
    for action in [DesktopAction.workspace(.next), .workspace(.previous), .workspace(.next)] { session.ask(action) }
    for _ in 0..<2 {
      let descriptor = try #require(session.links().wait?.descriptor)
      _ = try answer(socket)
      session.links().serve()
      #expect(try #require(session.links().wait?.descriptor) != descriptor)
    }
    _ = try answer(socket)
    session.links().serve()
    #expect(session.links().wait == nil && session.skipped.isEmpty)
  }

  /// It answers, but carries out no request: the next one in the list may be able to.
  @Test func oneThatRefusesTheProbeIsNotReady() throws {
    let socket = try StandInSocket("hypr/x/.socket.sock")
    let session = try begin(socket, isOld: true)
    #expect(session.links().readyName == nil)
    #expect(session.links().problems == ["Hyprland: it refuses requests, so it may be too old: Invalid dispatcher"])
  }

  @Test func oneThatWasRestartedHasAnotherSocket() throws {
    var socket = try StandInSocket("hypr/old/.socket.sock")
    let session = session { socket.path }
    _ = try answer(socket)
    session.links().serve()
    socket = try StandInSocket("hypr/new/.socket.sock")
    session.ask(.workspace(.next))
    #expect(try answer(socket) == #"dispatch hl.dsp.focus({ workspace = "r+1" })"#)
    session.links().serve()
    #expect(session.skipped.isEmpty && session.log == ["Hyprland controls windows and workspaces"])
  }

  @Test func whatADesktopThatHangsDoesNotDoIsSaid() throws {
    let socket = try StandInSocket("hypr/x/.socket.sock")
    let session = try begin(socket)
    for _ in 0..<33 { session.ask(.workspace(.next)) }
    #expect(session.skipped.count == 1)
    #expect(session.log.last?.contains("(Hyprland has not answered 32 earlier requests)") == true, "\(session.log)")
    _ = try socket.read()
    socket.hangUp()
    session.links().serve()
    #expect(session.skipped.count == 33)
    #expect(
      session.log.contains { $0.contains("(no answer was received: Hyprland has closed the connection)") },
      "\(session.log)")
  }

  @Test func swayEndsBeforeItAnswers() throws {
    let socket = try StandInSocket("sway.sock")
    let session = ActionSession { domain in domain == .windows ? [{ I3Link(path: socket.path, name: "sway") }] : [] }
    session.actor.use([.workspace(.next)])
    _ = try socket.read()
    socket.say(I3Message.bytes(7, "{}"))
    session.links().serve()
    for _ in 0..<2 { session.ask(.workspace(.next)) }
    #expect(session.links().readyName == "sway" && session.skipped.isEmpty)
    _ = try socket.read()
    socket.hangUp()
    session.links().serve()
    #expect(session.skipped.count == 2)
    #expect(
      session.log.contains { $0.contains("(no answer was received: sway has closed the connection)") },
      "\(session.log)")
  }

  @Test func withoutASocketItIsLost() throws {
    var path = ""
    let session: ActionSession
    do {
      let socket = try StandInSocket("hypr/x/.socket.sock")
      path = socket.path
      session = try begin(socket)
    }
    session.ask(.workspace(.next))
    #expect(session.links().readyName == nil && session.skipped.count == 1)
    #expect(
      session.log.last
        == "the connection to Hyprland has ended: can't connect to Hyprland at \(path): "
        + "connect: No such file or directory (ENOENT)")
  }
}
