import Glibc

/// A connection to the system bus that never waits: its owner waits for the descriptor and calls `process`.
final class BusConnection {
  /// The connection is gone, or was never made; the number is errno.
  struct Loss: Error { let code: Int32 }

  /// The receiver of an answer or a signal.
  private final class Listener {
    let library: BusLibrary
    let tell: (Listener, BusMessage) -> Void
    var slot: OpaquePointer?

    init(_ library: BusLibrary, _ tell: @escaping (Listener, BusMessage) -> Void) {
      self.library = library
      self.tell = tell
    }

    var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func end() { slot = library.unrefSlot(slot) }
  }

  private let library: BusLibrary
  private let bus: OpaquePointer
  private var listeners: [ObjectIdentifier: Listener] = [:]

  /// Begins to connect to the system bus, or to the D-Bus address; a failure shows later.
  init(_ library: BusLibrary, address: String? = nil) throws(Loss) {
    self.library = library
    bus = if let address { try Self.open(library, address) } else { try Self.openSystem(library) }
  }

  private static func openSystem(_ library: BusLibrary) throws(Loss) -> OpaquePointer {
    var bus: OpaquePointer?
    let result = library.openSystem(&bus)
    guard result >= 0, let bus else { throw Loss(code: -result) }
    return bus
  }

  private static func open(_ library: BusLibrary, _ address: String) throws(Loss) -> OpaquePointer {
    var bus: OpaquePointer?
    var result = library.new(&bus)
    guard result >= 0, let bus else { throw Loss(code: -result) }
    result = library.setAddress(bus, address)
    if result >= 0 { result = library.setBusClient(bus, 1) }
    if result >= 0 { result = library.start(bus) }
    guard result < 0 else { return bus }
    _ = library.closeAndUnref(bus)
    throw Loss(code: -result)
  }

  deinit {
    for listener in listeners.values { listener.end() }
    _ = library.closeAndUnref(bus)
  }

  var descriptor: Int32 { library.descriptor(bus) }

  /// The events to wait for, as in poll(2).
  var events: Int16 { Int16(truncatingIfNeeded: max(library.events(bus), 0)) }

  /// When to call `process` although the descriptor is not ready, CLOCK_MONOTONIC microseconds; nil for never.
  var deadline: Int64? {
    var time: UInt64 = 0
    guard library.timeout(bus, &time) >= 0, time < UInt64(Int64.max) else { return nil }
    return Int64(time)
  }

  /// Reads, writes and hands on all that is ready.
  func process() throws(Loss) {
    while true {
      let result = library.process(bus, nil)
      guard result >= 0 else { throw Loss(code: -result) }
      if result == 0 { return }
    }
  }

  /// Calls a method; `answered` is called once, also for an error, unless the connection is gone before.
  func call(_ call: BusCall, within microseconds: Int64, answered: @escaping (BusMessage) -> Void) {
    guard let message = call.message(of: library, on: bus) else { return }
    let listener = Listener(library) { [unowned self] listener, answer in
      listeners[ObjectIdentifier(listener)] = nil
      listener.end()
      answered(answer)
    }
    let result = library.call(
      bus, &listener.slot, message, Self.handler, listener.pointer, UInt64(max(microseconds, 1)))
    _ = library.unrefMessage(message)
    if result >= 0 { listeners[ObjectIdentifier(listener)] = listener }
  }

  /// Follows signals for as long as the connection lasts; `rule` is a match rule of the D-Bus specification.
  func follow(_ rule: String, told: @escaping (BusMessage) -> Void) {
    let listener = Listener(library) { _, message in told(message) }
    let result = library.addMatch(bus, &listener.slot, rule, Self.handler, nil, listener.pointer)
    if result >= 0 { listeners[ObjectIdentifier(listener)] = listener }
  }

  private static let handler: BusLibrary.Handler = { message, listener, _ in
    guard let message, let listener else { return 0 }
    let told = Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue()
    told.tell(told, BusMessage(library: told.library, message: message))
    return 0
  }
}
