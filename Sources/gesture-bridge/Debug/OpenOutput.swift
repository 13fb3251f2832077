import Base
import Glibc

/// Standard output in a way in which writing never waits, and which leaves it as it is for everybody else who has it: a
/// terminal's shell and the commands that are started share its open file, and its flags with it.
final class OpenOutput {
  /// What became of some bytes.
  enum Outcome: Equatable {
    /// So many were taken, which may be all.
    case took(Int)
    /// None until the reader reads on.
    case full
    /// Nobody will ever read them.
    case readerIsGone
  }

  private enum Way {
    /// A regular file, or what else takes everything at once.
    case plain
    /// An open file of our own on the same pipe or terminal, which doesn't wait.
    case own
    /// A socket is asked with each call not to wait.
    case socket
    /// Where no file of our own may be opened: it is asked first, and given no more than it then has room for.
    case asked
  }

  /// What can be watched.
  let descriptor: Int32
  private let way: Way

  /// What a pipe that is ready for writing takes without waiting (PIPE_BUF).
  private static let room = 4096

  /// For `output`, which stays open and unchanged.
  init(of output: Int32) {
    (descriptor, way) = Self.open(output)
  }

  deinit {
    if way == .own { close(descriptor) }
  }

  /// Whether it may be full, so that it must be watched.
  var mayBeFull: Bool { way != .plain }

  /// Writes what there is room for.
  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    guard !bytes.isEmpty else { return .took(0) }
    if way == .asked, !isReady(within: 0) { return .full }
    return BrokenPipe.withoutSignal({ $0 == .readerIsGone }) { pass(bytes) }
  }

  private func pass(_ bytes: ArraySlice<UInt8>) -> Outcome {
    while true {
      let count = put(way == .asked ? bytes.prefix(Self.room) : bytes)
      if count >= 0 { return .took(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .full
      // A disk that is full is no reason to stop.
      default: return way == .plain ? .took(bytes.count) : .readerIsGone
      }
    }
  }

  /// Waits until it takes something, so many milliseconds at most.
  func isReady(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  private func put(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { buffer in
      switch way {
      case .socket: send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      case .plain, .own, .asked: Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
    }
  }

  private static func open(_ output: Int32) -> (Int32, Way) {
    var facts = stat()
    guard fstat(output, &facts) == 0 else { return (output, .plain) }
    switch facts.st_mode & S_IFMT {
    case S_IFSOCK: return (output, .socket)
    case S_IFIFO: break
    case S_IFCHR where isatty(output) == 1: break
    default: return (output, .plain)
    }
    let own = Glibc.open("/proc/self/fd/\(output)", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return own >= 0 ? (own, .own) : (output, .asked)
  }
}
