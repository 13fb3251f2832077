import Base
import Glibc
import Text

/// sway's own socket: the workspace that has the focus, also an empty one, and where windows are. The window with the focus is told
/// by the Wayland protocol.
///
///     subscribe -> all workspaces, the tree -> telling -> events
///
/// An event that says what has the focus counts at once; after others, as of a new name, all are asked about anew. Events and
/// answers come in one order: an answer that comes after an event has seen what the event tells of.
///
/// Source: sway-ipc(7). The messages are those of i3, of whose desktops X11 tells the same.
final class SwayProvider: DesktopProvider {
  /// The types of messages. Those of events have the highest bit, and begin with that of workspaces.
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
  /// sway does not tell of windows that are made larger or smaller, or laid out in another way. So fingers have the tree asked for
  /// anew, at most this often, in microseconds: a tree takes it some 1 ms.
  private static let pauseOfTrees: Int64 = 500_000
  static let offered: DesktopNeeds = [.workspace, .places]

  let name = "sway"
  private(set) var state = LinkState.opening
  let provided: DesktopNeeds
  private var workspace: String?
  private var tree: SwayTree?
  /// The last tree that came, as text and without what events have told since: mostly the next one is the same, and need not be read.
  private var answer: (text: [UInt8], tree: SwayTree)?
  private var layout: DesktopLayout?
  private var isAskingForTree = false
  /// The latest time at which a finger had the tree asked for.
  private var askedForTree: Int64 = 0
  /// What was subscribed to and not answered yet.
  private var subscriptions: [String] = []
  private var life = SignOfLife()
  private var connection: I3Connection?

  /// `path` is that of sway's socket.
  init(path: String, needs: DesktopNeeds = .workspace) {
    provided = needs.intersection(Self.offered)
    do throws(SystemError) {
      connection = try I3Connection(path: path, peer: "sway")
      // Each event alone: sway refuses all where it does not know one.
      subscriptions = provided.contains(.places) ? ["workspace", "window", "output"] : ["workspace"]
      for event in subscriptions { connection?.send(Kind.subscribe, "[\"\(event)\"]") }
      if provided.contains(.workspace) { connection?.send(Kind.workspaces) }
      if provided.contains(.places) { askForTree() }
    } catch {
      state = .unavailable("there is no sway at \(path) (\(error))")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  var facts: DesktopFacts {
    var facts = DesktopFacts()
    guard state == .ready, !life.isSilent else { return facts }
    facts.workspace = workspace
    facts.layout = layout
    return facts
  }

  func ready() {
    connection?.ready { [unowned self] in hear($0, $1) }
    if let ending = connection?.ending { close(ending) }
  }

  /// Asks for what sway answers at once, unless an answer is awaited.
  func check(at now: Int64) {
    guard state == .ready else { return }
    if tree != nil, now - askedForTree >= Self.pauseOfTrees {
      askedForTree = now
      askForTree()
    }
    if life.takeQuestion(at: now) { connection?.send(Kind.version) }
  }

  // MARK: Messages

  /// Returns whether the message makes sense.
  private func hear(_ kind: UInt32, _ text: [UInt8]) -> Bool {
    if kind == Kind.tree, let answer, answer.text == text {
      take(answer.tree)
      return true
    }
    guard let value = try? JSONReader.read(text, deepest: Self.deepest) else { return false }
    switch kind {
    case Kind.subscribe:
      let event = subscriptions.isEmpty ? "workspace" : subscriptions.removeFirst()
      // sway 1.7 does not tell of its outputs.
      if value["success"]?.flag == true || event == "output" { return true }
      connection?.end("sway refuses to report its \(event)s")
    case Kind.workspaces:
      let focused = value.values?.first { $0["focused"]?.flag == true }
      know(focused)
      // The tree was asked for after them.
      if !provided.contains(.places) { state = .ready }
    case Kind.tree:
      guard let fresh = SwayTree(value) else { return false }
      answer = (text, fresh)
      take(fresh)
    case Kind.workspaceEvent: takeWorkspace(value)
    case Kind.windowEvent: takeWindow(value)
    case Kind.outputEvent: outdate()
    case Kind.version: life.answered()
    default: break
    }
    return true
  }

  // MARK: Events

  private func takeWorkspace(_ value: JSONValue) {
    let isFocus = value["change"]?.string == "focus"
    if provided.contains(.workspace) {
      if isFocus { know(value["current"]) } else { connection?.send(Kind.workspaces) }
    }
    guard let tree else { return }
    // What sticks to the screen goes from one workspace to the other.
    if isFocus, show(tree, focusing: value["current"]) { askForTree() } else { outdate() }
  }

  private func takeWindow(_ value: JSONValue) {
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

  // MARK: Where windows are

  /// Asks for the tree, unless an answer is awaited that is right as well.
  private func askForTree() {
    guard !isAskingForTree else { return }
    isAskingForTree = true
    connection?.send(Kind.tree)
  }

  private func take(_ fresh: SwayTree) {
    isAskingForTree = false
    show(fresh)
    state = .ready
  }

  /// What is known is right no longer.
  private func outdate() {
    guard tree != nil else { return }
    layout?.isOutdated = true
    askForTree()
  }

  /// Returns whether the tree knows what shows now.
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

  private func know(_ workspace: JSONValue?) {
    self.workspace = workspace?["name"]?.string.flatMap { $0.utf8.count <= Self.longestName ? $0 : nil }
  }

  func close(_ reason: String) {
    connection = nil
    (workspace, life) = (nil, SignOfLife())
    (tree, answer, layout, isAskingForTree) = (nil, nil, nil, false)
    state = .unavailable(reason)
  }
}
