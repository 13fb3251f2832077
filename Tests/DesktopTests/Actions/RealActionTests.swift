import Bindings
import Foundation
import Support
import Testing

@testable import Desktop
@testable import DesktopActions

/// Real desktops carry out requests, and their reports of the results are followed.
@Suite(.serialized) struct RealActionTests {
  private typealias Wlroots = RealCompositorTests.Kind
  private typealias OnBus = RealDesktopTests.Kind

  private static let one = DesktopStory.one
  private static let two = DesktopStory.two

  private func session(_ opener: @escaping ActionLinks.Opener) throws -> ActionSession {
    let session = ActionSession { domain in domain == .windows ? [opener] : [] }
    session.actor.use([.workspace(.next)])
    try #require(session.serve { session.links().readyName != nil }, "\(session.links().problems)")
    return session
  }

  private func focus(_ provider: any DesktopProvider) -> DesktopFacts.Window? {
    if case .window(let window) = provider.facts.focus { window } else { nil }
  }

  /// Requests the action until the desktop has carried it out once, and expects the result.
  private func expect(
    _ session: ActionSession, _ providers: [any DesktopProvider], after action: DesktopAction,
    _ isSo: () throws -> Bool, at place: SourceLocation = #_sourceLocation
  ) throws {
    session.ask(action)
    let became = try session.serve(providers, until: isSo)
    #expect(
      became,
      "\(action.text): \(providers.map { $0.facts.focus }) \(providers.map { $0.facts.workspace }) \(session.log)",
      sourceLocation: place)
  }

  /// With two windows, the second of which has the focus: focus, full screen, close.
  ///
  /// The test's provider and the actor's receive reports of a change one after the other, so each action waits until
  /// both have it.
  private func playWindows(_ session: ActionSession, _ windows: any DesktopProvider, _ all: [any DesktopProvider])
    throws
  {
    try expect(session, all, after: .window(.previous)) { focus(windows)?.app == Self.one }
    #expect(session.rests(all))
    try expect(session, all, after: .window(.next)) { focus(windows)?.app == Self.two }
    #expect(session.rests(all))
    try expect(session, all, after: .window(.fullscreen)) { focus(windows)?.isFullscreen == true }
    #expect(session.rests(all))
    try expect(session, all, after: .window(.fullscreen)) { focus(windows)?.isFullscreen == false }
    #expect(session.rests(all))
    try expect(session, all, after: .window(.close)) { focus(windows)?.app == Self.one }
  }

  /// Of three workspaces by ext_workspace_v1 the first has the only window. The compositor reports windows before it
  /// reports workspaces, so `next` and `previous` wait until it has reported both.
  private func playWorkspaces(_ session: ActionSession, _ windows: any DesktopProvider) throws {
    for _ in 0..<5 {
      #expect(session.rests([windows]))
      try expect(session, [windows], after: .workspace(.next)) { focus(windows) == nil }
      #expect(session.rests([windows]))
      try expect(session, [windows], after: .workspace(.previous)) { focus(windows)?.app == Self.one }
      try expect(session, [windows], after: .workspace(.number(3))) { focus(windows) == nil }
      try expect(session, [windows], after: .workspace(.number(1))) { focus(windows)?.app == Self.one }
    }
    session.ask(.workspace(.number(9)))
    #expect(session.log.last?.contains("there is no workspace 9") == true, "\(session.log)")
  }

  private func open(_ program: TestbedProgram, _ session: ActionSession, _ windows: any DesktopProvider) throws {
    for app in [Self.one, Self.two] {
      try program.perform("open \(app) \(app.suffix(3))")
      try #require(session.serve([windows]) { focus(windows)?.app == app })
    }
  }

  @Test(.enabled(if: Wlroots.all.contains(.sway), Wlroots.absence), .timeLimit(.minutes(5)))
  func sway() throws {
    let program = try Wlroots.sway.desktop()
    let path = "\(program.folder)/sway.sock"
    let windows = WaylandProvider(path: try program.perform("socket"), needs: .focus)
    let workspaces = SwayProvider(path: path)
    let all: [any DesktopProvider] = [windows, workspaces]
    let session = try session { I3Link(path: path, name: "sway") }
    try open(program, session, windows)
    try playWindows(session, windows, all)
    session.ask(.workspace(.next))
    #expect(session.serve(all) { session.log.last?.contains("no other workspace") == true }, "\(session.log)")
    let skipped = session.log.count
    try expect(session, all, after: .workspace(.number(3))) { workspaces.facts.workspace == "3" }
    // The empty workspace vanishes when it is left.
    try expect(session, all, after: .workspace(.previous)) { workspaces.facts.workspace == "1" }
    try expect(session, all, after: .workspace(.number(3))) { workspaces.facts.workspace == "3" }
    #expect(session.log.count == skipped, "\(session.log)")
    try program.perform("open \(Self.two) two")
    #expect(session.serve(all) { focus(windows)?.app == Self.two })
    for _ in 0..<20 {
      try expect(session, all, after: .workspace(.previous)) { workspaces.facts.workspace == "1" }
      try expect(session, all, after: .workspace(.next)) { workspaces.facts.workspace == "3" }
    }
    #expect(session.rests(all), "no second passed without a wake-up")
    session.ask(.window(.maximize))
    #expect(
      session.log.last
        == "`run` at bindings.toml:3 is skipped: `window = \"maximize\"` can't be done now "
        + "(sway has no command for this action); run `gesture-bridge doctor` for details")
    try program.perform("desktop off")
    #expect(session.serve { session.links().readyName == nil })
    session.ask(.window(.close))
    #expect(session.log.last?.contains("no program in this session accepts the request") == true, "\(session.log)")
    try program.perform("desktop on")
    #expect(session.serve { session.links().readyName == "sway" }, "\(session.log)")
    session.actor.stop()
  }

  /// The protocols of wlroots, without a socket of the compositor's own.
  @Test(.enabled(if: !Wlroots.all.isEmpty, Wlroots.absence), .timeLimit(.minutes(5)), arguments: Wlroots.all)
  func wlroots(_ kind: RealCompositorTests.Kind) throws {
    let program = try kind.desktop()
    let path = try program.perform("socket")
    let windows = WaylandProvider(path: path, needs: .focus)
    let session = try session { WlrootsLink(path: path) }
    try open(program, session, windows)
    try playWindows(session, windows, [windows])
    if kind.name == "labwc" { try playWorkspaces(session, windows) }
    try program.perform("desktop off")
    #expect(session.serve { session.links().readyName == nil })
  }

  @Test(.enabled(if: X11Desktop.isThere, X11Desktop.absence), .timeLimit(.minutes(5)))
  func i3() throws {
    let desktop = try X11Desktop("i3")
    let root = try #require(desktop.root)
    let provider = X11Provider(display: desktop.display, needs: [.focus, .workspace])
    let session = try session { I3Link(path: "\(root)/tmp/i3.sock", name: "i3") }
    for app in [Self.one, Self.two] {
      try desktop.open(app, title: String(app.suffix(3)))
      try #require(session.serve([provider]) { focus(provider)?.app == app })
    }
    try playWindows(session, provider, [provider])
    try expect(session, [provider], after: .workspace(.number(3))) { provider.facts.workspace == "3" }
    try expect(session, [provider], after: .workspace(.previous)) { provider.facts.workspace == "1" }
  }

  @Test(.enabled(if: X11Desktop.isThere, X11Desktop.absence), .timeLimit(.minutes(5)))
  func openbox() throws {
    let desktop = try X11Desktop("openbox")
    let provider = X11Provider(display: desktop.display, needs: [.focus, .workspace])
    let session = try session { EwmhLink(display: desktop.display) }
    for app in [Self.one, Self.two] {
      try desktop.open(app, title: String(app.suffix(3)))
      try #require(session.serve([provider]) { focus(provider)?.app == app })
    }
    func states() throws -> String { try desktop.run("xprop -name two _NET_WM_STATE") }
    try expect(session, [provider], after: .window(.maximize)) { try states().contains("MAXIMIZED_VERT") }
    try expect(session, [provider], after: .window(.maximize)) { try !states().contains("MAXIMIZED_VERT") }
    // The place without the frame, which is 1, 1, 20 and 5 pixels wide. The screen has 1600 pixels in each direction,
    // and no panel takes a part of it.
    func place() throws -> [Int] {
      let told = try desktop.run("xwininfo -name two")
      return ["Absolute upper-left X:", "Absolute upper-left Y:", "Width:", "Height:"].map { key in
        let line = told.split(separator: "\n").first { $0.contains(key) }
        return Int(line?.split(separator: " ").last ?? "") ?? -1
      }
    }
    // xterm takes whole letters, so it may be a few pixels smaller.
    try expect(session, [provider], after: .window(.right)) {
      let place = try place()
      return place[0...1] == [801, 20] && 780...798 ~= place[2] && 1555...1575 ~= place[3]
    }
    try expect(session, [provider], after: .window(.left)) { try place()[0] == 1 && 780...798 ~= place()[2] }
    try expect(session, [provider], after: .window(.minimize)) { focus(provider)?.app == Self.one }
    // The window that is minimized comes back with the focus.
    try expect(session, [provider], after: .window(.next)) { focus(provider)?.app == Self.two }
    try playWindows(session, provider, [provider])
    try expect(session, [provider], after: .workspace(.next)) { provider.facts.workspace == "desktop 2" }
    try expect(session, [provider], after: .workspace(.number(4))) { provider.facts.workspace == "desktop 4" }
    session.ask(.workspace(.next))
    session.serve([provider], for: 0.3)
    #expect(provider.facts.workspace == "desktop 4", "there is none beyond the last")
    try expect(session, [provider], after: .workspace(.previous)) { provider.facts.workspace == "desktop 3" }
    session.ask(.workspace(.number(9)))
    #expect(session.serve { session.log.last?.contains("there is no workspace 9") == true }, "\(session.log)")
    session.ask(.overview(.toggle))
    #expect(session.log.last?.contains("EWMH (a standard for X11) has no message for this action") == true)
    try desktop.run("kill -9 $server")
    #expect(session.serve { session.links().readyName == nil }, "\(session.log)")
  }

  @Test(.enabled(if: !OnBus.kwin.suites.isEmpty, OnBus.absence), .timeLimit(.minutes(5)), arguments: OnBus.kwin.suites)
  func kwin(_ suite: String) throws {
    let program = try OnBus.kwin.desktop(of: suite, "desktop on\ndesktops 3")
    let address = "unix:path=\(program.folder)/bus"
    let provider = KWinScriptProvider(
      needs: [.focus, .workspace], library: BusLibrary.load(), address: address, folder: program.folder)
    let session = try session { KWinLink(address: address) }
    try #require(session.serve([provider]) { provider.facts.workspace == "Desktop 1" })
    try open(program, session, provider)
    let all: [any DesktopProvider] = [provider]
    try expect(session, all, after: .window(.fullscreen)) { focus(provider)?.isFullscreen == true }
    try expect(session, all, after: .window(.fullscreen)) { focus(provider)?.isFullscreen == false }
    try expect(session, all, after: .window(.minimize)) { focus(provider)?.app == Self.one }
    try expect(session, all, after: .workspace(.next)) { provider.facts.workspace == "Desktop 2" }
    try expect(session, all, after: .workspace(.number(3))) { provider.facts.workspace == "Desktop 3" }
    try expect(session, all, after: .workspace(.previous)) { provider.facts.workspace == "Desktop 2" }
    try expect(session, all, after: .workspace(.number(1))) { focus(provider)?.app == Self.one }
    try expect(session, all, after: .window(.close)) { focus(provider)?.app != Self.one }
    #expect(session.actor.obstacle(to: .window(.maximize)) == nil && session.actor.obstacle(to: .window(.left)) == nil)
    #expect(session.actor.obstacle(to: .overview(.show)) == "KWin has no shortcut for this action")
    try program.perform("desktop off")
    #expect(session.serve { session.links().readyName == nil })
  }

  @Test(
    .enabled(if: !OnBus.gnome.suites.isEmpty, OnBus.absence), .timeLimit(.minutes(5)), arguments: OnBus.gnome.suites)
  func gnome(_ suite: String) throws {
    let program = try OnBus.gnome.desktop(of: suite, "desktop on")
    let address = "unix:path=\(program.folder)/bus"
    let provider = GnomeExtensionProvider(
      needs: [.focus, .workspace], library: BusLibrary.load(), address: address, installer: "install")
    let session = try session { GnomeLink(address: address) }
    try #require(session.serve([provider]) { provider.facts.workspace == "Workspace 1" })
    try open(program, session, provider)
    let all: [any DesktopProvider] = [provider]
    try expect(session, all, after: .overview(.toggle)) { try program.perform("overview") == "yes" }
    try expect(session, all, after: .overview(.hide)) { try program.perform("overview") == "no" }
    #expect(session.serve(all) { focus(provider)?.app == Self.two })
    for action in [WindowAction.maximize, .maximize, .left, .right] { session.ask(.window(action)) }
    try playWindows(session, provider, all)
    try expect(session, all, after: .workspace(.next)) { provider.facts.workspace == "Workspace 2" }
    try expect(session, all, after: .workspace(.previous)) { focus(provider)?.app == Self.one }
    session.ask(.workspace(.number(42)))
    #expect(session.serve(all) { session.log.last?.contains("there is no workspace 42") == true }, "\(session.log)")
    session.ask(.window(.minimize))
    #expect(session.serve(all) { focus(provider)?.app != Self.one })
    #expect(session.log.count == 2, "nothing else was refused: \(session.log)")
    try program.perform("desktop off")
    #expect(session.serve { session.links().readyName == nil })
  }

  /// Without the extension the message describes how to install it.
  @Test(
    .enabled(if: !OnBus.gnome.suites.isEmpty, OnBus.absence), .timeLimit(.minutes(5)), arguments: OnBus.gnome.suites)
  func gnomeWithoutTheExtension(_ suite: String) throws {
    let program = try OnBus.gnome.desktop(of: suite, "desktop bare")
    let session = ActionSession { _ in [{ GnomeLink(address: "unix:path=\(program.folder)/bus") }] }
    session.actor.use([.workspace(.next)])
    #expect(
      session.serve {
        session.links().problems.first?.contains(
          "lacks gesture-bridge's extension, or has an old version of the extension: run `") == true
      },
      "\(session.links().problems)")
  }
}
