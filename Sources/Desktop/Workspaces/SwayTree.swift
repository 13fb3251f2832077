import Text

/// sway's tree of outputs, workspaces, containers and windows. It shows which windows are visible.
///
/// The tree can apply most focus events, and new titles. Other changes need a new tree. Source: sway-ipc(7), GET_TREE.
struct SwayTree {
  private struct Node {
    let number: Int
    /// The parent's index in `nodes`; nil for an output.
    let parent: Int?
    let isFloating: Bool
    let isFullscreen: Bool
    /// Whether only one of the children that don't float is visible, as for tabs or an output's workspaces.
    let showsOne: Bool
    /// The number, not the index, of the child that had the focus last; nil if no child has had the focus. Floating
    /// children don't count. If `showsOne`, the other children that don't float are hidden.
    var shown: Int?
    let area: DesktopLayout.Area
    var window: DesktopFacts.Window?
  }

  /// The maximum number of nodes that are read, far more than usual.
  private static let mostNodes = 4096

  /// The nodes; a parent comes before its children.
  private var nodes: [Node] = []
  private var outputs: [(name: String, index: Int)] = []
  /// The numbers of the floating nodes, from the bottom of the stack to the top.
  private var floating: [Int] = []

  init?(_ root: JSONValue) {
    guard root["type"]?.string == "root", let children = root["nodes"]?.values else { return nil }
    for output in children where output["type"]?.string == "output" {
      // sway keeps hidden windows on an output with this name.
      guard let name = output["name"]?.string, name != "__i3", output["active"]?.flag ?? true else { continue }
      outputs.append((name, nodes.count))
      add(output, in: nil, isFloating: false)
    }
  }

  private mutating func add(_ value: JSONValue, in parent: Int?, isFloating: Bool) {
    guard nodes.count < Self.mostNodes, let number = value["id"]?.integer else { return }
    let index = nodes.count
    let layout = value["layout"]?.string
    let isContainer = value["type"]?.string?.hasSuffix("con") ?? false
    let children = value["nodes"]?.values ?? []
    nodes.append(
      Node(
        number: number, parent: parent, isFloating: isFloating,
        isFullscreen: isContainer && value["fullscreen_mode"]?.integer ?? 0 != 0,
        showsOne: layout == "tabbed" || layout == "stacked" || layout == "output",
        shown: Self.lastFocused(of: children, value), area: Self.area(value),
        window: isContainer && children.isEmpty ? Self.window(value) : nil))
    if isFloating { floating.append(number) }
    for child in children { add(child, in: index, isFloating: false) }
    for child in value["floating_nodes"]?.values ?? [] { add(child, in: index, isFloating: true) }
  }

  // MARK: Reported changes

  /// Records that a window or workspace got the focus. Returns false if a new tree is needed.
  mutating func focus(_ node: JSONValue?) -> Bool {
    guard let number = node?["id"]?.integer, var index = nodes.firstIndex(where: { $0.number == number }) else {
      return false
    }
    if let behind = fullscreenNode(onWorkspaceOf: index), behind != index, !isWithin(index, behind) { return false }
    while true {
      let number = nodes[index].number
      if nodes[index].isFloating {
        floating.removeAll { $0 == number }
        floating.append(number)
      }
      guard let parent = nodes[index].parent else { return true }
      // A floating window isn't a tab.
      if !nodes[index].isFloating { nodes[parent].shown = number }
      index = parent
    }
  }

  mutating func name(_ node: JSONValue?) {
    guard let node, let number = node["id"]?.integer, let index = nodes.firstIndex(where: { $0.number == number })
    else {
      return
    }
    if nodes[index].window != nil { nodes[index].window = Self.window(node) }
  }

  // MARK: Visible windows

  var layout: DesktopLayout {
    var surfaces: [DesktopLayout.Surface] = []
    for output in outputs {
      let full = nodes.indices.filter { nodes[$0].isFullscreen && shows($0) && isWithin($0, output.index) }
      if full.isEmpty {
        add(within: output.index, &surfaces) { floatingRoot(of: $0) == nil }
        for number in floating {
          add(within: output.index, &surfaces) { floatingRoot(of: $0).map { nodes[$0].number } == number }
        }
      }
      for root in full { add(within: root, &surfaces) { _ in true } }
    }
    return DesktopLayout(
      surfaces: surfaces.reversed(), screens: outputs.map { DesktopLayout.Screen($0.name, nodes[$0.index].area) })
  }

  private func add(within root: Int, _ surfaces: inout [DesktopLayout.Surface], where isWanted: (Int) -> Bool) {
    for index in nodes.indices {
      guard let window = nodes[index].window, isWithin(index, root), shows(index), isWanted(index) else { continue }
      surfaces.append(DesktopLayout.Surface(nodes[index].area, window))
    }
  }

  private func path(from index: Int) -> some Sequence<Int> { sequence(first: index) { nodes[$0].parent } }

  private func shows(_ index: Int) -> Bool {
    path(from: index).allSatisfy { one in
      guard !nodes[one].isFloating, let parent = nodes[one].parent, nodes[parent].showsOne else { return true }
      return nodes[parent].shown == nodes[one].number
    }
  }

  private func isWithin(_ index: Int, _ root: Int) -> Bool { path(from: index).contains(root) }

  private func floatingRoot(of index: Int) -> Int? { path(from: index).first { nodes[$0].isFloating } }

  /// Returns the full-screen node on the workspace of the node at `index`, or nil. A full-screen node hides all other
  /// nodes of its workspace, except the nodes inside the full-screen node.
  private func fullscreenNode(onWorkspaceOf index: Int) -> Int? {
    // The outermost ancestor is the output, and the next one is the workspace.
    guard let workspace = path(from: index).suffix(2).first, nodes[workspace].parent != nil else { return nil }
    return nodes.indices.first { nodes[$0].isFullscreen && isWithin($0, workspace) }
  }

  // MARK: The parts of a node

  private static func lastFocused(of children: [JSONValue], _ value: JSONValue) -> Int? {
    let numbers = children.compactMap { $0["id"]?.integer }
    return value["focus"]?.values?.compactMap(\.integer).first { numbers.contains($0) }
  }

  private static func window(_ value: JSONValue) -> DesktopFacts.Window {
    let app = value["app_id"]?.string ?? value["window_properties"]?["class"]?.string
    return DesktopFacts.Window(
      app: app.map(Toplevels.cut), title: value["name"]?.string.map(Toplevels.cut),
      isFullscreen: value["fullscreen_mode"]?.integer.map { $0 != 0 })
  }

  /// Returns a node's area including its title bar, which is above sway's `rect`.
  private static func area(_ value: JSONValue) -> DesktopLayout.Area {
    func side(_ name: String, of rectangle: String = "rect") -> Double { Double(value[rectangle]?[name]?.integer ?? 0) }
    let bar = side("height", of: "deco_rect")
    return DesktopLayout.Area(left: side("x"), top: side("y") - bar, width: side("width"), height: side("height") + bar)
  }
}
