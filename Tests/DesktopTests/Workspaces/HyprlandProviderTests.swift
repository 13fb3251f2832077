import Testing

@testable import Desktop

/// Hyprland's lines as its documentation has them, and as Hyprland 0.57 sends them.
@Suite struct HyprlandProviderTests {
  private func begin() throws -> (HyprlandProvider, StandInSocket) {
    let socket = try StandInSocket("hypr/id_1/.socket2.sock")
    let provider = HyprlandProvider(path: socket.path)
    #expect(try socket.read().isEmpty)
    #expect(provider.reported == .workspace && provider.facts == DesktopFacts())
    return (provider, socket)
  }

  @Test func workspaces() throws {
    let (provider, socket) = try begin()
    socket.say(Array("activewindow>>kitty,a >> b\nworkspace>>2\nworkspacev2>>2,2\nworks".utf8))
    provider.ready()
    #expect(provider.facts.workspace == "2")
    socket.say(Array("pace>>web, mail\nfullscreen>>1\n".utf8))
    provider.ready()
    #expect(provider.facts.workspace == "web, mail")
    socket.say(Array("focusedmon>>HDMI-A-1,3\nnothing\n>>\n\n".utf8))
    provider.ready()
    #expect(provider.facts.workspace == "3" && provider.facts.focus == .unknown)
    #expect(try socket.read().isEmpty)
  }

  @Test func aConnectionEndsForAReason() throws {
    let (one, socket) = try begin()
    socket.hangUp()
    one.ready()
    #expect(one.state == .unavailable("Hyprland has closed the connection") && one.wait == nil)
    let (two, other) = try begin()
    for _ in 0..<17 {
      other.say([UInt8](repeating: 65, count: 4096))
      two.ready()
    }
    #expect(two.state == .unavailable("Hyprland sends lines that are too long"))
    guard case .unavailable = HyprlandProvider(path: "/nowhere/socket").state else {
      Issue.record("it has connected to nothing")
      return
    }
  }
}
