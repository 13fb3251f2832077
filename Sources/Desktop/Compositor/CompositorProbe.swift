import Base
import CLinux
import Glibc

/// Asks each Wayland compositor of the session what it is, without ever waiting for it, but for `wait`.
///
/// The kernel knows which process listens at a socket, and the compositor tells every client its interfaces; no version has
/// to be asked for, and nothing is left behind.
public final class CompositorProbe {
  private final class Conversation {
    private let compositor: WaylandCompositor
    let program: String?
    /// What it offers; nil until it has answered.
    private(set) var interfaces: Set<String>?

    init(_ compositor: WaylandCompositor) {
      self.compositor = compositor
      program = compositor.connection.socket.flatMap { CompositorProbe.program(behind: $0.descriptor) }
      compositor.connection.sync { [weak self, unowned compositor] in
        self?.interfaces = Set(compositor.connection.globals.map(\.interface))
      }
    }

    /// Nil once it has answered, or won't.
    var wait: (descriptor: Int32, events: Int16)? { interfaces == nil ? compositor.connection.socket : nil }

    func ready() { compositor.connection.ready() }
  }

  private let passing: [PassingCompositor]
  private var conversations: [Conversation] = []
  /// Compositors that have no time for another client.
  private var busy = 0

  /// Asks the compositor of `WAYLAND_DISPLAY`; if that is not set, as for a service that was started too early, all that
  /// listen in `XDG_RUNTIME_DIR`. `passing` are those that pass cancelled touches on. `variable` gives a variable that is set and not
  /// empty.
  public init(
    passing: [PassingCompositor], through wayland: WaylandCompositors = WaylandCompositors(),
    variable: (String) -> String?
  ) {
    self.passing = passing
    for path in WaylandSockets.paths(variable) {
      do throws(SystemError) {
        conversations.append(Conversation(try wayland.compositor(at: path)))
      } catch {
        if error.code == EAGAIN { busy += 1 }
      }
    }
  }

  /// Whether all have answered, or won't.
  public var isDone: Bool { waits.isEmpty }

  var waits: [(descriptor: Int32, events: Int16)] { conversations.compactMap(\.wait) }

  /// Waits until all have answered, at most this number of microseconds.
  public func wait(within microseconds: Int64) {
    Waiting.serve(within: microseconds, until: { isDone }, waits: { waits }) { descriptor in
      conversations.first { $0.wait?.descriptor == descriptor }?.ready()
    }
  }

  /// What is known so far.
  public var compositors: Compositors {
    let asked = conversations.map {
      Compositor(program: $0.program, interfaces: $0.interfaces, passing: passing)
    }
    return Compositors(asked + Array(repeating: Compositor(program: nil, interfaces: nil, passing: []), count: busy))
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
