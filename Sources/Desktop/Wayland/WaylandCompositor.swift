import Base
import Logging
import Runtime

/// The compositors that this process is connected to. All users of a compositor share one connection.
public final class WaylandCompositors {
  private struct Entry { weak var compositor: WaylandCompositor? }

  private var entries: [String: Entry] = [:]
  private let loop: (loop: EventLoop, log: Logger)?

  /// `loop` serves the connections; if nil, each user of a connection waits for its descriptor.
  public init(on loop: (loop: EventLoop, log: Logger)? = nil) { self.loop = loop }

  /// Returns the compositor at a socket's path, and connects to it if necessary; throws if nothing listens there.
  package func compositor(at path: String) throws(SystemError) -> WaylandCompositor {
    if let known = entries[path]?.compositor, known.connection.ending == nil { return known }
    let fresh = WaylandCompositor(try WaylandConnection(path: path, on: loop))
    entries[path] = Entry(compositor: fresh)
    return fresh
  }
}

/// A compositor: all users share one connection, the bound globals, and the followed windows, workspaces and outputs.
public final class WaylandCompositor {
  package let connection: WaylandConnection
  /// Created at the first use: compositors report the outputs of windows and workspaces only if outputs are bound.
  package private(set) lazy var outputs = WaylandOutputs(self)
  private var bound: [String: UInt32] = [:]
  private var boundSeat: WaylandSeat?
  // Weak references: windows are followed only while they are used, because each changed title wakes the process.
  private weak var followedWindows: (any WindowTracker)?
  private weak var followedWorkspaces: ExtWorkspaces?
  private weak var followedKeys: KWinKeyState?

  fileprivate init(_ connection: WaylandConnection) { self.connection = connection }

  /// Events that were read but not delivered must not reach the outputs, which are released now.
  deinit { connection.end(LinkEnd.closed) }

  /// Returns the object of a global that sends no events; nil if the compositor lacks this version of the global.
  package func object(_ interface: WaylandInterface, since version: UInt32 = 1) -> UInt32? {
    guard let global = connection.global(interface, since: version) else { return nil }
    let object = bound[interface.name] ?? connection.bind(global, as: interface)
    bound[interface.name] = object
    return object
  }

  package var seat: WaylandSeat? {
    boundSeat = boundSeat ?? WaylandSeat(connection)
    return boundSeat
  }

  /// The windows, through the compositor's first protocol of wlr, COSMIC and KDE; nil if the compositor has none of them.
  package var windows: (any WindowTracker)? {
    _ = outputs
    var windows = followedWindows
    if windows == nil { windows = WlrWindows(connection) }
    if windows == nil { windows = CosmicWindows(self) }
    if windows == nil { windows = PlasmaWindows(connection) }
    followedWindows = windows
    return windows
  }

  package var workspaces: ExtWorkspaces? {
    _ = outputs
    let workspaces = followedWorkspaces ?? ExtWorkspaces(connection)
    followedWorkspaces = workspaces
    return workspaces
  }

  var keys: KWinKeyState? {
    let keys = followedKeys ?? KWinKeyState(connection)
    followedKeys = keys
    return keys
  }
}

/// A link that uses a compositor's shared connection. `connect` or `begin` starts it; then `choose` is called once.
public protocol WaylandLink: SessionLink {
  /// The compositor that the link uses; nil before `begin` and after the link is closed.
  var compositor: WaylandCompositor? { get set }
  /// Called once all globals are known.
  func choose(on compositor: WaylandCompositor)
}

extension WaylandLink {
  package func connect(to path: String, of compositors: WaylandCompositors) {
    do throws(SystemError) {
      begin(on: try compositors.compositor(at: path))
    } catch {
      close("can't connect to the compositor at \(path): \(error)")
    }
  }

  package func begin(on compositor: WaylandCompositor) {
    self.compositor = compositor
    sync { [unowned self] in self.compositor.map(choose) }
  }

  /// Calls `done` when the compositor has answered all requests up to now, unless the link is closed first.
  package func sync(_ done: @escaping () -> Void) {
    compositor?.connection.sync { [weak self] in if self?.compositor != nil { done() } }
  }

  package func closeIfEnded() {
    if let ending = compositor?.connection.ending { close(ending) }
  }

  public var wait: (descriptor: Int32, events: Int16)? { compositor?.connection.wait }
  /// -1 after the link is closed. A connection's counter is never -1, so the owner notices the end.
  public var news: Int { compositor?.connection.news ?? -1 }

  public func ready() { read() }

  package func read() {
    compositor?.connection.ready()
    closeIfEnded()
  }
}
