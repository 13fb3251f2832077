import Testing
import Text

@testable import Desktop

/// The windows of sway's tree that are visible, and their places; the trees are those of sway 1.10, with fewer members.
struct SwayTreeTests {
  private static func node(
    _ number: Int, _ type: String, _ rest: String = "", layout: String = "splith", focus: [Int] = [], full: Int = 0,
    _ nodes: [String] = [], floating: [String] = [], _ area: (Int, Int, Int, Int) = (0, 0, 1280, 800), bar: Int = 0
  ) -> String {
    """
    {"id": \(number), "type": "\(type)", "layout": "\(layout)", "focus": \(focus), "fullscreen_mode": \(full),\(rest)
    "rect": {"x": \(area.0), "y": \(area.1), "width": \(area.2), "height": \(area.3)}, "deco_rect": {"height": \(bar)},
    "nodes": [\(nodes.joined(separator: ","))], "floating_nodes": [\(floating.joined(separator: ","))]}
    """
  }

  private static func window(
    _ number: Int, _ app: String, _ area: (Int, Int, Int, Int), bar: Int = 0, full: Int = 0, floats: Bool = false
  ) -> String {
    let names = #""app_id": "\#(app)", "name": "\#(app) \#(number)","#
    return node(
      number, floats ? "floating_con" : "con", names, layout: "none", full: full, [], floating: [], area, bar: bar)
  }

  /// One output with the workspaces 4, which has these, and 8, which has the window `away`.
  private static func root(
    layout: String = "splith", focus: [Int], _ nodes: [String], floating: [String] = [], shown: [Int] = [4, 8]
  ) -> String {
    let hidden = node(2, "output", #""name": "__i3","#, layout: "output", [window(9, "hidden", (0, 0, 1280, 800))])
    let one = node(4, "workspace", layout: layout, focus: focus, full: 1, nodes, floating: floating)
    let two = node(8, "workspace", focus: [7], full: 1, [window(7, "away", (0, 0, 1280, 800))])
    let output = node(
      3, "output", #""name": "HEADLESS-1", "active": true,"#, layout: "output", focus: shown, [one, two])
    return node(1, "root", "", [hidden, output])
  }

  private static func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8), maxDepth: 64) }
  private static func tree(_ text: String) throws -> SwayTree { try #require(SwayTree(try json(text))) }

  /// The tree once this container has the focus, or nil if the tree doesn't know which windows are visible then.
  private static func focusing(_ tree: SwayTree, _ text: String) throws -> SwayTree? {
    var tree = tree
    return tree.focus(try json(text)) ? tree : nil
  }

  private static func app(_ tree: SwayTree, _ x: Double, _ y: Double) -> String? {
    switch tree.layout.window(at: .init(x, y), on: "HEADLESS-1") {
    case .window(let window): window.app
    case .nothing: ""
    case .unknown, nil: nil
    }
  }

  private static let beside = [
    window(5, "one", (0, 25, 640, 775), bar: 25), window(6, "two", (640, 25, 640, 775), bar: 25),
  ]

  @Test func windowsBesideEachOther() throws {
    let tree = try Self.tree(Self.root(focus: [6, 5], Self.beside))
    #expect(Self.app(tree, 0.25, 0.5) == "one" && Self.app(tree, 0.75, 0.5) == "two")
    #expect(Self.app(tree, 0.25, 0.01) == "one", "its title bar")
    #expect(tree.layout.surfaces.count == 2 && tree.layout.screens.map(\.name) == ["HEADLESS-1"])
  }

  @Test func ofTabsTheLastOneWithTheFocusShows() throws {
    let tabs = [window(5), window(6)]
    func window(_ number: Int) -> String { Self.window(number, "tab-\(number)", (0, 25, 1280, 775), bar: 25) }
    for nested in [false, true] {
      let inner = Self.node(10, "con", layout: "tabbed", focus: [6, 5], tabs)
      var tree = try Self.tree(
        nested ? Self.root(focus: [10], [inner]) : Self.root(layout: "tabbed", focus: [6, 5], tabs))
      #expect(Self.app(tree, 0.5, 0.5) == "tab-6")
      tree = try #require(try Self.focusing(tree, window(5)))
      #expect(Self.app(tree, 0.5, 0.5) == "tab-5")
      #expect(try Self.focusing(tree, window(77)) == nil, "a new one")
    }
  }

  @Test func whatFloatsIsAboveAndRisesWithTheFocus() throws {
    let low = Self.window(11, "low", (100, 100, 400, 300), floats: true)
    let high = Self.window(12, "high", (200, 200, 400, 300), floats: true)
    var tree = try Self.tree(Self.root(layout: "tabbed", focus: [12, 6, 5], Self.beside, floating: [low, high]))
    #expect(Self.app(tree, 0.2, 0.3) == "high" && Self.app(tree, 0.1, 0.2) == "low")
    tree = try #require(try Self.focusing(tree, low))
    #expect(Self.app(tree, 0.2, 0.3) == "low" && Self.app(tree, 0.4, 0.6) == "high")
    #expect(Self.app(tree, 0.75, 0.9) == "two", "the tab below stays")
  }

  @Test func whatFillsTheScreenHidesTheOthers() throws {
    let full = Self.window(6, "two", (0, 0, 1280, 800), full: 1)
    let tree = try Self.tree(
      Self.root(
        focus: [6, 5], [Self.beside[0], full], floating: [Self.window(11, "low", (100, 100, 400, 300), floats: true)]))
    #expect(Self.app(tree, 0.2, 0.3) == "two")
    #expect(try Self.focusing(tree, Self.beside[0]) == nil, "it fills the screen no longer")
    #expect(try Self.focusing(tree, full) != nil)
  }

  @Test func theWorkspaceThatHasTheFocusShows() throws {
    var tree = try Self.tree(Self.root(focus: [6, 5], Self.beside, shown: [8, 4]))
    #expect(Self.app(tree, 0.25, 0.5) == "away")
    tree = try #require(try Self.focusing(tree, #"{"id": 4, "type": "workspace"}"#))
    #expect(Self.app(tree, 0.25, 0.5) == "one")
    tree = try #require(try Self.focusing(tree, #"{"id": 7}"#), "a window there")
    #expect(Self.app(tree, 0.25, 0.5) == "away")
    #expect(try Self.focusing(tree, "null") == nil)
    #expect(try Self.focusing(tree, #"{"id": 99}"#) == nil)
  }

  @Test func titlesAndNamesOfX11() throws {
    let names = #""app_id": null, "window_properties": {"class": "XTerm"}, "name": "shell","#
    let xterm = Self.node(5, "con", names, layout: "none", focus: [], [], floating: [], (0, 0, 1280, 800))
    var tree = try Self.tree(Self.root(focus: [5], [xterm]))
    #expect(tree.layout.surfaces.map(\.window) == [.init(app: "XTerm", title: "shell", isFullscreen: false)])
    tree.name(
      try Self.json(#"{"id": 5, "name": "editor", "fullscreen_mode": 0, "window_properties": {"class": "XTerm"}}"#))
    #expect(tree.layout.surfaces.first?.window?.title == "editor")
  }

  @Test(arguments: ["{}", "[]", "null", #"{"type": "output"}"#]) func whatIsNoTree(_ text: String) throws {
    #expect(SwayTree(try Self.json(text)) == nil)
  }

  @Test func membersOfOtherTypesAreLeftOut() throws {
    let odd =
      #"{"type": "root", "nodes": [{"type": "output", "name": "A", "id": 1, "nodes": [{"id": "x"}, 7, {"id": 2}]}]}"#
    #expect(try Self.tree(odd).layout.surfaces.isEmpty)
  }
}
