import Base
import Glibc

/// The functions of libxcb, found at run time; the program also runs without it.
///
/// Their types are those of `xcb.h`, `randr.h` and `xkb.h`. A cookie, a struct of one `unsigned int`, is a plain number
/// here: on the processors that Swift has for Linux both are returned in the same register.
package struct XcbLibrary {
  /// Of `xcb_connection_t`.
  package typealias Connection = OpaquePointer
  package typealias Cookie = UInt32
  /// A function that asks for something of one window, or of another thing that has a number.
  package typealias Inquiry = @convention(c) (Connection, UInt32) -> Cookie

  /// What is followed of the monitors, by libxcb-randr.
  struct Randr {
    let extensionRecord: UnsafeMutableRawPointer
    let queryVersion: @convention(c) (Connection, UInt32, UInt32) -> Cookie
    /// The root window, and events.
    let selectInput: @convention(c) (Connection, UInt32, UInt16) -> Cookie
    /// Of a root window; takes no time, unlike `xcb_randr_get_screen_resources`, which searches for monitors.
    let resources: Inquiry
    /// Of an output or a CRTC, and the time of the configuration that names it.
    let outputInfo: @convention(c) (Connection, UInt32, UInt32) -> Cookie
    let crtcInfo: @convention(c) (Connection, UInt32, UInt32) -> Cookie
  }

  /// What is followed of the keyboard, by libxcb-xkb.
  package struct Xkb {
    let extensionRecord: UnsafeMutableRawPointer
    package let useExtension: @convention(c) (Connection, UInt16, UInt16) -> Cookie
    package let getState: @convention(c) (Connection, UInt16) -> Cookie
    /// The device; parts that are wanted whole and in part; nine pairs of a first and a number.
    package let getMap:
      @convention(c) (
        Connection, UInt16, UInt16, UInt16, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt16, UInt8,
        UInt8,
        UInt8, UInt8, UInt8, UInt8
      ) -> Cookie
    /// The device; which modifiers to lock or not, and the locked ones; whether to lock a group, and which; the same of latches.
    package let latchLockState:
      @convention(c) (Connection, UInt16, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt16) -> Cookie
    /// The device; the events that are meant, cleared, selected whole; two masks of maps; details of the other events.
    package let selectEvents:
      @convention(c) (Connection, UInt16, UInt16, UInt16, UInt16, UInt16, UInt16, UnsafeRawPointer) -> Cookie
  }

  package static let name = "libxcb.so.1"

  /// A display, and where its screen's number goes. It waits for the server.
  let connect: @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> Connection?
  let disconnect: @convention(c) (Connection) -> Void
  /// Not 0 when the connection is of no more use.
  let error: @convention(c) (Connection) -> Int32
  let descriptor: @convention(c) (Connection) -> Int32
  /// `xcb_setup_t`, of the connection.
  package let setup: @convention(c) (Connection) -> UnsafeRawPointer?
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
  /// Whether it must be there already; the length of its name, and its name.
  package let internAtom: @convention(c) (Connection, UInt8, UInt16, UnsafePointer<CChar>) -> Cookie
  /// Whether to delete it, a window, the property, its type, where to begin and how much, in words of four bytes.
  package let getProperty: @convention(c) (Connection, UInt8, UInt32, UInt32, UInt32, UInt32, UInt32) -> Cookie
  /// A window, the attributes that are meant, and their values.
  let changeAttributes: @convention(c) (Connection, UInt32, UInt32, UnsafePointer<UInt32>) -> Cookie
  let getAttributes: Inquiry
  package let getGeometry: Inquiry
  let queryTree: Inquiry
  /// A place in the first window, as a place in the second.
  let translate: @convention(c) (Connection, UInt32, UInt32, Int16, Int16) -> Cookie
  /// Whether it goes on to windows around, a window, which clients of it get it, and 32 bytes of an event.
  package let sendEvent: @convention(c) (Connection, UInt8, UInt32, UInt32, UnsafePointer<UInt8>) -> Cookie
  /// Flags, the parts of a request with two more before them, and `xcb_protocol_request_t`.
  package let sendRequest: @convention(c) (Connection, Int32, UnsafeMutablePointer<iovec>, UnsafeRawPointer) -> Cookie
  /// Nil where libxcb-randr.so.0 is missing.
  let randr: Randr?
  /// Nil where libxcb-xkb.so.1 is missing.
  package let xkb: Xkb?

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
    internAtom = try symbols.function("xcb_intern_atom")
    getProperty = try symbols.function("xcb_get_property")
    changeAttributes = try symbols.function("xcb_change_window_attributes")
    getAttributes = try symbols.function("xcb_get_window_attributes")
    getGeometry = try symbols.function("xcb_get_geometry")
    queryTree = try symbols.function("xcb_query_tree")
    translate = try symbols.function("xcb_translate_coordinates")
    sendEvent = try symbols.function("xcb_send_event")
    sendRequest = try symbols.function("xcb_send_request")
    randr = LibrarySymbols(of: "libxcb-randr.so.0").flatMap { try? Randr($0) }
    xkb = LibrarySymbols(of: "libxcb-xkb.so.1").flatMap { try? Xkb($0) }
  }
}

extension XcbLibrary.Randr {
  fileprivate init(_ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
    extensionRecord = try symbols.address("xcb_randr_id")
    queryVersion = try symbols.function("xcb_randr_query_version")
    selectInput = try symbols.function("xcb_randr_select_input")
    resources = try symbols.function("xcb_randr_get_screen_resources_current")
    outputInfo = try symbols.function("xcb_randr_get_output_info")
    crtcInfo = try symbols.function("xcb_randr_get_crtc_info")
  }
}

extension XcbLibrary.Xkb {
  fileprivate init(_ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
    extensionRecord = try symbols.address("xcb_xkb_id")
    useExtension = try symbols.function("xcb_xkb_use_extension")
    getState = try symbols.function("xcb_xkb_get_state")
    getMap = try symbols.function("xcb_xkb_get_map")
    latchLockState = try symbols.function("xcb_xkb_latch_lock_state")
    selectEvents = try symbols.function("xcb_xkb_select_events")
  }
}
