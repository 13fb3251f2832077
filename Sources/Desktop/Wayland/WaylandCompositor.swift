import Base
import Logging
import Runtime

/// The compositors that this process is connected to, each by one connection, for as long as anyone uses it.
public final class WaylandCompositors {
  private struct Entry { weak var compositor: WaylandCompositor? }

  /// By the path of the socket.
  private var entries: [String: Entry] = [:]
  private let loop: (loop: EventLoop, log: Logger)?

  /// The connections are served in `loop`; without one whoever uses a connection waits for its descriptor.
  public init(on loop: (loop: EventLoop, log: Logger)? = nil) { self.loop = loop }

  /// - Throws: when nothing listens at the path.
  package func compositor(at path: String) throws(SystemError) -> WaylandCompositor {
    if let known = entries[path]?.compositor, known.connection.ending == nil { return known }
    let fresh = WaylandCompositor(try WaylandConnection(path: path, on: loop))
    entries[path] = Entry(compositor: fresh)
    return fresh
  }
}

/// A compositor, whose globals are bound and whose windows, workspaces and outputs are followed once for all who share the connection.
public final class WaylandCompositor {
  package let connection: WaylandConnection
  /// They are followed from the first use on. A compositor says only of outputs that are bound which windows and workspaces they have.
  package private(set) lazy var outputs = WaylandOutputs(self)
  /// By the name of the interface.
  private var bound: [String: UInt32] = [:]
  private var boundSeat: WaylandSeat?
  // These are followed for as long as anyone holds them: a title that changes wakes the process.
  private weak var followedWindows: (any WindowTracker)?
  private weak var followedWorkspaces: ExtWorkspaces?
  private weak var followedKeys: KWinKeyState?

  fileprivate init(_ connection: WaylandConnection) { self.connection = connection }

  /// Nobody uses it any more, and nothing that is still being read reaches its outputs.
  deinit { connection.end(LinkEnd.closed) }

  /// The object of a global without events; nil if the compositor does not have it.
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

  /// The windows, by the best protocol that the compositor has for them; nil if it has none.
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

/// A link to a compositor by the connection that all share. It begins with `connect` or `begin`, and then `choose` is called once.
public protocol WaylandLink: SessionLink {
  /// Nil once the link is closed.
  var compositor: WaylandCompositor? { get set }
  /// All globals are known.
  func choose(on compositor: WaylandCompositor)
}

extension WaylandLink {
  package func connect(to path: String, of compositors: WaylandCompositors) {
    do throws(SystemError) {
      begin(on: try compositors.compositor(at: path))
    } catch {
      close("there is no compositor at \(path) (\(error))")
    }
  }

  package func begin(on compositor: WaylandCompositor) {
    self.compositor = compositor
    sync { [unowned self] in self.compositor.map(choose) }
  }

  /// Calls `done` when the compositor has answered all requests up to now, unless the link is closed by then.
  package func sync(_ done: @escaping () -> Void) {
    compositor?.connection.sync { [weak self] in if self?.compositor != nil { done() } }
  }

  /// Closes the link if its connection is over.
  package func closeIfOver() {
    if let ending = compositor?.connection.ending { close(ending) }
  }

  public var wait: (descriptor: Int32, events: Int16)? { compositor?.connection.wait }
  public var news: Int { compositor?.connection.news ?? 0 }

  public func ready() { read() }

  package func read() {
    compositor?.connection.ready()
    closeIfOver()
  }
}
