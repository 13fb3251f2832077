import Base
import CLibraries
import Glibc

/// A connection to an X server. Only `finish` blocks. Sending doesn't: the few pending requests fit into the socket.
package final class XcbConnection {
  package enum Progress {
    case done
    /// One call has handled its maximum number of messages, and more may have arrived. Call `process` again at once.
    case unfinished
    case broken
  }

  /// A request with a pending answer. Answers come in the order of the requests.
  private typealias Question = (number: UInt32, answered: (UnsafeRawPointer?) -> Void)

  /// The maximum number of messages that one call of `process` handles. Such a call takes about 1 ms.
  private static let mostMessages = 500

  private let library: XcbLibrary
  private let connection: OpaquePointer
  private var questions: [Question] = []
  private var hasUnsent = false

  package init(_ library: XcbLibrary, owning connection: OpaquePointer) {
    (self.library, self.connection) = (library, connection)
  }

  deinit { library.disconnect(connection) }

  package var descriptor: Int32 { library.get_file_descriptor(connection) }

  var isAnswered: Bool { questions.isEmpty }

  /// Makes a request without an answer. Its error is ignored.
  package func request(_ request: (XcbLibrary, OpaquePointer) -> xcb_void_cookie_t) {
    _ = request(library, connection)
    hasUnsent = true
  }

  /// Makes an extension's request without an answer. `request` is the fixed part; `list` is sent after the fixed part.
  package func request<Part: BitwiseCopyable>(_ request: some BitwiseCopyable, list: [Part] = [UInt32]()) {
    _ = send(request, list: list, hasReply: false)
  }

  /// Makes a request. `answered` gets the reply, or nil for an error, unless the connection ends first.
  package func ask<Cookie: XcbCookie>(
    _ request: (XcbLibrary, OpaquePointer) -> Cookie, answered: @escaping (XcbReply<Cookie.Reply>?) -> Void
  ) {
    hasUnsent = true
    expect(request(library, connection).sequence, answered)
  }

  /// Makes an extension's request. `answered` gets the reply, or nil for an error, unless the connection ends first.
  package func ask<Request: XcbRequest & BitwiseCopyable>(
    _ request: Request, answered: @escaping (XcbReply<Request.Reply>?) -> Void = { _ in }
  ) {
    expect(send(request, list: [UInt32](), hasReply: true), answered)
  }

  private func expect<Reply>(_ number: UInt32, _ answered: @escaping (XcbReply<Reply>?) -> Void) {
    questions.append((number, { answered($0.flatMap { XcbReply(reply: $0) }) }))
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

  /// Sends all requests, and handles received messages; `handle` gets each event. Returns `broken` after an error.
  package func process(handle: (XcbEvent) -> Void) -> Progress {
    var left = Self.mostMessages
    while true {
      let before = left
      while left > 0, let event = library.poll_for_event(connection) {
        left -= 1
        if event.pointee.response_type & 0x7f != 0 { handle(XcbEvent(event)) }
        free(event)
      }
      while left > 0, takeAnswer() { left -= 1 }
      send()
      guard library.connection_has_error(connection) == 0 else { return .broken }
      if left == 0 { return .unfinished }
      if left == before { return .done }
    }
  }

  /// Sends all requests. Sending can also read messages, which wait in memory and aren't reported by the descriptor.
  package func send() {
    guard hasUnsent else { return }
    hasUnsent = false
    _ = BrokenPipe.withoutSignal({ $0 <= 0 }) { library.flush(connection) }
  }

  /// Sends all requests, and waits up to `microseconds` until all are answered or the connection breaks. Drops events.
  package func finish(within microseconds: Int64) {
    Waiting.serve(
      within: microseconds, until: { process(handle: { _ in }) == .broken || isAnswered },
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
  /// Asks for the first 4 KB of a property of any type. `answered` gets nil for an error, such as a closed window.
  package func askProperty(_ property: UInt32, of window: UInt32, answered: @escaping (X11Property?) -> Void) {
    ask({ $0.get_property($1, 0, window, property, 0, 0, 1024) }) {
      answered(X11Property($0))
    }
  }

  /// Selects which events of a window the server reports; this replaces an earlier selection.
  package func select(_ events: UInt32, of window: UInt32) {
    request { $0.change_window_attributes($1, window, XCB_CW_EVENT_MASK.rawValue, [events]) }
  }
}
