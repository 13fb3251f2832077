import Base
import Bindings
import Desktop

/// A compositor that lets others act on its windows and workspaces by protocols of Wayland, as labwc, Wayfire, phoc and COSMIC, which have
/// no socket of their own.
///
///     registry -> windows and workspaces that there are -> ready -> requests
///
/// `WaylandWindows` and `ExtWorkspaces` name their sources.
final class WlrootsWay: ActionWay {
  private static let registry: UInt32 = 2

  let name = "the compositor"
  private(set) var state = WayState.opening
  private var connection: WaylandConnection?
  private var globals: [WaylandConnection.Global] = []
  private var windows: WaylandWindows?
  private var workspaces: ExtWorkspaces?

  /// `path` is that of the compositor's socket.
  init(path: String) {
    do throws(SystemError) {
      let connection = try WaylandConnection(path: path)
      self.connection = connection
      begin(on: connection)
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  func ready() {
    connection?.ready()
    if let ending = connection?.ending { end(ending) }
  }

  func finish() { end("it is closed") }

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
    if let ending = connection?.ending { end(ending) }
  }

  private func begin(on connection: WaylandConnection) {
    let registry = connection.create { [unowned self] event in
      guard event.code == 0 else { return }
      let global = WaylandConnection.Global(
        name: try event.word(), interface: try event.text(), version: try event.word())
      globals.append(global)
      if workspaces != nil { bindOutput(global) }
    }
    connection.send(WaylandConnection.display, 1, .word(registry))
    connection.sync { [unowned self] in choose(on: connection) }
  }

  /// All globals are known.
  private func choose(on connection: WaylandConnection) {
    let manager = global(ExtWorkspaces.interface)
    if manager != nil { globals.forEach(bindOutput) }
    windows = WaylandWindows(global, connection, of: Self.registry)
    workspaces = manager.map { ExtWorkspaces($0, connection, of: Self.registry) }
    guard windows != nil || workspaces != nil else {
      return end("it has neither \(WlrToplevels.interface) nor \(ExtWorkspaces.interface)")
    }
    // By then the compositor has listed its windows, and has answered what was asked about each.
    connection.sync { [unowned self] in self.connection?.sync { [unowned self] in state = .ready } }
  }

  /// The compositor says only of outputs that are bound which windows and workspaces they have.
  private func bindOutput(_ global: WaylandConnection.Global) {
    guard global.interface == "wl_output" else { return }
    _ = connection?.bind(global, of: Self.registry, atMost: 1) { _ in }
  }

  private func global(_ interface: String) -> WaylandConnection.Global? { globals.first { $0.interface == interface } }

  private func end(_ reason: String) {
    connection?.end(reason)
    (connection, windows, workspaces) = (nil, nil, nil)
    state = .unavailable(reason)
  }
}
