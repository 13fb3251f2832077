import Base
import CSystem
import Glibc

/// Our end of a pipe to a process: writing never waits, and a reader that is gone is an answer, not a signal.
final class StreamPipe {
  /// What became of some bytes.
  enum Outcome: Equatable {
    /// So many were taken, which may be all.
    case took(Int)
    /// None until the reader reads on.
    case full
    /// Nobody will ever read them.
    case readerIsGone
  }

  /// One page, some twenty lines: what a slow reader finds there is not older than necessary.
  private static let heldWhileReading: Int32 = 4096
  /// Room for whatever may still wait for a stream when it is over.
  private static let heldAtTheEnd = Int32(2 * StreamBuffer.limit)

  let descriptor: Int32
  /// For the process, which waits when it reads; closed as soon as the process has it.
  private(set) var readingEnd: Int32

  init() throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    guard gb_pipe(&ends) == 0 else { throw .system(errno) }
    readingEnd = ends[0]
    descriptor = ends[1]
    _ = fcntl(readingEnd, F_SETFL, 0)
    _ = gb_pipe_resize(descriptor, Self.heldWhileReading)
  }

  deinit {
    closeReadingEnd()
    close(descriptor)
  }

  func closeReadingEnd() {
    guard readingEnd >= 0 else { return }
    close(readingEnd)
    readingEnd = -1
  }

  /// Makes room for what still waits, so that it outlives our end.
  func makeRoomForTheEnd() { _ = gb_pipe_resize(descriptor, Self.heldAtTheEnd) }

  func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
    BrokenPipe.withoutSignal({ $0 == .readerIsGone }) {
      while true {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return .took(count) }
        switch errno {
        case EINTR: continue
        case EAGAIN: return .full
        default: return .readerIsGone
        }
      }
    }
  }
}
