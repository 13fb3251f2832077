import Base
import CLinux
import Glibc
import Runtime

/// Standard output or error, written without waiting. Never changes the flags, which the shell and commands share.
final class OutputFile {
  enum Outcome: Equatable {
    case took(Int)
    case full
    case readerIsGone
  }

  private enum Kind {
    /// A regular file, or another file that takes all bytes at once.
    case plain
    /// A pipe or terminal, opened a second time with O_NONBLOCK.
    case own
    /// A socket; each call of `send` has the flag MSG_DONTWAIT.
    case socket
    /// A pipe or terminal that can't or must not be opened a second time. A write has at most `sure` bytes.
    case shared
  }

  /// The number of bytes that a ready pipe takes without waiting (PIPE_BUF).
  private static let sure = 4096

  let descriptor: Int32
  private let kind: Kind

  /// An output to the descriptor `output`. If `mayReopen` is false, pipes and terminals are `shared`.
  init(_ output: Int32, mayReopen: Bool = true) { (descriptor, kind) = Self.open(output, mayReopen) }

  deinit { if kind == .own { close(descriptor) } }

  /// Whether `write` can return `full`. After `full`, the caller waits until the descriptor can be written.
  var canBeFull: Bool { kind != .plain }

  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    if kind == .shared, !isReady(within: 0) { return .full }
    return BrokenPipe.withoutSignal({ $0 == .readerIsGone }) {
      while true {
        let count = put(kind == .shared ? bytes.prefix(Self.sure) : bytes)
        if count >= 0 { return .took(count) }
        switch errno {
        case EINTR: continue
        case EAGAIN: return .full
        // A full disk must not stop the program.
        default: return kind == .plain ? .took(bytes.count) : .readerIsGone
        }
      }
    }
  }

  func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// Waits until the file takes bytes. False if a signal that ends the program comes first; the signal stays pending.
  func isReadyBeforeAnEndingSignal() -> Bool {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in EventLoop.endingSignals { sigaddset(&mask, signal) }
    let signals = gb_signalfd_create(&mask)
    defer { if signals >= 0 { close(signals) } }
    var requests = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&requests, nfds_t(requests.count), -1) < 0, errno == EINTR {}
    return requests[1].revents == 0
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      kind == .socket
        ? send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        : Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    }
  }

  private static func open(_ output: Int32, _ mayReopen: Bool) -> (Int32, Kind) {
    var facts = stat()
    guard fstat(output, &facts) == 0 else { return (output, .plain) }
    switch facts.st_mode & S_IFMT {
    case S_IFSOCK: return (output, .socket)
    case S_IFIFO: break
    case S_IFCHR where isatty(output) == 1: break
    default: return (output, .plain)
    }
    let own = mayReopen ? Glibc.open("/proc/self/fd/\(output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) : -1
    return own >= 0 ? (own, .own) : (output, .shared)
  }
}
