import Base
import CLinux
import Glibc

/// Finds the processes and the interfaces of Wayland compositors. Only `wait` blocks.
public final class CompositorProbe {
  private final class Conversation {
    private let compositor: WaylandCompositor
    let program: String?
    private(set) var interfaces: Set<String>?

    init(_ compositor: WaylandCompositor) {
      self.compositor = compositor
      program = compositor.connection.socket.flatMap { CompositorProbe.program(behind: $0.descriptor) }
      compositor.connection.sync { [weak self, unowned compositor] in
        self?.interfaces = Set(compositor.connection.globals.map(\.interface))
      }
    }

    var wait: (descriptor: Int32, events: Int16)? { interfaces == nil ? compositor.connection.socket : nil }

    func ready() { compositor.connection.ready() }
  }

  private let passing: [PassingCompositor]
  private var conversations: [Conversation] = []
  /// The number of compositors that are too busy to accept a client.
  private var busy = 0

  /// Asks the compositor of `WAYLAND_DISPLAY`. If the variable is unset, asks up to 8 compositors in `XDG_RUNTIME_DIR`.
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

  public var isDone: Bool { waits.isEmpty }

  var waits: [(descriptor: Int32, events: Int16)] { conversations.compactMap(\.wait) }

  /// Blocks until each compositor has answered or its connection has ended, for at most `microseconds`.
  public func wait(within microseconds: Int64) {
    Waiting.serve(within: microseconds, until: { isDone }, waits: { waits }) { descriptor in
      conversations.first { $0.wait?.descriptor == descriptor }?.ready()
    }
  }

  public var compositors: Compositors {
    let asked = conversations.map {
      Compositor(program: $0.program, interfaces: $0.interfaces, passing: passing)
    }
    return Compositors(asked + Array(repeating: Compositor(program: nil, interfaces: nil, passing: []), count: busy))
  }

  // MARK: Sockets and processes

  private static func program(behind descriptor: Int32) -> String? {
    var user = uid_t()
    var process = pid_t()
    guard gb_local_peer(descriptor, &user, &process) == 0, process > 0 else { return nil }
    return SmallFile.line("/proc/\(process)/comm")
  }
}
