import Base
import Glibc

/// A Wayland compositor: the window with the focus by the best protocol that it has, its workspaces, its outputs, and KWin's key state.
///
///     registry -> trackers for what is needed -> all that is there now -> changes
///
/// The protocols for windows are tried in this order: wlr's, COSMIC's, KDE's.
public final class WaylandProvider: DesktopProvider {
  public let name = "Wayland"
  public let peer = "the compositor"
  public private(set) var state = LinkState.opening
  public private(set) var provided: DesktopNeeds = []
  private let needs: DesktopNeeds
  private var life = SignOfLife()
  private var connection: WaylandConnection?
  private var outputs: WaylandOutputs?
  private var windows: (any ToplevelTracker)?
  private var workspaces: ExtWorkspaces?
  private var keys: KWinKeyState?

  /// `path` is that of the compositor's socket.
  public init(path: String, needs: DesktopNeeds) {
    self.needs = needs
    do throws(SystemError) {
      let connection = try WaylandConnection(path: path)
      self.connection = connection
      connection.list { [unowned self, unowned connection] in choose(on: connection) }
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  public var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  public func ready() {
    guard let connection else { return }
    connection.ready()
    if let ending = connection.ending { return close(ending) }
    // The window with the focus tells on which output the workspace counts.
    if windows == nil, workspaces?.isByOutput == true { windows = tracker(on: connection) }
  }

  /// Sends a request that every compositor answers at once, unless one is under way.
  public func check(at now: Int64) {
    guard state == .ready else { return }
    if life.takeQuestion(at: now) { connection?.sync { [unowned self] in life.answered() } }
  }

  public var facts: DesktopFacts {
    var facts = DesktopFacts()
    guard state == .ready, !life.isSilent else { return facts }
    if provided.contains(.focus), let windows { facts.focus = windows.toplevels.focus { outputs?.name($0) } }
    if provided.contains(.workspace) { facts.workspace = workspaces?.current(on: windows?.toplevels.output)?.name }
    if provided.contains(.outputs) { facts.outputs = outputs?.all }
    if provided.contains(.modifiers) { facts.modifiers = keys?.modifiers }
    return facts
  }

  // MARK: The beginning

  /// All globals are known.
  private func choose(on connection: WaylandConnection) {
    if !needs.isDisjoint(with: [.focus, .workspace, .outputs]), connection.global(WaylandOutputs.interface) != nil {
      let power =
        needs.contains(.outputs)
        ? WaylandOutputs.PowerProtocol.allCases.lazy.compactMap { connection.global($0.rawValue) }.first : nil
      let extents =
        needs.contains(.outputs) ? connection.global(WaylandOutputs.extents, since: WaylandOutputs.extentsVersion) : nil
      let outputs = WaylandOutputs(connection, power: power, extents: extents)
      self.outputs = outputs
      connection.follow(
        WaylandOutputs.interface, added: { [unowned outputs] in outputs.add($0) },
        removed: { [unowned outputs] in outputs.remove($0) })
      if connection.global(WaylandOutputs.interface, since: WaylandOutputs.version) != nil {
        provided.formUnion(power == nil ? .outputs : [.outputs, .power])
      }
    }
    if needs.contains(.focus) {
      windows = tracker(on: connection)
      if windows != nil { provided.insert(.focus) }
    }
    if needs.contains(.workspace), let global = connection.global(ExtWorkspaces.interface) {
      workspaces = ExtWorkspaces(global, connection)
      provided.insert(.workspace)
    }
    if needs.contains(.modifiers), let global = connection.global(KWinKeyState.interface, since: KWinKeyState.version) {
      keys = KWinKeyState(global, connection)
      provided.insert(.modifiers)
    }
    provided.formIntersection(needs)
    guard !provided.isEmpty else { return close("the compositor has no protocol that reports \(Self.text(needs))") }
    // What is there now has been told by then.
    connection.sync { [unowned self] in state = .ready }
  }

  private static func text(_ needs: DesktopNeeds) -> String {
    let all: [(DesktopNeeds, String)] = [
      (.focus, "its windows"), (.outputs, "its outputs"), (.modifiers, "modifier keys"), (.workspace, "its workspaces"),
    ]
    return all.filter { needs.contains($0.0) }.map(\.1).joined(separator: " or ")
  }

  private func tracker(on connection: WaylandConnection) -> (any ToplevelTracker)? {
    if let global = connection.global(WlrToplevels.interface) {
      return WlrToplevels(global, connection)
    }
    if let list = connection.global(CosmicToplevels.list),
      let info = connection.global(CosmicToplevels.interface, since: CosmicToplevels.version)
    {
      return CosmicToplevels(list, info, connection)
    }
    return connection.global(PlasmaWindows.interface, since: PlasmaWindows.leastVersion).map {
      PlasmaWindows($0, connection)
    }
  }

  public func close(_ reason: String) {
    connection?.end(reason)
    (connection, windows, workspaces, outputs, keys) = (nil, nil, nil, nil, nil)
    life = SignOfLife()
    state = .unavailable(reason)
  }
}
