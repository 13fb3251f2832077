import Base
import CLibraries
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
    let number: UInt32
    let answered: (UnsafeRawPointer?) -> Void
  }

  /// Messages that are handed on in one turn, so that a flood of events does not hold the loop up; about a millisecond.
  private static let mostMessages = 500

  private let library: XcbLibrary
  private let connection: OpaquePointer
  private var questions: [Question] = []
  private var hasUnsent = false

  package init(_ library: XcbLibrary, owning connection: OpaquePointer) {
    self.library = library
    self.connection = connection
  }

  deinit { library.disconnect(connection) }

  package var descriptor: Int32 { library.get_file_descriptor(connection) }

  var isAnswered: Bool { questions.isEmpty }

  /// Makes a request that has no answer. Its error, as of a window that is gone, is ignored.
  package func tell(_ request: (XcbLibrary, OpaquePointer) -> xcb_void_cookie_t) {
    _ = request(library, connection)
    hasUnsent = true
  }

  /// Makes a request of an extension that has no answer, with a list behind it.
  package func tell<Part: BitwiseCopyable>(_ request: some BitwiseCopyable, list: [Part] = [UInt32]()) {
    _ = send(request, list: list, hasReply: false)
  }

  /// Makes a request; `answered` is called once, with nil for an error, unless the connection is gone before.
  package func ask<Cookie: XcbCookie>(
    _ request: (XcbLibrary, OpaquePointer) -> Cookie, answered: @escaping (XcbReply<Cookie.Reply>?) -> Void
  ) {
    hasUnsent = true
    expect(request(library, connection).sequence, answered)
  }

  /// Makes a request of an extension; `answered` is called once, with nil for an error, unless the connection is gone before.
  package func ask<Request: XcbRequest & BitwiseCopyable>(
    _ request: Request, answered: @escaping (XcbReply<Request.Reply>?) -> Void = { _ in }
  ) {
    expect(send(request, list: [UInt32](), hasReply: true), answered)
  }

  private func expect<Reply>(_ number: UInt32, _ answered: @escaping (XcbReply<Reply>?) -> Void) {
    questions.append(Question(number: number) { answered($0.flatMap { XcbReply(reply: $0) }) })
  }

  private func send<Request: BitwiseCopyable, Part: BitwiseCopyable>(
    _ request: Request, list: [Part], hasReply: Bool
  ) -> UInt32 {
    hasUnsent = true
    var request = request
    return withUnsafePointer(to: library) { library in
      gb_xcb_send(
        library, connection, &request, MemoryLayout<Request>.size, list, list.count * MemoryLayout<Part>.stride,
        hasReply)
    }
  }

  /// Sends all requests, reads all that is there, and hands events and answers on.
  package func process(told: (XcbEvent) -> Void) -> Progress {
    var left = Self.mostMessages
    while true {
      let before = left
      while left > 0, let event = library.poll_for_event(connection) {
        left -= 1
        if event.pointee.response_type & 0x7f != 0 { told(XcbEvent(event)) }
        free(event)
      }
      while left > 0, takeAnswer() { left -= 1 }
      send()
      guard library.connection_has_error(connection) == 0 else { return .broken }
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
    var error: UnsafeMutablePointer<xcb_generic_error_t>?
    guard library.poll_for_reply(connection, question.number, &reply, &error) != 0 else { return false }
    defer {
      free(reply)
      free(error)
    }
    questions.removeFirst()
    question.answered(reply.map { UnsafeRawPointer($0) })
    return true
  }
}

extension XcbConnection {
  /// Asks for a property of any type; no more of it than 4 KB.
  package func askProperty(_ property: UInt32, of window: UInt32, answered: @escaping (X11Property?) -> Void) {
    ask({ $0.get_property($1, 0, window, property, 0, 0, 1024) }) {
      answered(X11Property($0))
    }
  }

  /// Follows these events of a window, and no others any more.
  package func select(_ events: UInt32, of window: UInt32) {
    tell { $0.change_window_attributes($1, window, XCB_CW_EVENT_MASK.rawValue, [events]) }
  }
}
