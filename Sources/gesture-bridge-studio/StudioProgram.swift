import CLinux
import FlyingSocks
import Glibc

/// The studio's server at work: the page's WebSocket on one side, standard input and output on the other.
///
///     browser -> connections -> answers: files of the page
///                            -> frames  -> standard output
///     standard input -> outbox -> frames -> browser
struct StudioProgram: Sendable {
  /// For the page to be closed and the last line to be taken, whatever the others do.
  private static let goodbye = Duration.seconds(5)

  private let loop: ReadinessLoop
  private let server: StudioServer
  private let answers: StudioAnswers
  private let owners: ConnectionOwners
  private let page: CurrentPage
  private let output: StandardOutput
  private let signals: Int32
  private let first: Int
  private let stay: Int

  /// Listens, with all that it needs open from then on. The times are in seconds.
  ///
  /// - Throws: `SocketError`, or `ConnectionOwners.Missing`.
  init(first: Int, stay: Int) throws {
    owners = try ConnectionOwners()
    loop = try ReadinessLoop()
    page = CurrentPage(loop)
    output = StandardOutput(loop)
    server = try StudioServer()
    answers = StudioAnswers(port: server.port, page)
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGINT, SIGTERM] { sigaddset(&mask, signal) }
    sigprocmask(SIG_BLOCK, &mask, nil)
    signals = gb_signalfd_create(&mask)
    guard signals >= 0 else { throw SocketError.makeFailed("SignalDescriptor") }
    self.first = first
    self.stay = stay
  }

  /// Serves until the end; all of it runs on the calling thread.
  ///
  /// - Returns: the exit status.
  func run() -> Int32 {
    loop.start {
      await serve()
      loop.stop(0)
    }
    return loop.serve()
  }

  private func serve() async {
    _ = output.write(StudioLine.listening(answers.address))
    let why = await end()
    loop.start {
      try? await loop.sleep(for: Self.goodbye)
      loop.stop(0)
    }
    await page.close(CloseCode(CloseCode.goingAway, "the studio has ended: \(why)"))
    await output.write(StudioLine.ended(why)).value
  }

  /// Serves until something ends it, and says what.
  private func end() async -> String {
    await withTaskGroup(of: String?.self) { group in
      group.addTask {
        await server.accept(loop) { socket, note in
          do {
            try await Connection(socket, loop, answers, owners, page, output).serve(note)
          } catch {
            try? socket.close()
          }
        }
        return nil
      }
      group.addTask { await page.absence(first: first, stay: stay) }
      group.addTask {
        var input = StandardInput(loop)
        do {
          try await input.read { await page.send($0) }
          return "it was ended in the terminal, or the session was locked"
        } catch {
          return nil
        }
      }
      group.addTask {
        do {
          try await output.broken.wait()
          return "standard output is closed"
        } catch {
          return nil
        }
      }
      group.addTask { await signal() }
      let why = await group.next() ?? nil
      group.cancelAll()
      return why ?? "of an error"
    }
  }

  /// The name of the first signal that comes.
  private func signal() async -> String? {
    do {
      try await loop.wait(for: signals, .read, until: nil)
    } catch {
      return nil
    }
    var number: UInt32 = 0
    // The first field of signalfd_siginfo, which is 128 bytes.
    var bytes = [UInt8](repeating: 0, count: 128)
    guard read(signals, &bytes, bytes.count) == bytes.count else { return nil }
    withUnsafeMutableBytes(of: &number) { $0.copyBytes(from: bytes.prefix(4)) }
    return gb_signal_name(Int32(clamping: number)).map { "SIG" + String(cString: $0) }
  }
}
