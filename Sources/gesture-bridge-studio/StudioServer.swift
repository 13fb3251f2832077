import FlyingSocks
import Glibc
import Synchronization

/// Accepts connections on loopback, a bounded number at a time. FlyingFox's server has no bound, and ends where no descriptor is left.
final class StudioServer: Sendable {
  /// A browser opens six at a time.
  private static let most = 64
  /// After a failure of the system, such as no descriptor being left.
  private static let pause = Duration.milliseconds(100)
  private static let backlog: Int32 = 256

  /// What a connection has shown so far; where there are too many, the oldest of the least has to go.
  enum Standing: Int, Sendable {
    case unknown
    /// It has the browser's cookie.
    case known
    /// The page's WebSocket, which stays.
    case page
  }

  private struct Open {
    let number: UInt64
    var standing: Standing
    let task: Task<Void, Never>
  }

  private let socket: Socket
  let port: UInt16
  /// The oldest first.
  private let open = Mutex<[Open]>([])

  /// Listens at a port that the system chooses. No other program can listen there meanwhile: neither socket asks to share.
  ///
  /// - Throws: `SocketError`.
  init() throws {
    socket = try Socket(domain: AF_INET, type: .stream)
    try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
    try socket.listen(maxPendingConnection: Self.backlog)
    guard case .ip4(_, let port) = try socket.sockname() else { throw SocketError.unsupportedAddress }
    self.port = port
    try socket.setFlags(.nonBlocking)
  }

  /// Accepts until the task is cancelled; connections that are open stay. `serve` is given a function to tell the connection's standing.
  func accept(
    _ loop: ReadinessLoop, _ serve: @escaping @Sendable (Socket, @Sendable (Standing) -> Void) async -> Void
  ) async {
    var last: UInt64 = 0
    while !Task.isCancelled {
      do {
        let accepted = Socket(file: try socket.accept().file)
        await makeRoom()
        last += 1
        let number = last
        open.withLock { open in
          let task = loop.start {
            await serve(accepted) { self.note($0, number) }
            self.forget(number)
          }
          open.append(Open(number: number, standing: .unknown, task: task))
        }
      } catch SocketError.blocked {
        try? await loop.wait(for: socket.file.rawValue, .read, until: nil)
      } catch {
        try? await loop.sleep(for: Self.pause)
      }
    }
  }

  private func makeRoom() async {
    let leaving = open.withLock { open -> Task<Void, Never>? in
      guard open.count >= Self.most else { return nil }
      let least = open.min { ($0.standing.rawValue, $0.number) < ($1.standing.rawValue, $1.number) }
      return least?.standing == .page ? nil : least?.task
    }
    leaving?.cancel()
    await leaving?.value
  }

  private func note(_ standing: Standing, _ number: UInt64) {
    open.withLock { open in
      guard let index = open.firstIndex(where: { $0.number == number }) else { return }
      open[index].standing = standing
    }
  }

  private func forget(_ number: UInt64) { open.withLock { $0.removeAll { $0.number == number } } }
}
