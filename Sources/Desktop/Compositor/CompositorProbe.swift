import Base
import CLinux
import Glibc

/// Asks each Wayland compositor of the session what it is, without ever waiting for it, but for `wait`.
///
/// The kernel knows which process listens at a socket, and the compositor tells every client its interfaces; no version has
/// to be asked for, and nothing is left behind.
public final class CompositorProbe {
  /// One compositor that is asked.
  private final class Conversation {
    let descriptor: OwnedDescriptor
    let program: String?
    var registry = WaylandRegistry()
    var isOver = false

    init(_ descriptor: consuming OwnedDescriptor, program: String?) {
      self.descriptor = descriptor
      self.program = program
    }

    func read() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      while !isOver {
        let count = gb_local_receive(descriptor.number, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return }
        if count > 0 { registry.take(buffer[..<count]) }
        isOver = count <= 0 || registry.isDone || registry.isBroken
      }
    }
  }

  private var conversations: [Conversation] = []
  /// Compositors that have no time for another client.
  private var busy = 0

  /// Asks the compositor of `WAYLAND_DISPLAY`; if that is not set, as for a service that was started too early, all that
  /// listen in `XDG_RUNTIME_DIR`. `variable` gives a variable that is set and not empty.
  public init(variable: (String) -> String?) {
    for path in WaylandSockets.paths(variable) {
      let number = gb_local_connect(path)
      guard number >= 0 else {
        if errno == EAGAIN { busy += 1 }
        continue
      }
      let descriptor = OwnedDescriptor(owning: number)
      let conversation = Conversation(descriptor, program: Self.program(behind: number))
      let sent = gb_local_send(number, WaylandRegistry.question, WaylandRegistry.question.count)
      conversation.isOver = sent != WaylandRegistry.question.count
      conversations.append(conversation)
    }
  }

  /// Those that have not answered yet; to be read when they are ready.
  public var descriptors: [Int32] { conversations.filter { !$0.isOver }.map { $0.descriptor.number } }

  /// All have answered.
  public var isDone: Bool { conversations.allSatisfy(\.isOver) }

  public func read(_ descriptor: Int32) {
    for conversation in conversations where conversation.descriptor.number == descriptor { conversation.read() }
  }

  /// Waits until all have answered, at most so many microseconds.
  public func wait(within microseconds: Int64) {
    let end = MonotonicClock.now() + microseconds
    while !isDone {
      let left = end - MonotonicClock.now()
      guard left > 0 else { return }
      var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&polls, nfds_t(polls.count), Int32((left + 999) / 1000))
      for one in polls where one.revents != 0 { read(one.fd) }
    }
  }

  /// What is known so far.
  public var compositors: Compositors {
    let asked = conversations.map {
      Compositor(program: $0.program, interfaces: $0.registry.isDone ? $0.registry.interfaces : nil)
    }
    return Compositors(asked + Array(repeating: Compositor(program: nil, interfaces: nil), count: busy))
  }

  // MARK: Sockets and processes

  /// The name of the process that listens at the other end.
  private static func program(behind descriptor: Int32) -> String? {
    var user = uid_t()
    var process = pid_t()
    guard gb_local_peer(descriptor, &user, &process) == 0, process > 0 else { return nil }
    let file = open("/proc/\(process)/comm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var name = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(file, &name, name.count)
    guard count > 0 else { return nil }
    let text = String(decoding: name[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
