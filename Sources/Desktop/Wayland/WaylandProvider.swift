/// Reports a Wayland compositor's focused window, current workspace and outputs, and the modifier keys that are down.
///
///     all globals are known -> trackers for `needs` -> `ready` after all current facts -> changes
public final class WaylandProvider: DesktopProvider, WaylandLink {
  public let name = "Wayland"
  public let peer = "the compositor"
  public private(set) var state = LinkState.opening
  public private(set) var provided: DesktopNeeds = []
  private let needs: DesktopNeeds
  private var liveness = Liveness()
  public var compositor: WaylandCompositor?
  private var windows: (any WindowTracker)?
  private var workspaces: ExtWorkspaces?
  private var keys: KWinKeyState?

  public init(path: String, needs: DesktopNeeds, compositors: WaylandCompositors = WaylandCompositors()) {
    self.needs = needs
    connect(to: path, of: compositors)
  }

  public func ready() {
    read()
    // If outputs have their own workspaces, the output of the focused window decides which workspace counts.
    if windows == nil, workspaces?.isByOutput == true { windows = compositor?.windows }
  }

  public func check(at now: Int64) {
    guard state == .ready else { return }
    if liveness.startQuestion(at: now) { sync { [unowned self] in liveness.answered() } }
  }

  public var facts: DesktopFacts {
    var facts = DesktopFacts()
    guard state == .ready, !liveness.isSilent else { return facts }
    if provided.contains(.focus), let windows { facts.focus = windows.toplevels.focus { compositor?.outputs.name($0) } }
    if provided.contains(.workspace) { facts.workspace = workspaces?.current(on: windows?.toplevels.output)?.name }
    if provided.contains(.outputs) { facts.outputs = compositor?.outputs.all }
    if provided.contains(.modifiers) { facts.modifiers = keys?.modifiers }
    return facts
  }

  // MARK: Start

  public func choose(on compositor: WaylandCompositor) {
    if !needs.isDisjoint(with: [.focus, .workspace, .outputs]) { provided.formUnion(compositor.outputs.provided) }
    if needs.contains(.focus) { windows = compositor.windows }
    if needs.contains(.workspace) { workspaces = compositor.workspaces }
    if needs.contains(.modifiers) { keys = compositor.keys }
    if windows != nil { provided.insert(.focus) }
    if workspaces != nil { provided.insert(.workspace) }
    if keys != nil { provided.insert(.modifiers) }
    provided.formIntersection(needs)
    guard !provided.isEmpty else { return close("the compositor has no protocol that reports \(Self.text(needs))") }
    // The answer comes after all reports of the current state.
    sync { [unowned self] in state = .ready }
  }

  private static func text(_ needs: DesktopNeeds) -> String {
    let all: [(DesktopNeeds, String)] = [
      (.focus, "its windows"), (.outputs, "its outputs"), (.modifiers, "modifier keys"), (.workspace, "its workspaces"),
    ]
    return all.filter { needs.contains($0.0) }.map(\.1).joined(separator: " or ")
  }

  public func close(_ reason: String) {
    (compositor, windows, workspaces, keys) = (nil, nil, nil, nil)
    liveness = Liveness()
    state = .unavailable(reason)
  }
}
