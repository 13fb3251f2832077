import FlyingSocks
import FoundationEssentials
import Glibc
import Text

/// One connection: a request, its answer, and the frames of a page that gets the WebSocket. All of it has limits and deadlines.
struct Connection: Sendable {
  /// For a request to come, and for an answer to be taken.
  private static let patience = Duration.seconds(10)
  /// For what a client still sends when its answer is out: closed at once, it would lose the answer.
  private static let leave = Duration.seconds(1)
  /// For a page to take its close frame and to send its own.
  private static let goodbye = Duration.seconds(3)
  private static let piece = 4096
  private static let deepest = 32

  private let loop: ReadinessLoop
  private let socket: AsyncSocket
  private let waits: TimedWaits
  private let answers: StudioAnswers
  private let owners: ConnectionOwners
  private let page: CurrentPage
  private let output: StandardOutput

  init(
    _ socket: Socket, _ loop: ReadinessLoop, _ answers: StudioAnswers, _ owners: ConnectionOwners, _ page: CurrentPage,
    _ output: StandardOutput
  ) throws {
    self.loop = loop
    waits = TimedWaits(loop, until: .now + Self.patience)
    self.socket = try AsyncSocket(socket: socket, pool: waits)
    self.answers = answers
    self.owners = owners
    self.page = page
    self.output = output
  }

  /// Serves it, and closes it. `note` is told what the request has shown.
  func serve(_ note: @Sendable (StudioServer.Standing) -> Void) async {
    await answer(note)
    try? socket.close()
  }

  private func answer(_ note: @Sendable (StudioServer.Standing) -> Void) async {
    var rest: [UInt8] = []
    let answer: StudioAnswers.Answer
    do {
      let head = try await head(&rest)
      answer = answers.answer(try RequestHead.request(head)) { owners.isOwn(socket.socket) }
    } catch let failure as RequestHead.Failure {
      answer = .response(answers.response(.request(failure)))
    } catch is HeadTooLong {
      answer = .response(answers.response(.tooLong))
    } catch SocketError.timeout {
      answer = .response(answers.response(.tooSlow))
    } catch {
      return
    }
    waits.set(.now + Self.patience)
    switch answer {
    case .response(let response):
      if !response.status.isRefusal { note(.known) }
      guard (try? await send(response)) != nil else { return }
      _ = shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
      waits.set(.now + Self.leave)
      await discard()
    case .talk(let response, let outbox):
      note(.page)
      guard (try? await send(response)) != nil else { return page.release() }
      waits.set(nil)
      await output.write(StudioLine.opened).value
      await talk(outbox, rest)
      // The next page may come when it can be read that this one is gone, and its line comes after this one.
      let last = output.write(StudioLine.closed)
      page.release()
      await last.value
    }
  }

  private struct HeadTooLong: Error {}

  /// The bytes up to the empty line; what comes after it goes to `rest`.
  private func head(_ rest: inout [UInt8]) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let place = bytes.count
      bytes += try await socket.read(atMost: Self.piece)
      let end = try RequestHead.end(in: bytes, from: place)
      guard end ?? bytes.count <= RequestHead.longest else { throw HeadTooLong() }
      guard let end else { continue }
      rest = Array(bytes[end...])
      return Array(bytes[..<end])
    }
  }

  private func send(_ response: HTTPResponse) async throws { try await socket.write(Data(response.bytes)) }

  /// Reads until the client has closed its side, or the time is over.
  private func discard() async {
    while !waits.isOver, (try? await socket.read(atMost: Self.piece)) != nil { await Task.yield() }
  }

  // MARK: The page

  private enum End {
    case read
    case sent
    case broken
  }

  /// Passes frames both ways until the page is gone, or was closed.
  private func talk(_ outbox: Outbox, _ rest: [UInt8]) async {
    await withTaskGroup(of: End.self) { group in
      group.addTask { await self.receive(outbox, rest) }
      group.addTask {
        do {
          while let bytes = try await outbox.next() { try await socket.write(Data(bytes)) }
          return .sent
        } catch {
          return .broken
        }
      }
      group.addTask {
        try? await outbox.closing.wait()
        try? await loop.sleep(for: Self.goodbye)
        return .broken
      }
      var isRead = false
      var isSent = false
      while !(isRead && isSent), let end = await group.next(), end != .broken {
        if end == .read { isRead = true } else { isSent = true }
      }
      group.cancelAll()
    }
    if outbox.close == PageFault.doesNotRead.code { StudioLine.fault("\(outbox.close?.reason ?? "")") }
  }

  /// Takes messages until the page closes or does something wrong; then what it sends is read and dropped.
  private func receive(_ outbox: Outbox, _ rest: [UInt8]) async -> End {
    do {
      var frames = FrameReader()
      frames.append(rest)
      while true {
        while let message = try frames.next() {
          switch message {
          case .text(let text):
            try check(text)
            await output.write(text).value
          case .ping(let payload): outbox.pong(payload)
          case .pong: break
          case .close(let code):
            outbox.close(CloseCode(code))
            return .read
          }
        }
        frames.append(try await socket.read(atMost: Self.piece))
        // There may always be more: others have their turn, too.
        await Task.yield()
      }
    } catch let fault as PageFault {
      StudioLine.fault("the page is closed: \(fault.code.reason)")
      outbox.close(fault.code)
      await discard()
      return .read
    } catch {
      return .broken
    }
  }

  /// A line of the page must not be taken for one of this program.
  private func check(_ text: [UInt8]) throws(PageFault) {
    guard String(validating: text, as: UTF8.self) != nil else { throw .notText }
    let isOneLine = !text.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard isOneLine, case .object(let members)? = try? JSONReader.read(text, deepest: Self.deepest),
      members.contains(where: { $0.name == "ask" }), !members.contains(where: { $0.name == StudioLine.key })
    else { throw .noMessage }
  }
}
