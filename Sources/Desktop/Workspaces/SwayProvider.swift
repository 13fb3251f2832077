import Base
import Glibc
import Text

/// Reads the focused workspace and the areas of windows from sway's own socket.
///
///     subscribe -> all workspaces, the tree -> reporting -> events
///
/// Most focus events are applied to the known tree at once. After most events of other kinds, and when another
/// workspace gets the focus, the provider asks for the tree or the workspaces again. Events and answers come in order,
/// so an answer includes all earlier events. Source: sway-ipc(7). i3 has the same messages, but with i3, X11 reports
/// these facts.
final class SwayProvider: DesktopProvider {
  /// The types of messages. In the types of events, the highest bit is set.
  private enum Kind {
    static let workspaces: UInt32 = 1
    static let subscribe: UInt32 = 2
    static let tree: UInt32 = 4
    static let version: UInt32 = 7
    static let workspaceEvent: UInt32 = 1 << 31
    static let outputEvent: UInt32 = 1 << 31 | 1
    static let windowEvent: UInt32 = 1 << 31 | 3
  }

  private static let deepest = 512
  private static let longestName = 1024
  /// The shortest time between `check`'s requests for the tree, in microseconds. Sway doesn't report resized windows.
  private static let treeInterval: Int64 = 500_000
  static let offered: DesktopNeeds = [.workspace, .places]

  let name = "sway"
  private(set) var state = LinkState.opening
  let provided: DesktopNeeds
  private var workspace: String?
  private var tree: SwayTree?
  /// The text and the tree of the last answer to a request for the tree. An answer with this text isn't parsed again.
  private var answer: (text: [UInt8], tree: SwayTree)?
  private var layout: DesktopLayout?
  private var isAskingForTree = false
  /// When `check` last requested the tree, in CLOCK_MONOTONIC microseconds.
  private var askedForTree: Int64 = 0
  /// The subscriptions that sway has not answered yet.
  private var subscriptions: [String] = []
  private var liveness = Liveness()
  private var connection: I3Connection?

  init(path: String, needs: DesktopNeeds = .workspace) {
    provided = needs.intersection(Self.offered)
    do throws(SystemError) {
      connection = try I3Connection(path: path, peer: "sway")
      // One subscription for each event: sway refuses a whole subscription if it doesn't know one of its events.
      subscriptions = provided.contains(.places) ? ["workspace", "window", "output"] : ["workspace"]
      for event in subscriptions { connection?.send(Kind.subscribe, "[\"\(event)\"]") }
      if provided.contains(.workspace) { connection?.send(Kind.workspaces) }
      if provided.contains(.places) { askForTree() }
    } catch {
      state = .unavailable("can't connect to sway at \(path): \(error)")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  var facts: DesktopFacts {
    var facts = DesktopFacts()
    guard state == .ready, !liveness.isSilent else { return facts }
    facts.workspace = workspace
    facts.layout = layout
    return facts
  }

  func ready() {
    connection?.ready { [unowned self] in handle($0, $1) }
    if let ending = connection?.ending { close(ending) }
  }

  /// Tests whether sway still answers, and asks for the tree if `treeInterval` has passed.
  func check(at now: Int64) {
    guard state == .ready else { return }
    if tree != nil, now - askedForTree >= Self.treeInterval {
      askedForTree = now
      askForTree()
    }
    if liveness.startQuestion(at: now) { connection?.send(Kind.version) }
  }

  // MARK: Messages

  /// Handles a message. Returns false if the message is invalid.
  private func handle(_ kind: UInt32, _ text: [UInt8]) -> Bool {
    if kind == Kind.tree, let answer, answer.text == text {
      apply(answer.tree)
      return true
    }
    guard let value = try? JSONReader.read(text, maxDepth: Self.deepest) else { return false }
    switch kind {
    case Kind.subscribe:
      let event = subscriptions.isEmpty ? "workspace" : subscriptions.removeFirst()
      // sway 1.7 doesn't report its outputs.
      if value["success"]?.flag == true || event == "output" { return true }
      connection?.end("sway refuses to report its \(event)s")
    case Kind.workspaces:
      let focused = value.values?.first { $0["focused"]?.flag == true }
      setWorkspace(focused)
      // With `.places`, the link is ready after the tree, which was requested later.
      if !provided.contains(.places) { state = .ready }
    case Kind.tree:
      guard let fresh = SwayTree(value) else { return false }
      answer = (text, fresh)
      apply(fresh)
    case Kind.workspaceEvent: handleWorkspaceEvent(value)
    case Kind.windowEvent: handleWindowEvent(value)
    case Kind.outputEvent: outdate()
    case Kind.version: liveness.answered()
    default: break
    }
    return true
  }

  // MARK: Events

  private func handleWorkspaceEvent(_ value: JSONValue) {
    let isFocus = value["change"]?.string == "focus"
    if provided.contains(.workspace) {
      if isFocus { setWorkspace(value["current"]) } else { connection?.send(Kind.workspaces) }
    }
    guard let tree else { return }
    // Sticky windows move to the workspace that gets the focus.
    if isFocus, show(tree, focusing: value["current"]) { askForTree() } else { outdate() }
  }

  private func handleWindowEvent(_ value: JSONValue) {
    guard var tree else { return }
    switch value["change"]?.string {
    case "focus": if !show(tree, focusing: value["container"]) { outdate() }
    case "title":
      tree.name(value["container"])
      show(tree, isOutdated: layout?.isOutdated ?? false)
    case "mark", "urgent": break
    default: outdate()
    }
  }

  // MARK: Positions of windows

  /// Asks for the tree, unless an answer is pending.
  private func askForTree() {
    guard !isAskingForTree else { return }
    isAskingForTree = true
    connection?.send(Kind.tree)
  }

  private func apply(_ fresh: SwayTree) {
    isAskingForTree = false
    show(fresh)
    state = .ready
  }

  private func outdate() {
    guard tree != nil else { return }
    layout?.isOutdated = true
    askForTree()
  }

  /// Makes `tree` the current tree, with the focus on `node`. Returns false if a new tree from sway is needed instead.
  private func show(_ tree: SwayTree, focusing node: JSONValue?) -> Bool {
    var focused = tree
    guard focused.focus(node) else { return false }
    show(focused, isOutdated: layout?.isOutdated ?? false)
    return true
  }

  private func show(_ fresh: SwayTree, isOutdated: Bool = false) {
    tree = fresh
    layout = fresh.layout
    layout?.isOutdated = isOutdated
  }

  private func setWorkspace(_ workspace: JSONValue?) {
    self.workspace = workspace?["name"]?.string.flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
  }

  func close(_ reason: String) {
    connection = nil
    (workspace, liveness) = (nil, Liveness())
    (tree, answer, layout, isAskingForTree) = (nil, nil, nil, false)
    state = .unavailable(reason)
  }
}
