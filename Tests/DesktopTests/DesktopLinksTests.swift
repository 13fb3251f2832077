import Testing

@testable import Desktop

@Suite struct DesktopLinksTests {
  /// A compositor that reports nothing about its windows still counts as one: GNOME's and KWin's are such.
  @Test func besideACompositorX11IsNotAsked() throws {
    let compositor = try StandInCompositor()
    let links = DesktopLinks(.focus, of: [.kwin, .gnome], now: 0) {
      $0 == "WAYLAND_DISPLAY" ? compositor.path : nil
    }
    #expect(links.providers.map(\.name) == ["Wayland"] && links.missing == .focus)
    try compositor.read()
    compositor.offer([("wl_seat", 7)])
    compositor.answer()
    links.providers[0].ready()
    links.tryNext(at: 0)
    #expect(links.providers.map(\.name) == ["Wayland", "KWin", "GNOME"])
    #expect(links.problems.first == "Wayland: the compositor has no protocol that reports its windows")
  }

  @Test func withoutACompositorItIs() {
    let links = DesktopLinks(.focus, of: [], now: 0) { _ in nil }
    #expect(links.providers.map(\.name) == ["X11"])
    #expect(DesktopLinks([], of: [.sway], now: 0) { _ in nil }.providers.isEmpty)
  }

  /// A compositor that never answers is given up after ten seconds.
  @Test func aCompositorThatHangsIsGivenUp() throws {
    let compositor = try StandInCompositor()
    let links = DesktopLinks(.focus, of: [], now: 0) { $0 == "WAYLAND_DISPLAY" ? compositor.path : nil }
    #expect(links.nextDeadline == 10_000_000)
    links.advance(to: 10_000_000)
    #expect(links.isSettled && links.nextDeadline == nil)
    #expect(links.problems == ["Wayland: the compositor does not answer"])
  }

  /// sway from 1.12 on has ext_workspace_v1 too; only its own socket reports which output has the focus.
  @Test func anOwnSocketReportsTheWorkspaceFirst() throws {
    let (compositor, sway) = (try StandInCompositor(), try StandInSocket("sway.sock"))
    func variable(_ name: String) -> String? { ["WAYLAND_DISPLAY": compositor.path, "SWAYSOCK": sway.path][name] }
    let links = DesktopLinks([.focus, .workspace, .modifiers], of: [.sway], now: 0, variable: variable)
    try compositor.read()
    compositor.offer([("zwlr_foreign_toplevel_manager_v1", 3), ("ext_workspace_manager_v1", 1)])
    compositor.answer()
    links.providers.last?.ready()
    try compositor.read()
    compositor.answer()
    links.providers.last?.ready()
    _ = try sway.read()
    sway.say(SwayProviderTests.message(2, #"{"success": true}"#))
    sway.say(SwayProviderTests.message(1, SwayProviderTests.workspaces))
    links.providers.first?.ready()
    #expect(
      links.reporters.map(\.name) == ["sway", "Wayland"] && links.reporters.map(\.facts) == [.workspace, .focus])
    links.tryNext(at: 0)
    #expect(links.providers.map(\.name) == ["sway", "Wayland"] && links.missing == .modifiers)
    #expect(links.facts.workspace == "web")
  }

  @Test func besideACompositorNothingElseIsAskedForOutputs() {
    func names(_ needs: DesktopNeeds, hasCompositor: Bool) -> [String] {
      DesktopProviders.next(needs, of: [.kwin, .gnome], hasCompositor: hasCompositor) { _ in nil }.map(\.name)
    }
    #expect(names(.outputs, hasCompositor: true).isEmpty)
    #expect(names(.modifiers, hasCompositor: true) == ["GNOME"])
    #expect(names(.outputs, hasCompositor: false) == ["X11"])
  }
}
