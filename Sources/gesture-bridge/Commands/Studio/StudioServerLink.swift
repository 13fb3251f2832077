import Actions
import Base
import CLinux
import Control
import Glibc
import Text

/// The link to the child program that serves the studio's page. Closing the socket ends the program.
final class StudioServerLink {
  private static let longestLine = 2 << 20
  /// The maximum number of unsent bytes. With more bytes, the page has evidently stopped reading, so the link ends.
  private static let mostUnsent = 16 << 20
  private static let piece = 1 << 16

  private let socket: OwnedDescriptor
  private let program: pid_t
  private var incoming = LineBuffer(limit: longestLine)
  private var outgoing = OutgoingLines()
  private(set) var isOver = false

  var descriptor: Int32 { socket.number }
  var hasUnsent: Bool { !outgoing.isEmpty }

  init() throws {
    guard let path = InternalPrograms.path(of: "gesture-bridge-studio") else {
      throw ConnectionError.other(Message.noStudio)
    }
    var ends: [Int32] = [-1, -1]
    guard gb_local_pair(&ends) == 0 else { throw SystemError(call: "socketpair", code: errno) }
    socket = OwnedDescriptor(owning: ends[0])
    let other = OwnedDescriptor(owning: ends[1])
    program = try ChildProgram.start(path, input: other.number, output: other.number)
  }

  func send(_ line: some Sequence<UInt8>) {
    guard !isOver else { return }
    outgoing.append(line)
    flush()
    // The link ends if the page has stopped reading.
    if outgoing.count > Self.mostUnsent { isOver = true }
  }

  func flush() { if outgoing.send(to: descriptor) == .gone { isOver = true } }

  func receive() -> [[UInt8]] {
    withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { room in
      let count = gb_local_receive(descriptor, room.baseAddress, room.count)
      if count > 0 { return incoming.append(room.prefix(count)) }
      if count == 0 || errno != EAGAIN && errno != EINTR { isOver = true }
    }
    var lines: [[UInt8]] = []
    do throws(ControlError) {
      while let line = try incoming.next() { lines.append(line) }
    } catch {
      isOver = true
    }
    return lines
  }

  func close() {
    shutdown(descriptor, Int32(SHUT_WR))
    ChildProgram.awaitEnd(of: program, within: 2_000_000)
  }
}
