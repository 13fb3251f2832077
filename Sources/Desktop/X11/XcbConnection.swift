import Base
import Glibc

/// A connection to an X server that never waits: its owner waits for the descriptor and calls `process`.
///
/// Few requests are on their way at once, so there is always room for them in the socket.
package final class XcbConnection {
  package enum Progress {
    /// All that had come is handed on.
    case done
    /// More has come than fits in one turn, and the descriptor doesn't tell.
    case unfinished
    case broken
  }

  /// A request whose answer is to come. Answers come in the order of the requests.
  private struct Question {
    let cookie: XcbLibrary.Cookie
    let answered: (XcbMessage?) -> Void
  }

  /// Messages that are handed on in one turn, so that a flood of events does not hold the loop up; about a millisecond.
  private static let mostMessages = 500

  private let library: XcbLibrary
  private let connection: XcbLibrary.Connection
  private var questions: [Question] = []
  private var hasUnsent = false

  package init(_ library: XcbLibrary, owning connection: XcbLibrary.Connection) {
    self.library = library
    self.connection = connection
  }

  deinit { library.disconnect(connection) }

  package var descriptor: Int32 { library.descriptor(connection) }

  var isAnswered: Bool { questions.isEmpty }

  /// Makes a request that has no answer, with more data behind it. Its error, as of a window that is gone, is ignored.
  package func tell(_ request: X11Request, data: UnsafeRawBufferPointer? = nil) {
    _ = request.send(library, connection, hasAnswer: false, data: data)
    hasUnsent = true
  }

  /// Makes a request; `answered` is called once, with nil for an error, unless the connection is gone before.
  package func ask(_ request: X11Request, answered: @escaping (XcbMessage?) -> Void = { _ in }) {
    questions.append(Question(cookie: request.send(library, connection, hasAnswer: true), answered: answered))
    hasUnsent = true
  }

  /// Sends all requests, reads all that is there, and hands events and answers on.
  package func process(told: (XcbMessage) -> Void) -> Progress {
    var left = Self.mostMessages
    while true {
      let before = left
      while left > 0, let event = library.pollForEvent(connection) {
        left -= 1
        let message = XcbMessage(event: event)
        free(event)
        if message.type != 0 { told(message) }
      }
      while left > 0, takeAnswer() { left -= 1 }
      send()
      guard library.error(connection) == 0 else { return .broken }
      if left == 0 { return .unfinished }
      if left == before { return .done }
    }
  }

  /// libxcb may read while it writes, after which the descriptor is not ready although there is more.
  package func send() {
    guard hasUnsent else { return }
    hasUnsent = false
    _ = BrokenPipe.withoutSignal({ $0 <= 0 }) { library.flush(connection) }
  }

  /// Sends all requests, and waits until all that was asked is answered, at most so many microseconds.
  package func finish(within microseconds: Int64) {
    Waiting.serve(
      within: microseconds, until: { process(told: { _ in }) == .broken || isAnswered },
      waits: { [(descriptor, Int16(POLLIN))] }
    ) { _ in }
  }

  private func takeAnswer() -> Bool {
    guard let question = questions.first else { return false }
    var reply: UnsafeMutableRawPointer?
    var error: UnsafeMutableRawPointer?
    guard library.pollForReply(connection, question.cookie, &reply, &error) != 0 else { return false }
    questions.removeFirst()
    let message = reply.map { XcbMessage(reply: $0) }
    free(reply)
    free(error)
    question.answered(message)
    return true
  }
}
