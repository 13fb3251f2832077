import Bindings
import Testing

@testable import Desktop
@testable import DesktopActions

/// The requests that a compositor gets by protocols of Wayland.
@Suite struct WaylandActionTests {
  /// A compositor that gets requests; the interfaces are numbered from 1. `list` sends the compositor's first state.
  private func begin(
    _ globals: [(String, UInt32)], _ list: (StandInCompositor) throws -> Void
  ) throws -> (WlrootsLink, StandInCompositor) {
    let compositor = try StandInCompositor()
    let link = WlrootsLink(path: compositor.path)
    try compositor.read()
    compositor.offer(globals)
    compositor.answer()
    link.ready()
    try compositor.read()
    try list(compositor)
    for _ in 0..<3 {
      compositor.answer()
      link.ready()
      try compositor.read()
    }
    #expect(link.state == .ready)
    return (link, compositor)
  }

  /// The requests of an action.
  private func ask(_ action: DesktopAction, _ link: WlrootsLink, _ compositor: StandInCompositor) throws
    -> [StandInCompositor.Request]
  {
    let before = compositor.requests.count
    #expect(link.obstacle(to: action) == nil)
    link.perform(action) { Issue.record("\(action): \($0)") }
    try compositor.read()
    return Array(compositor.requests[before...])
  }

  private func refusal(_ action: DesktopAction, _ link: WlrootsLink) -> String? {
    var reason: String?
    link.perform(action) { reason = $0 }
    return reason
  }

  @Test func windowsOfCOSMIC() throws {
    let (one, two, closed): (UInt32, UInt32, UInt32) = (0xff00_0000, 0xff00_0001, 0xff00_0002)
    /// COSMIC's own objects for these windows.
    func objects(_ compositor: StandInCompositor) throws -> [UInt32: UInt32] {
      let info = try compositor.bound(2)
      let asked = compositor.requests.filter { $0.object == info && $0.code == 1 }.map { ($0.words[1], $0.words[0]) }
      return Dictionary(asked) { $1 }
    }
    let (link, compositor) = try begin([
      ("ext_foreign_toplevel_list_v1", 1), ("zcosmic_toplevel_info_v1", 3), ("zcosmic_toplevel_manager_v1", 4),
      ("wl_seat", 7),
    ]) { compositor in
      for handle in [one, two, closed] {
        compositor.say(try compositor.bound(1), 0, word(handle))
        compositor.say(handle, 3, "com.system76.CosmicTerm")
        compositor.say(handle, 1)
      }
      compositor.answer()
    }
    let (info, manager, seat) = (try compositor.bound(2), try compositor.bound(3), try compositor.bound(4))
    let windows = try objects(compositor)
    let (first, second) = (try #require(windows[one]), try #require(windows[two]))
    #expect(refusal(.window(.close), link) == "no window has the focus")
    func state(_ window: UInt32, _ states: [UInt32]) {
      compositor.say(window, 8, states)
      compositor.say(info, 2)
      link.ready()
    }
    // Of the third, which has closed, no states come: no request may name it.
    state(first, [])
    state(second, [2])
    func asks(_ action: WindowAction, _ code: Int, _ words: UInt32...) throws {
      #expect(
        try ask(.window(action), link, compositor) == [.init(object: manager, code: code, words: words)], "\(action)")
    }
    try asks(.close, 1, second)
    try asks(.next, 2, first, seat)
    try asks(.previous, 2, first, seat)
    try asks(.maximize, 3, second)
    try asks(.minimize, 5, second)
    try asks(.fullscreen, 7, second, 0)
    state(second, [0, 2, 3])
    try asks(.maximize, 4, second)
    try asks(.fullscreen, 8, second)
    state(second, [1])
    state(first, [2])
    try asks(.next, 2, second, seat)
    #expect(link.obstacle(to: .window(.left)) == "the compositor's protocols have no request for this action")
    #expect(link.obstacle(to: .workspace(.next)) == "the compositor lacks the protocol ext_workspace_manager_v1")
    compositor.say(one, 0)
    link.ready()
    #expect(refusal(.window(.close), link) == "no window has the focus")
  }

  /// The workspace that was reported last is between the others by its coordinates.
  @Test func workspacesInTheOrderOfTheirCoordinates() throws {
    let group: UInt32 = 0xff00_0000
    let (one, two, three) = (group + 1, group + 2, group + 3)
    let (link, compositor) = try begin([("ext_workspace_manager_v1", 1)]) { compositor in
      let manager = try compositor.bound(1)
      compositor.say(manager, 0, word(group))
      // Two columns and two rows; one place is empty.
      compositor.workspace(one, "one", of: manager, group: group, state: 1, at: [0, 0])
      compositor.workspace(three, "three", of: manager, group: group, state: 0, at: [0, 1])
      compositor.workspace(two, "two", of: manager, group: group, state: 0, at: [1, 0])
      compositor.say(manager, 2)
    }
    let manager = try compositor.bound(1)
    func goes(_ target: WorkspaceTarget, to workspace: UInt32) throws {
      let commit = StandInCompositor.Request(object: manager, code: 0, words: [])
      #expect(
        try ask(.workspace(target), link, compositor) == [.init(object: workspace, code: 1, words: []), commit],
        "\(target)")
    }
    #expect(try ask(.workspace(.previous), link, compositor).isEmpty)
    try goes(.next, to: two)
    try goes(.number(3), to: three)
    compositor.say(one, 3, word(0))
    compositor.say(two, 3, word(1))
    compositor.say(manager, 2)
    link.ready()
    try goes(.next, to: three)
    try goes(.previous, to: one)
    // It moves to the front.
    compositor.say(three, 2, [0, 0] as [UInt32])
    compositor.say(one, 2, [0, 1] as [UInt32])
    link.ready()
    try goes(.next, to: one)
    try goes(.previous, to: three)
    #expect(refusal(.workspace(.number(4)), link) == "there is no workspace 4")
  }

  @Test func theOnlyWorkspace() throws {
    let group: UInt32 = 0xff00_0000
    let (link, _) = try begin([("ext_workspace_manager_v1", 1)]) { compositor in
      let manager = try compositor.bound(1)
      compositor.say(manager, 0, word(group))
      compositor.workspace(group + 1, "one", of: manager, group: group, state: 1, at: [0, 0])
      compositor.say(manager, 2)
    }
    #expect(refusal(.workspace(.next), link) == "there is no other workspace")
  }

  /// Each output has its own workspaces: those of the output with the focus count.
  @Test func workspacesOfTheOutputWithTheFocus() throws {
    let (left, right, window): (UInt32, UInt32, UInt32) = (0xff00_0000, 0xff00_0001, 0xff00_0002)
    let (link, compositor) = try begin([
      ("ext_workspace_manager_v1", 1), ("zwlr_foreign_toplevel_manager_v1", 3), ("wl_seat", 7), ("wl_output", 4),
      ("wl_output", 4),
    ]) { compositor in
      let manager = try compositor.bound(1)
      for (group, output) in [(left, UInt32(4)), (right, 5)] {
        compositor.say(manager, 0, word(group))
        compositor.say(group, 1, word(try compositor.bound(output)))
        for number in [UInt32(1), 2] {
          compositor.workspace(
            group + 16 * number, "\(number)", of: manager, group: group, state: number == 1 ? 1 : 0, at: [number])
        }
      }
      compositor.say(manager, 2)
      compositor.say(try compositor.bound(2), 0, word(window))
      compositor.say(window, 2, word(try compositor.bound(5)))
      compositor.say(window, 4, [2] as [UInt32])
      compositor.say(window, 5)
    }
    #expect(try ask(.workspace(.next), link, compositor).first?.object == right + 32)
    compositor.say(window, 3, word(try compositor.bound(5)))
    compositor.say(window, 2, word(try compositor.bound(4)))
    compositor.say(window, 5)
    link.ready()
    #expect(try ask(.workspace(.number(2)), link, compositor).first?.object == left + 32)
  }
}
