import Base
import CLinux
import Glibc

/// The functions of sd-bus, found at run time in the library of the machine's session manager; the program also runs
/// without it.
///
/// Their types are those of `sd-bus.h`; results below zero are errors, as -errno.
package struct BusLibrary {
  /// The callback of sd-bus, with a message, its receiver, and a place for an error.
  typealias Handler = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32
  typealias Text = UnsafePointer<CChar>

  /// The libraries of systemd, of elogind, and sd-bus by itself; the functions used here are the same in all of them.
  static let names = ["libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"]

  let openSystem: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  let new: @convention(c) (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  let setAddress: @convention(c) (OpaquePointer, Text) -> Int32
  let setBusClient: @convention(c) (OpaquePointer, Int32) -> Int32
  let start: @convention(c) (OpaquePointer) -> Int32
  let closeAndUnref: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let descriptor: @convention(c) (OpaquePointer) -> Int32
  let events: @convention(c) (OpaquePointer) -> Int32
  /// An absolute time, CLOCK_MONOTONIC microseconds.
  let timeout: @convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>) -> Int32
  let process: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
  let addMatch:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, Text, Handler, Handler?, UnsafeMutableRawPointer
    ) -> Int32
  let addFilter:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, Handler, UnsafeMutableRawPointer
    ) -> Int32
  /// Waits for the bus's greeting, if it has not come yet.
  let uniqueName: @convention(c) (OpaquePointer, UnsafeMutablePointer<Text?>) -> Int32
  let newCall: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, Text, Text, Text, Text) -> Int32
  let call:
    @convention(c) (
      OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer, Handler, UnsafeMutableRawPointer, UInt64
    ) -> Int32
  let newReturn: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>) -> Int32
  let expectReply: @convention(c) (OpaquePointer, Int32) -> Int32
  let send: @convention(c) (OpaquePointer, OpaquePointer, UnsafeMutablePointer<UInt64>?) -> Int32
  let unrefSlot: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let unrefMessage: @convention(c) (OpaquePointer?) -> OpaquePointer?
  let append: @convention(c) (OpaquePointer, CChar, UnsafeRawPointer) -> Int32
  let read: @convention(c) (OpaquePointer, CChar, UnsafeMutableRawPointer) -> Int32
  let peek: @convention(c) (OpaquePointer, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<Text?>?) -> Int32
  let enter: @convention(c) (OpaquePointer, CChar, Text) -> Int32
  let exit: @convention(c) (OpaquePointer) -> Int32
  let skip: @convention(c) (OpaquePointer, Text) -> Int32
  let isError: @convention(c) (OpaquePointer, Text?) -> Int32
  let sender: @convention(c) (OpaquePointer) -> Text?
  let isSignal: @convention(c) (OpaquePointer, Text?, Text?) -> Int32
  let isCall: @convention(c) (OpaquePointer, Text?, Text?) -> Int32
  let path: @convention(c) (OpaquePointer) -> Text?
  let expectsReply: @convention(c) (OpaquePointer) -> Int32
  let newSignal: @convention(c) (OpaquePointer, UnsafeMutablePointer<OpaquePointer?>, Text, Text, Text) -> Int32
  let setDescriptors: @convention(c) (OpaquePointer, Int32, Int32) -> Int32
  let setServer: @convention(c) (OpaquePointer, Int32, gb_bus_id) -> Int32
  /// Nil in libraries that don't have it.
  let countQueued: (@convention(c) (OpaquePointer, UnsafeMutablePointer<UInt64>) -> Int32)?

  /// Loads the first of the libraries that the machine has; it stays loaded. Nil if there is none.
  package init?(names: [String] = BusLibrary.names) {
    for name in names {
      guard let symbols = LibrarySymbols(of: name) else { continue }
      if let library = try? BusLibrary(symbols) {
        self = library
        return
      }
    }
    return nil
  }

  /// Whether a `BusVisitor` can be served by it.
  package var servesVisitors: Bool { countQueued != nil }

  private init(_ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
    openSystem = try symbols.function("sd_bus_open_system")
    new = try symbols.function("sd_bus_new")
    setAddress = try symbols.function("sd_bus_set_address")
    setBusClient = try symbols.function("sd_bus_set_bus_client")
    start = try symbols.function("sd_bus_start")
    closeAndUnref = try symbols.function("sd_bus_close_unref")
    descriptor = try symbols.function("sd_bus_get_fd")
    events = try symbols.function("sd_bus_get_events")
    timeout = try symbols.function("sd_bus_get_timeout")
    process = try symbols.function("sd_bus_process")
    addMatch = try symbols.function("sd_bus_add_match_async")
    addFilter = try symbols.function("sd_bus_add_filter")
    uniqueName = try symbols.function("sd_bus_get_unique_name")
    newCall = try symbols.function("sd_bus_message_new_method_call")
    call = try symbols.function("sd_bus_call_async")
    newReturn = try symbols.function("sd_bus_message_new_method_return")
    expectReply = try symbols.function("sd_bus_message_set_expect_reply")
    send = try symbols.function("sd_bus_send")
    unrefSlot = try symbols.function("sd_bus_slot_unref")
    unrefMessage = try symbols.function("sd_bus_message_unref")
    append = try symbols.function("sd_bus_message_append_basic")
    read = try symbols.function("sd_bus_message_read_basic")
    peek = try symbols.function("sd_bus_message_peek_type")
    enter = try symbols.function("sd_bus_message_enter_container")
    exit = try symbols.function("sd_bus_message_exit_container")
    skip = try symbols.function("sd_bus_message_skip")
    isError = try symbols.function("sd_bus_message_is_method_error")
    sender = try symbols.function("sd_bus_message_get_sender")
    isSignal = try symbols.function("sd_bus_message_is_signal")
    isCall = try symbols.function("sd_bus_message_is_method_call")
    path = try symbols.function("sd_bus_message_get_path")
    expectsReply = try symbols.function("sd_bus_message_get_expect_reply")
    newSignal = try symbols.function("sd_bus_message_new_signal")
    setDescriptors = try symbols.function("sd_bus_set_fd")
    setServer = try symbols.function("sd_bus_set_server")
    countQueued = try? symbols.function("sd_bus_get_n_queued_write")
  }
}
