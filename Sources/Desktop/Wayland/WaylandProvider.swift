import Base
import Glibc

/// A Wayland compositor: the window with the focus by the best protocol that it has, its workspaces, its outputs, and KWin's key state.
///
///     registry -> trackers for what is needed -> all that is there now -> changes
///
/// The protocols for windows are tried in this order: wlr's, COSMIC's, KDE's.
public final class WaylandProvider: DesktopProvider {
  private static let registry: UInt32 = 2
  /// A compositor that has not answered for so long hangs, in microseconds.
  private static let silence: Int64 = 1_000_000

  public let name = "Wayland"
  public private(set) var state = ProviderState.asking
  private let needs: DesktopNeeds
  /// When a sign of life was asked for that has not come yet, CLOCK_MONOTONIC microseconds.
  private var asked: Int64?
  /// The compositor hangs: what it has told may be wrong by now.
  private var isSilent = false
  private var connection: WaylandConnection?
  private var globals: [WaylandConnection.Global] = []
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
      begin(on: connection)
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  public var wait: (descriptor: Int32, events: Int16)? { connection?.wait }

  public func ready() {
    guard let connection else { return }
    connection.ready()
    if let ending = connection.ending { return end(ending) }
    // The window with the focus tells on which output the workspace counts.
    if windows == nil, workspaces?.isByOutput == true { windows = tracker(on: connection) }
  }

  /// Sends a request that every compositor answers at once, unless one is under way.
  public func check(at now: Int64) {
    guard case .telling = state else { return }
    if let asked { return isSilent = now - asked >= Self.silence }
    asked = now
    connection?.sync { [unowned self] in
      asked = nil
      isSilent = false
    }
  }

  public func giveUp() { end("the compositor does not answer") }

  public var facts: DesktopFacts {
    var facts = DesktopFacts()
    guard case .telling(let told) = state, !isSilent else { return facts }
    if told.contains(.focus), let windows { facts.focus = windows.toplevels.focus { outputs?.name($0) } }
    if told.contains(.workspace) { facts.workspace = workspaces?.current(on: windows?.toplevels.output)?.name }
    if told.contains(.outputs) { facts.outputs = outputs?.all }
    if told.contains(.modifiers) { facts.modifiers = keys?.modifiers }
    return facts
  }

  // MARK: The beginning

  private func begin(on connection: WaylandConnection) {
    let registry = connection.create { [unowned self] event in
      switch event.code {
      case 0:
        announce(
          WaylandConnection.Global(
            name: try event.word(), interface: try event.text(), version: try event.word()))
      case 1: withdraw(try event.word())
      default: break
      }
    }
    connection.send(WaylandConnection.display, 1, .word(registry))
    connection.sync { [unowned self] in choose(on: connection) }
  }

  private func announce(_ global: WaylandConnection.Global) {
    globals.append(global)
    if global.interface == WaylandOutputs.interface { outputs?.add(global) }
  }

  private func withdraw(_ name: UInt32) {
    globals.removeAll { $0.name == name }
    outputs?.remove(name)
  }

  /// All globals are known.
  private func choose(on connection: WaylandConnection) {
    var told: DesktopNeeds = []
    if !needs.isDisjoint(with: [.focus, .workspace, .outputs]), global(WaylandOutputs.interface) != nil {
      let power = needs.contains(.outputs) ? powerManager : nil
      let extents =
        needs.contains(.outputs) ? global(WaylandOutputs.extents, since: WaylandOutputs.extentsVersion) : nil
      let outputs = WaylandOutputs(connection, of: Self.registry, power: power, extents: extents)
      self.outputs = outputs
      for global in globals where global.interface == WaylandOutputs.interface { outputs.add(global) }
      if self.global(WaylandOutputs.interface, since: WaylandOutputs.version) != nil {
        told.formUnion(power == nil ? .outputs : [.outputs, .power])
      }
    }
    if needs.contains(.focus) {
      windows = tracker(on: connection)
      if windows != nil { told.insert(.focus) }
    }
    if needs.contains(.workspace), let global = global(ExtWorkspaces.interface) {
      workspaces = ExtWorkspaces(global, connection, of: Self.registry)
      told.insert(.workspace)
    }
    if needs.contains(.modifiers), let global = global(KWinKeyState.interface, since: KWinKeyState.version) {
      keys = KWinKeyState(global, connection, of: Self.registry)
      told.insert(.modifiers)
    }
    told.formIntersection(needs)
    guard !told.isEmpty else { return end("the compositor has no protocol that reports \(Self.text(needs))") }
    // What is there now has been told by then.
    connection.sync { [unowned self] in state = .telling(told) }
  }

  private static func text(_ needs: DesktopNeeds) -> String {
    let all: [(DesktopNeeds, String)] = [
      (.focus, "its windows"), (.outputs, "its outputs"), (.modifiers, "modifier keys"), (.workspace, "its workspaces"),
    ]
    return all.filter { needs.contains($0.0) }.map(\.1).joined(separator: " or ")
  }

  private func tracker(on connection: WaylandConnection) -> (any ToplevelTracker)? {
    if let global = global(WlrToplevels.interface) {
      return WlrToplevels(global, connection, of: Self.registry)
    }
    if let list = global(CosmicToplevels.list),
      let info = global(CosmicToplevels.interface, since: CosmicToplevels.version)
    {
      return CosmicToplevels(list, info, connection, of: Self.registry)
    }
    return global(PlasmaWindows.interface, since: PlasmaWindows.leastVersion).map {
      PlasmaWindows($0, connection, of: Self.registry)
    }
  }

  private var powerManager: WaylandConnection.Global? {
    WaylandOutputs.PowerProtocol.allCases.lazy.compactMap { self.global($0.rawValue) }.first
  }

  private func global(_ interface: String, since version: UInt32 = 1) -> WaylandConnection.Global? {
    globals.first { $0.interface == interface && $0.version >= version }
  }

  private func end(_ reason: String) {
    connection?.end(reason)
    (connection, windows, workspaces, outputs, keys) = (nil, nil, nil, nil, nil)
    globals = []
    (asked, isSilent) = (nil, false)
    state = .unavailable(reason)
  }
}
