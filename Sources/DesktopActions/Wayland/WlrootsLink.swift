import Bindings
import Desktop

/// Controls windows and workspaces through Wayland protocols, for compositors without a command socket of their own.
///
///     registry -> the existing windows and workspaces -> ready -> requests
final class WlrootsLink: ActionLink, WaylandLink {
  private static let windowsName = ZwlrForeignToplevelManagerV1.interface.name

  let name = "the compositor"
  private(set) var state = LinkState.opening
  var compositor: WaylandCompositor?
  /// The windows; nil if no requests about windows are possible.
  private var windows: (any WindowTracker)?
  private var workspaces: ExtWorkspaces?

  init(path: String, compositors: WaylandCompositors = WaylandCompositors()) { connect(to: path, of: compositors) }

  func obstacle(to action: DesktopAction) -> String? {
    switch action {
    case .workspace: workspaces == nil ? "the compositor lacks the protocol ext_workspace_manager_v1" : nil
    case .window(.left), .window(.right): "the compositor's protocols have no request for this action"
    case .window: windows == nil ? "the compositor lacks the protocol \(Self.windowsName)" : nil
    case .overview, .media, .level: "the compositor's protocols have no request for this action"
    }
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    let problem: String? =
      switch action {
      case .workspace(let target): workspaces?.go(to: target, on: windows?.toplevels.output)
      case .window(let action): perform(action)
      case .overview, .media, .level: nil
      }
    if let problem { refused(problem) }
    closeIfEnded()
  }

  func choose(on compositor: WaylandCompositor) {
    if compositor.seat != nil, let windows = compositor.windows, windows.takesRequests { self.windows = windows }
    workspaces = compositor.workspaces
    guard windows != nil || workspaces != nil else {
      return close("the compositor lacks the protocols \(Self.windowsName) and \(ExtWorkspaceManagerV1.interface.name)")
    }
    // The compositor lists its windows before the first answer, and their requested states before the second answer.
    sync { [unowned self] in sync { [unowned self] in state = .ready } }
  }

  func close(_ reason: String) {
    (compositor, windows, workspaces) = (nil, nil, nil)
    state = .unavailable(reason)
  }

  /// Requests the action for the active window. `next` and `previous` activate the window after or before the active
  /// window, or the first window if no window is active. Returns a clause if there is no window for the action, else
  /// nil. Skips windows without known states, because requests for such windows can crash COSMIC.
  private func perform(_ action: WindowAction) -> String? {
    guard let tracker = windows, let seat = compositor?.seat?.object else { return nil }
    let windows = tracker.toplevels.windowsWithStates
    guard let index = windows.firstIndex(where: { $0.object == tracker.toplevels.active }) else {
      guard let first = windows.first, action == .next || action == .previous else { return "no window has the focus" }
      tracker.ask(.activate, of: first.object, by: seat)
      return nil
    }
    let (window, states) = windows[index]
    switch action {
    case .close: tracker.ask(.close, of: window, by: seat)
    case .maximize: tracker.ask(states.contains(.maximized) ? .unmaximize : .maximize, of: window, by: seat)
    case .minimize: tracker.ask(.minimize, of: window, by: seat)
    case .fullscreen: tracker.ask(states.contains(.fullscreen) ? .unfullscreen : .fullscreen, of: window, by: seat)
    case .next: tracker.ask(.activate, of: windows[(index + 1) % windows.count].object, by: seat)
    case .previous: tracker.ask(.activate, of: windows[(index + windows.count - 1) % windows.count].object, by: seat)
    case .left, .right: break
    }
    return nil
  }
}

extension ExtWorkspaces {
  /// Goes to a workspace. Returns the problem as a clause, or nil. `output` is the focused output's object, if known.
  func go(to target: WorkspaceTarget, on output: UInt32?) -> String? {
    let current = current(on: output)
    let all = group(of: current)
    let place = all.firstIndex { $0 == current }
    let wanted: Workspace? =
      switch target {
      case .next: place.flatMap { all.dropFirst($0 + 1).first }
      case .previous: place.flatMap { all.prefix($0).last }
      case .number(let number): all.first { $0.name == "\(number)" } ?? all.dropFirst(number - 1).first
      }
    guard let wanted else {
      if case .number(let number) = target { return "there is no workspace \(number)" }
      // At the first and last workspace nothing happens, as users expect.
      return all.count == 1 ? ActionWording.noOtherWorkspace : nil
    }
    activate(wanted)
    return nil
  }
}
