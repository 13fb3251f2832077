import Base
import Bindings
import Desktop

/// A compositor that lets others act on its windows and workspaces by protocols of Wayland, as labwc, Wayfire, phoc and COSMIC, which have
/// no socket of their own.
///
///     registry -> windows and workspaces that there are -> ready -> requests
///
/// `WaylandWindows` and `ExtWorkspaces` name their sources.
final class WlrootsLink: ActionLink {
  let name = "the compositor"
  private(set) var state = LinkState.opening
  private var connection: WaylandConnection?
  private var windows: WaylandWindows?
  private var workspaces: ExtWorkspaces?

  /// `path` is that of the compositor's socket.
  init(path: String) {
    do throws(SystemError) {
      let connection = try WaylandConnection(path: path)
      self.connection = connection
      connection.list { [unowned self, unowned connection] in choose(on: connection) }
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  func ready() {
    connection?.ready()
    if let ending = connection?.ending { close(ending) }
  }

  func lack(of action: DesktopAction) -> String? {
    switch action {
    case .workspace: workspaces == nil ? "it has no ext_workspace_v1" : nil
    case .window(.left), .window(.right): "its protocols can't do this"
    case .window: windows == nil ? "it has no \(WlrToplevels.interface)" : nil
    case .overview, .media, .level: "its protocols can't do this"
    }
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    let problem: String? =
      switch action {
      case .workspace(let target): workspaces?.go(to: target, on: windows?.output)
      case .window(let deed): windows?.perform(deed)
      case .overview, .media, .level: nil
      }
    if let problem { refused(problem) }
    if let ending = connection?.ending { close(ending) }
  }

  /// All globals are known.
  private func choose(on connection: WaylandConnection) {
    let manager = connection.global(ExtWorkspaces.interface)
    // The compositor says only of outputs that are bound which windows and workspaces they have.
    if manager != nil {
      connection.follow("wl_output", added: { [unowned connection] in _ = connection.bind($0, atMost: 1) })
    }
    windows = WaylandWindows(connection)
    workspaces = manager.map { ExtWorkspaces($0, connection) }
    guard windows != nil || workspaces != nil else {
      return close("it has neither \(WlrToplevels.interface) nor \(ExtWorkspaces.interface)")
    }
    // By then the compositor has listed its windows, and has answered what was asked about each.
    connection.sync { [unowned self] in self.connection?.sync { [unowned self] in state = .ready } }
  }

  func close(_ reason: String) {
    connection?.end(reason)
    (connection, windows, workspaces) = (nil, nil, nil)
    state = .unavailable(reason)
  }
}

extension ExtWorkspaces {
  /// Goes to a workspace; `output` is the object of the output that has the focus, if it is known. Returns why it can't be done, as a clause.
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
      // Beyond the first and the last there is none, as a hand expects.
      return nil
    }
    activate(wanted)
    return nil
  }
}
