import Base
import Glibc

/// The functions of libxcb, found at run time; the program also runs without it. Requests are made by `X11Request`, and need no other
/// library.
///
/// Their types are those of `xcb.h` and `xcbext.h`. A cookie is the number of a request; as a struct of one `unsigned int` it is returned in
/// the same register.
package struct XcbLibrary {
  /// Of `xcb_connection_t`.
  package typealias Connection = OpaquePointer
  package typealias Cookie = UInt32

  package static let name = "libxcb.so.1"

  /// A display, and where its screen's number goes. It waits for the server.
  let connect: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> Connection?
  let disconnect: @convention(c) (Connection) -> Void
  /// Not 0 when the connection is of no more use.
  let error: @convention(c) (Connection) -> Int32
  let descriptor: @convention(c) (Connection) -> Int32
  /// `xcb_setup_t`, of the connection.
  let setup: @convention(c) (Connection) -> UnsafeRawPointer?
  let prefetchExtension: @convention(c) (Connection, UnsafeMutableRawPointer) -> Void
  /// `xcb_query_extension_reply_t`, of the connection. It waits for the server unless it was called before.
  let extensionData: @convention(c) (Connection, UnsafeMutableRawPointer) -> UnsafeRawPointer?
  let flush: @convention(c) (Connection) -> Int32
  /// An event or an error, to be freed.
  let pollForEvent: @convention(c) (Connection) -> UnsafeMutableRawPointer?
  /// 1 when there is an answer: a reply or an error, to be freed.
  let pollForReply:
    @convention(c) (
      Connection, Cookie, UnsafeMutablePointer<UnsafeMutableRawPointer?>, UnsafeMutablePointer<UnsafeMutableRawPointer?>
    ) -> Int32
  /// Flags, the parts of a request with two more before them, and `xcb_protocol_request_t`.
  let sendRequest: @convention(c) (Connection, Int32, UnsafeMutablePointer<iovec>, UnsafeRawPointer) -> Cookie

  /// Loads the library, which stays loaded. Nil if there is none.
  package init?(name: String = XcbLibrary.name) {
    guard let symbols = LibrarySymbols(of: name), let library = try? XcbLibrary(symbols) else { return nil }
    self = library
  }

  private init(_ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
    connect = try symbols.function("xcb_connect")
    disconnect = try symbols.function("xcb_disconnect")
    error = try symbols.function("xcb_connection_has_error")
    descriptor = try symbols.function("xcb_get_file_descriptor")
    setup = try symbols.function("xcb_get_setup")
    prefetchExtension = try symbols.function("xcb_prefetch_extension_data")
    extensionData = try symbols.function("xcb_get_extension_data")
    flush = try symbols.function("xcb_flush")
    pollForEvent = try symbols.function("xcb_poll_for_event")
    pollForReply = try symbols.function("xcb_poll_for_reply")
    sendRequest = try symbols.function("xcb_send_request")
  }
}
