import GestureCore
import Testing

@testable import Desktop

@Suite struct WaylandProviderTests {
  private typealias Window = DesktopFacts.Window

  /// A provider whose first requests are answered; the interfaces are numbered from 1.
  private func begin(
    _ globals: [(String, UInt32)], needs: DesktopNeeds = .focus
  ) throws -> (WaylandProvider, StandInCompositor) {
    let compositor = try StandInCompositor()
    let provider = WaylandProvider(path: compositor.path, needs: needs)
    try compositor.read()
    compositor.offer(globals)
    compositor.answer()
    provider.ready()
    try compositor.read()
    return (provider, compositor)
  }

  private func name(_ output: UInt32, _ name: String, transform: UInt32 = 0, _ compositor: StandInCompositor) {
    compositor.say(
      output, 0, word(0), word(0), word(0), word(0), word(0), "make", "model", word(transform))
    compositor.say(output, 4, name)
    compositor.say(output, 2)
  }

  @Test func wlroots() throws {
    let (provider, compositor) = try begin([("wl_output", 4), ("zwlr_foreign_toplevel_manager_v1", 3)])
    let (output, manager) = (try compositor.bound(1), try compositor.bound(2))
    name(output, "DP-1", compositor)
    let (one, two): (UInt32, UInt32) = (0xff00_0000, 0xff00_0001)
    compositor.say(manager, 0, word(one))
    compositor.say(one, 0, "Page")
    compositor.say(one, 1, "firefox")
    compositor.say(one, 2, word(output))
    compositor.say(one, 4, [2] as [UInt32])
    compositor.say(one, 5)
    #expect(provider.state == .opening && provider.facts.focus == .unknown)
    compositor.answer()
    provider.ready()
    #expect(provider.reported == .focus)
    #expect(
      provider.facts.focus == .window(Window(app: "firefox", title: "Page", isFullscreen: false, output: "DP-1")))
    // The other one comes to the front, and its change is whole before that of the first.
    compositor.say(manager, 0, word(two))
    compositor.say(two, 1, "foot")
    compositor.say(two, 4, [2, 3] as [UInt32])
    compositor.say(two, 5)
    compositor.say(one, 4, [] as [UInt32])
    provider.ready()
    // A change that is not whole does not count.
    #expect(provider.facts.focus == .window(Window(app: "foot", isFullscreen: true)))
    compositor.say(one, 5)
    compositor.say(two, 6)
    provider.ready()
    #expect(provider.facts.focus == .nothing)
    try compositor.read()
    #expect(compositor.requests.contains(.init(object: two, code: 7, words: [])))
  }

  @Test func cosmic() throws {
    let (provider, compositor) = try begin([
      ("ext_foreign_toplevel_list_v1", 1), ("zcosmic_toplevel_info_v1", 3), ("wl_output", 4),
    ])
    let (list, info) = (try compositor.bound(1), try compositor.bound(2))
    let handle: UInt32 = 0xff00_0000
    compositor.say(list, 0, word(handle))
    compositor.say(handle, 3, "com.system76.CosmicTerm")
    compositor.say(handle, 2, "~")
    compositor.say(handle, 1)
    compositor.answer()
    provider.ready()
    try compositor.read()
    let window = try #require(compositor.requests.first { $0.object == info && $0.code == 1 }?.words.first)
    compositor.say(window, 8, [2] as [UInt32])
    compositor.say(info, 2)
    provider.ready()
    #expect(
      provider.facts.focus == .window(Window(app: "com.system76.CosmicTerm", title: "~", isFullscreen: false)))
    compositor.say(handle, 0)
    provider.ready()
    #expect(provider.facts.focus == .nothing)
  }

  @Test func plasma() throws {
    let (provider, compositor) = try begin(
      [("org_kde_plasma_window_management", 16), ("org_kde_kwin_keystate", 5)], needs: [.focus, .modifiers])
    let (manager, keys) = (try compositor.bound(1), try compositor.bound(2))
    compositor.say(manager, 4, word(7), "{uuid}")
    provider.ready()
    try compositor.read()
    let window = try #require(compositor.requests.first { $0.object == manager && $0.code == 2 }?.words.first)
    compositor.say(window, 0, "Kate")
    compositor.say(window, 1, "org.kde.kate")
    compositor.say(window, 2, word(9))
    for (key, state) in [(0, 2), (3, 0), (4, 3), (5, 0), (6, 3)] as [(UInt32, UInt32)] {
      compositor.say(keys, 0, word(key), word(state))
    }
    compositor.answer()
    provider.ready()
    #expect(provider.facts.focus == .window(Window(app: "org.kde.kate", title: "Kate", isFullscreen: true)))
    #expect(provider.facts.modifiers == [.ctrl, .super])
    compositor.say(keys, 0, word(6), word(0))
    compositor.say(window, 5)
    provider.ready()
    #expect(provider.facts.modifiers == .ctrl && provider.facts.focus == .nothing)
  }

  /// Two workspaces of a group for both outputs, as labwc has them.
  @Test func workspaces() throws {
    let (provider, compositor) = try begin([("ext_workspace_manager_v1", 1), ("wl_output", 4)], needs: .workspace)
    let manager = try compositor.bound(1)
    let (group, one, two): (UInt32, UInt32, UInt32) = (0xff00_0000, 0xff00_0001, 0xff00_0002)
    compositor.say(manager, 0, word(group))
    compositor.workspace(one, "web", of: manager, group: group, state: 1)
    compositor.workspace(two, "mail", of: manager, group: group, state: 0)
    compositor.answer()
    provider.ready()
    #expect(provider.reported == .workspace && provider.facts.workspace == nil, "not all is known")
    compositor.say(manager, 2)
    provider.ready()
    #expect(provider.facts.workspace == "web")
    compositor.say(one, 3, word(0))
    provider.ready()
    #expect(provider.facts.workspace == "web", "a change that is not whole")
    compositor.say(two, 3, word(1))
    compositor.say(manager, 2)
    compositor.say(two, 1, "letters")
    provider.ready()
    #expect(provider.facts.workspace == "letters")
    // Hyprland's special workspaces are active and hidden.
    compositor.say(one, 3, word(5))
    compositor.say(manager, 2)
    provider.ready()
    #expect(provider.facts.workspace == "letters")
    compositor.say(two, 5)
    compositor.say(group, 5)
    compositor.say(manager, 2)
    provider.ready()
    #expect(provider.facts.workspace == nil)
    try compositor.read()
    #expect(compositor.requests.contains(.init(object: two, code: 0, words: [])))
    #expect(compositor.requests.contains(.init(object: group, code: 1, words: [])))
  }

  /// Each output has workspaces of its own, as in niri and COSMIC: that on the output of the window with the focus counts, or else the one
  /// that was shown last.
  @Test func workspacesOfSeveralOutputs() throws {
    let (provider, compositor) = try begin(
      [("ext_workspace_manager_v1", 1), ("zwlr_foreign_toplevel_manager_v1", 3), ("wl_output", 4), ("wl_output", 4)],
      needs: .workspace)
    let manager = try compositor.bound(1)
    let (left, right): (UInt32, UInt32) = (0xff00_0000, 0xff00_0001)
    let objects: (left: UInt32, right: UInt32, other: UInt32, window: UInt32) = (
      0xff00_0002, 0xff00_0003, 0xff00_0004, 0xff00_0005
    )
    for (group, output) in [(left, try compositor.bound(3)), (right, try compositor.bound(4))] {
      compositor.say(manager, 0, word(group))
      compositor.say(group, 1, word(output))
    }
    compositor.workspace(objects.left, "left", of: manager, group: left, state: 1)
    compositor.workspace(objects.right, "right", of: manager, group: right, state: 1)
    compositor.workspace(objects.other, "other", of: manager, group: right, state: 0)
    compositor.say(manager, 2)
    compositor.answer()
    provider.ready()
    #expect(provider.facts.workspace == "left")
    try compositor.read()
    compositor.say(try compositor.bound(2), 0, word(objects.window))
    compositor.say(objects.window, 2, word(try compositor.bound(4)))
    compositor.say(objects.window, 4, [2] as [UInt32])
    compositor.say(objects.window, 5)
    provider.ready()
    #expect(provider.facts.workspace == "right" && provider.facts.focus == .unknown)
    // The window remains on a workspace that is not shown.
    compositor.say(objects.window, 4, [] as [UInt32])
    compositor.say(objects.window, 5)
    compositor.say(objects.right, 3, word(0))
    compositor.say(objects.other, 3, word(1))
    compositor.say(manager, 2)
    provider.ready()
    #expect(provider.facts.workspace == "other")
  }

  @Test func outputsAndTheirTransforms() throws {
    let (provider, compositor) = try begin([("wl_output", 4), ("wl_output", 4)], needs: .outputs)
    name(try compositor.bound(1), "eDP-1", transform: 1, compositor)
    name(try compositor.bound(2), "DP-1", transform: 5, compositor)
    compositor.answer()
    provider.ready()
    let panel = DesktopOutput(name: "eDP-1", rotation: .quarter)
    #expect(provider.facts.outputs == [panel, DesktopOutput(name: "DP-1", rotation: nil)])
    #expect(panel.isInternal && provider.facts.focus == .unknown)
    compositor.say(2, 1, word(2))
    provider.ready()
    #expect(provider.facts.outputs == [panel])
  }

  /// Hyprland reports only that a turned output is done, and only to clients with a zxdg_output_v1. A second object
  /// reports how the output is turned.
  @Test func aTurnOfWhichOnlyTheEndIsReported() throws {
    let (provider, compositor) = try begin(
      [("wl_output", 4), ("zwlr_foreign_toplevel_manager_v1", 3), ("zxdg_output_manager_v1", 3)],
      needs: [.outputs, .focus])
    let (output, manager) = (try compositor.bound(1), try compositor.bound(2))
    let extents = try compositor.bound(3)
    let extent = try #require(compositor.requests.first { $0.object == extents && $0.code == 1 })
    #expect(extent.words.count == 2 && extent.words.last == output)
    name(output, "eDP-1", compositor)
    let window: UInt32 = 0xff00_0000
    compositor.say(manager, 0, word(window))
    compositor.say(window, 1, "foot")
    compositor.say(window, 2, word(output))
    compositor.say(window, 4, [2] as [UInt32])
    compositor.say(window, 5)
    compositor.answer()
    provider.ready()
    func objects() throws -> [UInt32] {
      try compositor.read()
      return compositor.requests.filter { $0.object == 2 && $0.code == 0 && $0.words.first == 1 }
        .compactMap(\.words.last)
    }
    #expect(try objects() == [output])
    for (turn, transform) in [UInt32(1), 2, 3, 0].enumerated() {
      // Several changes in a row cause one request.
      compositor.say(output, 2)
      compositor.say(output, 2)
      provider.ready()
      let bound = try objects()
      let second = try #require(bound.last)
      #expect(bound.count == turn + 2 && second != output)
      // A compositor of wlroots reports the windows that are on the new object, but not that they have left the old
      // one.
      compositor.say(window, 2, word(second))
      compositor.say(window, 5)
      name(second, "eDP-1", transform: transform, compositor)
      compositor.say(second, 2)
      provider.ready()
      let turned = DesktopOutput(name: "eDP-1", rotation: Rotation(rawValue: Int(transform) * 90))
      #expect(provider.facts.outputs == [turned])
      let there = Window(app: "foot", isFullscreen: false, output: "eDP-1")
      #expect(provider.facts.focus == .window(there), "on the first object")
      #expect(try objects() == bound && compositor.requests.contains(.init(object: second, code: 0, words: [])))
    }
    #expect(!compositor.requests.contains(.init(object: output, code: 0, words: [])))
    // A second object with nothing to report, and an output that is removed meanwhile.
    compositor.say(output, 2)
    provider.ready()
    let second = try #require(try objects().last)
    compositor.say(second, 2)
    provider.ready()
    #expect(provider.facts.outputs == [DesktopOutput(name: "eDP-1", rotation: Rotation.none)])
    compositor.say(output, 2)
    provider.ready()
    let last = try #require(try objects().last)
    compositor.say(2, 1, word(1))
    provider.ready()
    try compositor.read()
    #expect(provider.facts.outputs == [])
    for object in [output, last, try #require(extent.words.first)] {
      #expect(compositor.requests.contains(.init(object: object, code: 0, words: [])))
    }
  }

  @Test func anOutputMaySleep() throws {
    let (provider, compositor) = try begin([("zwlr_output_power_manager_v1", 1), ("wl_output", 4)], needs: .outputs)
    let output = try compositor.bound(2)
    // A mode that it could have, and the one that it has.
    compositor.say(output, 1, word(0), word(1280), word(800), word(60_000))
    compositor.say(output, 1, word(1), word(800), word(1280), word(60_000))
    name(output, "DSI-1", transform: 1, compositor)
    compositor.answer()
    provider.ready()
    try compositor.read()
    let manager = try compositor.bound(1)
    let request = try #require(compositor.requests.first { $0.object == manager && $0.code == 0 })
    let power = try #require(request.words.first)
    #expect(request.words.last == output)
    var panel = DesktopOutput(name: "DSI-1", rotation: .quarter, isTall: true)
    #expect(provider.facts.outputs == [panel] && panel.orientation == .landscape)
    compositor.say(power, 0, word(0))
    provider.ready()
    panel.isOn = false
    #expect(provider.facts.outputs == [panel])
    compositor.say(power, 1)
    provider.ready()
    panel.isOn = true
    #expect(provider.facts.outputs == [panel], "what is not told any more is on")
    try compositor.read()
    #expect(compositor.requests.contains(.init(object: power, code: 1, words: [])))
  }

  @Test func anOutputOfKWinMaySleep() throws {
    let (provider, compositor) = try begin(
      [("org_kde_kwin_dpms_manager", 1), ("wl_output", 4)], needs: [.outputs, .power])
    let output = try compositor.bound(2)
    name(output, "DSI-1", transform: 0, compositor)
    compositor.answer()
    provider.ready()
    #expect(provider.reported == [.outputs, .power])
    try compositor.read()
    let manager = try compositor.bound(1)
    let request = try #require(compositor.requests.first { $0.object == manager && $0.code == 0 })
    let power = try #require(request.words.first)
    // It can sleep; on, standing by, off, and on again.
    compositor.say(power, 0, word(1))
    for (mode, isOn) in [(0, true), (1, false), (3, false), (0, true)] as [(UInt32, Bool)] {
      compositor.say(power, 1, word(mode))
      compositor.say(power, 2)
      provider.ready()
      #expect(provider.facts.outputs?.map(\.isOn) == [isOn], "\(mode)")
    }
  }

  @Test func outputsWithoutNamesTellNothing() throws {
    let (provider, compositor) = try begin([("wl_output", 3)], needs: .outputs)
    compositor.answer()
    provider.ready()
    #expect(provider.facts.outputs == nil)
    guard case .unavailable = provider.state else {
      Issue.record("\(provider.state)")
      return
    }
  }

  @Test func aCompositorThatHangsIsUnknownUntilItAnswers() throws {
    let (provider, compositor) = try begin([("zwlr_foreign_toplevel_manager_v1", 3)])
    compositor.answer()
    provider.ready()
    #expect(provider.facts.focus == .nothing)
    provider.check(at: 1_000_000)
    provider.check(at: 1_500_000)
    #expect(provider.facts.focus == .nothing)
    provider.check(at: 2_000_000)
    #expect(provider.facts.focus == .unknown)
    try compositor.read()
    compositor.answer()
    provider.ready()
    #expect(provider.facts.focus == .nothing)
  }

  @Test func aConnectionEndsForAReason() throws {
    func ending(_ end: (StandInCompositor) -> Void) throws -> String {
      let (provider, compositor) = try begin([("zwlr_foreign_toplevel_manager_v1", 3)])
      end(compositor)
      provider.ready()
      #expect(provider.wait == nil && provider.facts == DesktopFacts())
      guard case .unavailable(let reason) = provider.state else { return "" }
      return reason
    }
    #expect(try ending { $0.hangUp() } == "the compositor has closed the connection")
    let nonsense = "the compositor sends invalid Wayland messages"
    #expect(try ending { $0.say(bytes: [1, 0, 0, 0, 0, 0, 3, 0]) } == nonsense)
    // A text that is longer than its message.
    #expect(try ending { $0.say(2, 0, word(9), word(4000)) } == nonsense)
    #expect(
      try ending { $0.say(1, 0, word(2), word(3), "no") } == "the compositor reports the error 3: no")
    let (other, _) = try begin([("wl_seat", 7)])
    #expect(other.state == .unavailable("the compositor has no protocol that reports its windows"))
    let gone = WaylandProvider(path: "/nowhere/wayland-0", needs: .focus)
    #expect(
      gone.state
        == .unavailable(
          "can't connect to the compositor at /nowhere/wayland-0: connect: No such file or directory (ENOENT)"))
  }

  /// KWin and GNOME report outputs at once, but no windows: events that come after the end are ignored.
  @Test func outputsThatComeAfterTheEnd() throws {
    let compositor = try StandInCompositor()
    let provider = WaylandProvider(path: compositor.path, needs: .focus)
    try compositor.read()
    compositor.offer([("wl_output", 4)])
    compositor.answer()
    // The numbers before are those of the registry and of the answer.
    name(4, "DP-1", compositor)
    provider.ready()
    #expect(provider.state == .unavailable("the compositor has no protocol that reports its windows"))
    try compositor.read()
    #expect(try compositor.bound(1) == 4)
  }

  /// Whatever bytes come, in whatever pieces: no trap, and the connection ends or continues.
  @Test func anyBytes() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let (provider, compositor) = try begin(
        [
          ("wl_output", 4), ("zwlr_foreign_toplevel_manager_v1", 3), ("org_kde_kwin_keystate", 5),
          ("ext_workspace_manager_v1", 1),
        ], needs: [.focus, .modifiers, .outputs, .workspace])
      compositor.answer()
      let manager = try compositor.bound(2)
      for _ in 0..<20 {
        let objects: [UInt32] = [
          1, 2, manager, try compositor.bound(1), 0xff00_0000, try compositor.bound(4), 0xff00_0001,
        ]
        let object = objects.randomElement(using: &random) ?? 1
        let words = (0..<Int.random(in: 0...6, using: &random)).map { _ -> any WaylandArgument in
          let choices: [UInt32] = [0, 1, 4, 5, 0xff00_0000, 0xff00_0001, .max, random.next()]
          return word(choices.randomElement(using: &random) ?? 0)
        }
        let code = UInt32.random(in: 0...9, using: &random)
        compositor.say(bytes: WaylandWire.message(object, code, words))
      }
      provider.ready()
      _ = provider.facts
    }
  }
}
