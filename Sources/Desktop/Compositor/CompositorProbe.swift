import Base
import CLinux
import Glibc
import Logging
import Runtime

/// Asks each Wayland compositor of the session what it is, without ever waiting for it, but for `wait`.
///
/// The kernel knows which process listens at a socket, and the compositor tells every client its interfaces; no version has
/// to be asked for, and nothing is left behind.
public final class CompositorProbe {
  private final class Conversation {
    let connection: WaylandConnection
    let program: String?
    /// What it offers; nil until it has answered.
    private(set) var interfaces: Set<String>?

    init(_ connection: WaylandConnection, program: String?) {
      self.connection = connection
      self.program = program
      connection.list { [unowned self] in interfaces = Set(self.connection.globals.map(\.interface)) }
    }

    /// Nil once it has answered, or won't.
    var wait: (descriptor: Int32, events: Int16)? { interfaces == nil ? connection.wait : nil }
  }

  /// Called when all have answered, or won't.
  public var done: () -> Void = {}
  private var conversations: [Conversation] = []
  private var watches: [LinkWatch] = []
  /// Compositors that have no time for another client.
  private var busy = 0

  /// Asks the compositor of `WAYLAND_DISPLAY`; if that is not set, as for a service that was started too early, all that
  /// listen in `XDG_RUNTIME_DIR`. `variable` gives a variable that is set and not empty.
  public init(variable: (String) -> String?) {
    for path in WaylandSockets.paths(variable) {
      do throws(SystemError) {
        let connection = try WaylandConnection(path: path)
        let program = connection.wait.flatMap { Self.program(behind: $0.descriptor) }
        conversations.append(Conversation(connection, program: program))
      } catch {
        if error.code == EAGAIN { busy += 1 }
      }
    }
  }

  /// All have answered, or won't.
  public var isDone: Bool { waits.isEmpty }

  var waits: [(descriptor: Int32, events: Int16)] { conversations.compactMap(\.wait) }

  /// Waits until all have answered, at most this number of microseconds.
  public func wait(within microseconds: Int64) {
    Waiting.serve(within: microseconds, until: { isDone }, waits: { waits }) { descriptor in
      conversations.first { $0.wait?.descriptor == descriptor }?.connection.ready()
    }
  }

  /// Waits in `loop` for those that have not answered yet.
  public func follow(in loop: EventLoop, log: Logger) {
    watches = conversations.map { one in
      let watch = LinkWatch(on: loop, log: log)
      watch.follow(one.wait) { [unowned self, unowned watch] in
        one.connection.ready()
        watch.follow(one.wait) {}
        if isDone { done() }
      }
      return watch
    }
  }

  /// What is known so far.
  public var compositors: Compositors {
    let asked = conversations.map {
      Compositor(program: $0.program, interfaces: $0.interfaces)
    }
    return Compositors(asked + Array(repeating: Compositor(program: nil, interfaces: nil), count: busy))
  }

  // MARK: Sockets and processes

  /// The name of the process that listens at the other end.
  private static func program(behind descriptor: Int32) -> String? {
    var user = uid_t()
    var process = pid_t()
    guard gb_local_peer(descriptor, &user, &process) == 0, process > 0 else { return nil }
    return SmallFile.line("/proc/\(process)/comm")
  }
}
