import Base
import Logging
import Runtime

/// Shares one connection to each compositor among all parts of this program, until the connection ends.
public final class WaylandCompositors {
  private struct Entry { weak var compositor: WaylandCompositor? }

  private var entries: [String: Entry] = [:]
  private let loop: (loop: EventLoop, log: Logger)?

  /// `loop` serves the connections. If `loop` is nil, the owner of each link waits for the connection's descriptor.
  public init(on loop: (loop: EventLoop, log: Logger)? = nil) { self.loop = loop }

  /// Returns the compositor at a socket's path. Throws if no connection can be made.
  package func compositor(at path: String) throws(SystemError) -> WaylandCompositor {
    if let known = entries[path]?.compositor, known.connection.ending == nil { return known }
    let fresh = WaylandCompositor(try WaylandConnection(path: path, on: loop))
    entries[path] = Entry(compositor: fresh)
    return fresh
  }
}

/// A compositor, with one connection and one set of followed objects, which all parts of this program share.
public final class WaylandCompositor {
  package let connection: WaylandConnection
  /// The outputs, followed since the first use. Only programs that have bound the outputs learn each window's output.
  package private(set) lazy var outputs = WaylandOutputs(self)
  private var bound: [String: UInt32] = [:]
  private var boundSeat: WaylandSeat?
  // Weak references: windows are followed only while they are used, because each changed title wakes the process.
  private weak var followedWindows: (any WindowTracker)?
  private weak var followedWorkspaces: ExtWorkspaces?
  private weak var followedKeys: KWinKeyState?

  fileprivate init(_ connection: WaylandConnection) { self.connection = connection }

  /// Ends the connection, so that unread events don't reach the outputs, which are being released.
  deinit { connection.end(LinkEnd.closed) }

  /// Returns a global's object, which callers share and must not listen to. Nil if no global has at least `version`.
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

  /// The windows, through a protocol of wlr, COSMIC or KDE. Nil without such a protocol.
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

/// A link on a compositor's shared connection. `connect` or `begin` starts the link.
public protocol WaylandLink: SessionLink {
  /// The link's compositor. Nil before `begin` and after the link is closed.
  var compositor: WaylandCompositor? { get set }
  /// Chooses the protocols to use. Called when all globals of the compositor are known.
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

  /// Calls `done` when the compositor has answered all earlier requests, unless the link is closed by then.
  package func sync(_ done: @escaping () -> Void) {
    compositor?.connection.sync { [weak self] in if self?.compositor != nil { done() } }
  }

  package func closeIfEnded() {
    if let ending = compositor?.connection.ending { close(ending) }
  }

  public var wait: (descriptor: Int32, events: Int16)? { compositor?.connection.wait }
  /// The `news` of the connection; -1 after the link is closed, so that the owner notices the end.
  public var news: Int { compositor?.connection.news ?? -1 }

  public func ready() { read() }

  package func read() {
    compositor?.connection.ready()
    closeIfEnded()
  }
}
