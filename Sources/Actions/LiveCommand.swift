import CSystem
import Glibc

/// A command that was started and not yet reaped.
struct LiveCommand {
  let pid: pid_t
  /// Becomes readable when the command ends; nil where the system gives none, then `pid` is asked instead.
  let descriptor: Int32?
  let request: CommandRequest
  let action: ActionKey
  /// The process of a stream: it counts as no command, for there is only one of each.
  let isStream: Bool
  /// When it is killed, because it was told to end; CLOCK_MONOTONIC microseconds.
  var deadline: Int64?
  /// Whether it was told to end or killed.
  var isEnding = false

  /// Takes its exit status if it has ended; it is gone from the process table then.
  func reap() -> CommandStatus? {
    var code: Int32 = 0
    var status: Int32 = 0
    let result = descriptor.map { gb_wait_pidfd($0, &code, &status) } ?? gb_wait_pid(pid, &code, &status)
    guard result != 0 else { return nil }
    guard result > 0 else { return .unknown }
    return code == Int32(CLD_EXITED) ? .code(status) : .signal(status)
  }
}

/// Descriptors of processes, as Linux gives them since 5.4.
public enum ProcessDescriptor {
  /// Whether the system has both pidfd_open and waitid(P_PIDFD): asked of a process that is no child of ours, the
  /// latter says ECHILD where it exists and EINVAL where it doesn't.
  public static func isSupported() -> Bool {
    let descriptor = gb_pidfd_open(getpid())
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var code: Int32 = 0
    var status: Int32 = 0
    return gb_wait_pidfd(descriptor, &code, &status) < 0 && errno == ECHILD
  }

  /// Takes up a descriptor's place before a command is started, so that the command can be watched afterwards.
  static func reserve() throws(StartFailure) -> Int32 {
    let place = gb_pidfd_open(getpid())
    guard place >= 0 else { throw .system(errno) }
    return place
  }

  static func open(_ pid: pid_t) -> Int32? {
    let descriptor = gb_pidfd_open(pid)
    return descriptor >= 0 ? descriptor : nil
  }
}
