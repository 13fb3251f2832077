import CLibraries

/// A connection to a bus. Its user must call `process`. Only the first reading of `uniqueName` can block.
package final class BusConnection {
  /// The error of a connection that has failed or ended; `code` is an errno.
  struct Loss: Error { let code: Int32 }

  /// The maximum number of messages that `process` handles in one call.
  private static let batch = 256

  private final class Listener {
    let library: BusLibrary
    /// Handles a message. Returns true if the listener has answered a call; sd-bus then tries no other listener.
    let receive: (Listener, BusMessage) -> Bool
    var slot: OpaquePointer?

    init(_ library: BusLibrary, _ receive: @escaping (Listener, BusMessage) -> Bool) {
      (self.library, self.receive) = (library, receive)
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func end() { slot = library.slot_unref(slot) }
  }

  private let library: BusLibrary
  private let bus: OpaquePointer
  private var listeners: [ObjectIdentifier: Listener] = [:]

  /// Begins to connect, to the system bus if `address` is nil. If connecting fails after this call, `process` throws.
  init(_ library: BusLibrary, address: String? = nil) throws(Loss) {
    var bus: OpaquePointer?
    var result = library.new(&bus)
    guard result >= 0, let bus else { throw Loss(code: -result) }
    (self.library, self.bus) = (library, bus)
    result = library.set_address(bus, address ?? BusSocket.systemAddress)
    if result >= 0 { result = library.set_bus_client(bus, 1) }
    if result >= 0 { result = library.start(bus) }
    if result < 0 { throw Loss(code: -result) }
  }

  deinit {
    for listener in listeners.values { listener.end() }
    _ = library.close_unref(bus)
  }

  var descriptor: Int32 { library.get_fd(bus) }

  var events: Int16 { Int16(truncatingIfNeeded: max(library.get_events(bus), 0)) }

  /// When to call `process` even without a ready descriptor, in CLOCK_MONOTONIC microseconds. Nil for never.
  var deadline: Int64? {
    var time: UInt64 = 0
    guard library.get_timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
    return Int64(time)
  }

  func process() throws(Loss) {
    for _ in 0..<Self.batch {
      let result = library.process(bus, nil)
      guard result >= 0 else { throw Loss(code: -result) }
      if result == 0 { return }
    }
  }

  /// Calls a method. `answered` gets the answer or an error, unless sending fails or the connection is closed first.
  package func call(_ call: BusCall, within microseconds: Int64, answered: @escaping (BusMessage) -> Void) {
    guard let message = call.message(of: library, on: bus) else { return }
    let listener = Listener(library) { [unowned self] listener, answer in
      listeners[ObjectIdentifier(listener)] = nil
      listener.end()
      answered(answer)
      return false
    }
    let result = library.call_async(
      bus, &listener.slot, message, Self.handler, listener.pointer, UInt64(max(microseconds, 1)))
    _ = library.message_unref(message)
    if result >= 0 { listeners[ObjectIdentifier(listener)] = listener }
  }

  /// Calls `received` for each signal that matches the D-Bus match rule `rule`.
  func follow(_ rule: String, received: @escaping (BusMessage) -> Void) {
    let listener = Listener(library) { _, message in
      received(message)
      return false
    }
    let result = library.add_match_async(bus, &listener.slot, rule, Self.handler, nil, listener.pointer)
    if result >= 0 { listeners[ObjectIdentifier(listener)] = listener }
  }

  /// Calls a method without asking for an answer.
  package func send(_ call: BusCall) {
    guard let message = call.message(of: library, on: bus) else { return }
    if library.message_set_expect_reply(message, 0) >= 0 { _ = library.send(bus, message, nil) }
    _ = library.message_unref(message)
  }

  /// This connection's unique name on the bus, or nil after an error. The first reading blocks until the bus answers.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    return library.get_unique_name(bus, &name) >= 0 ? name.map { String(cString: $0) } : nil
  }

  /// Answers calls of a method with an empty reply. If `accepts` returns false, the caller gets an error.
  func serve(_ path: String, _ interface: String, _ method: String, accepts: @escaping (BusMessage) -> Bool) {
    let listener = Listener(library) { [unowned self] _, message in
      guard message.isCall(method, of: interface, to: path), accepts(message) else { return false }
      answer(message)
      return true
    }
    let result = library.add_filter(bus, &listener.slot, Self.handler, listener.pointer)
    if result >= 0 { listeners[ObjectIdentifier(listener)] = listener }
  }

  private func answer(_ call: BusMessage) {
    var answer: OpaquePointer?
    guard call.expectsReply, library.message_new_method_return(call.message, &answer) >= 0, let answer else { return }
    _ = library.send(bus, answer, nil)
    _ = library.message_unref(answer)
  }

  private static let handler: sd_bus_message_handler_t = { message, listener, _ in
    guard let message, let listener else { return 0 }
    let target = Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue()
    return target.receive(target, BusMessage(library: target.library, message: message)) ? 1 : 0
  }
}
