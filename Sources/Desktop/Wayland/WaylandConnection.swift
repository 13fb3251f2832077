import Base
import CSystem
import Glibc

/// A connection to a Wayland compositor that never waits: its owner waits for the descriptor and calls `ready`.
package final class WaylandConnection {
  /// It throws only `WaylandNonsense`; the compiler takes no closures that say so.
  package typealias Listener = (inout WaylandEvent) throws -> Void

  /// Something that the compositor offers.
  package struct Global {
    /// The compositor's number for it.
    package let name: UInt32
    package let interface: String
    package let version: UInt32

    package init(name: UInt32, interface: String, version: UInt32) {
      self.name = name
      self.interface = interface
      self.version = version
    }
  }

  package static let display: UInt32 = 1
  /// Windows have a few objects each; far more is a fault.
  private static let mostObjects = 1 << 16
  /// So many bytes are read before others have their turn.
  private static let atOnce = 1 << 20
  /// So many bytes of requests wait for a compositor that does not read.
  private static let mostUnsent = 1 << 16

  /// Open files that came and were not taken.
  private static let mostFiles = 64
  private static let longestError = 200

  /// Why the connection is over, as a clause; nil while it lasts.
  package private(set) var ending: String?
  /// By the number of the object.
  private var listeners: [UInt32: Listener] = [:]
  private var lastID = WaylandConnection.display
  private var inbox = WaylandInbox()
  private var unsent: [UInt8] = []
  /// Open files that came with events, in their order.
  private var files: [Int32] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)
  private let descriptor: OwnedDescriptor

  /// - Throws: when nothing listens at the path.
  package init(path: String) throws(SystemError) {
    descriptor = try OwnedDescriptor("connect", gb_local_connect(path))
    listeners[Self.display] = { [unowned self] event in try hear(&event) }
  }

  deinit { for file in files { close(file) } }

  /// What to wait for, as in poll(2); nil once the connection is over.
  package var wait: (descriptor: Int32, events: Int16)? {
    ending == nil ? (descriptor.number, Int16(unsent.isEmpty ? POLLIN : POLLIN | POLLOUT)) : nil
  }

  // MARK: Requests

  /// The number for an object that the next request makes; `listener` gets its events.
  package func create(_ listener: @escaping Listener) -> UInt32 {
    lastID += 1
    listeners[lastID] = listener
    return lastID
  }

  /// `listener` gets the events of an object that the compositor has made.
  func listen(to object: UInt32, _ listener: @escaping Listener) { listeners[object] = listener }

  /// The events of an object are ignored from now on.
  package func forget(_ object: UInt32) { listeners[object] = nil }

  package func send(_ object: UInt32, _ code: UInt32, _ arguments: WaylandWire.Argument...) {
    guard ending == nil else { return }
    unsent += WaylandWire.request(object, code, arguments)
    flush()
  }

  /// Sends a request with a copy of an open file, which the argument for it is not listed for.
  package func send(_ object: UInt32, _ code: UInt32, _ arguments: WaylandWire.Argument..., passing file: Int32) {
    flush()
    guard ending == nil else { return }
    let bytes = WaylandWire.request(object, code, arguments)
    let count = unsent.isEmpty ? gb_packets_send(descriptor.number, bytes, bytes.count, file) : 0
    guard count > 0 else { return end("the compositor does not read what it is asked") }
    unsent += bytes.dropFirst(count)
  }

  /// The open file that an event has brought, which is the caller's now; nil if there is none.
  package func takeDescriptor() -> Int32? { files.isEmpty ? nil : files.removeFirst() }

  /// Binds a global at a version that both know; returns the new object.
  package func bind(_ global: Global, of registry: UInt32, atMost version: UInt32, _ listener: @escaping Listener)
    -> UInt32
  {
    let object = create(listener)
    send(
      registry, 0, .word(global.name), .text(global.interface), .word(min(version, global.version)), .word(object))
    return object
  }

  /// Calls `done` when the compositor has answered all requests up to now.
  package func sync(_ done: @escaping () -> Void) {
    let callback = create { [unowned self] event in
      forget(event.object)
      done()
    }
    send(Self.display, 0, .word(callback))
  }

  // MARK: Reading and writing

  /// Reads and writes all that is ready.
  package func ready() {
    var left = Self.atOnce
    while ending == nil, left > 0 {
      let count = receive()
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { break }
      guard count > 0 else { return end("the compositor has closed the connection") }
      left -= count
      inbox.append(buffer[..<count])
      dispatch()
    }
    flush()
  }

  private func receive() -> Int {
    var number: Int32 = 0
    let count = withUnsafeTemporaryAllocation(of: Int32.self, capacity: Int(GB_MOST_FILES)) { passed in
      let count = gb_local_receive_files(descriptor.number, &buffer, buffer.count, passed.baseAddress, &number)
      for index in 0..<Int(number) { files.append(passed[index]) }
      return count
    }
    if files.count > Self.mostFiles { end("the compositor sends files that nothing has asked for") }
    return count
  }

  private func dispatch() {
    do {
      while ending == nil, var event = try inbox.next() { try listeners[event.object]?(&event) }
      if listeners.count > Self.mostObjects { throw WaylandNonsense() }
    } catch {
      end("the compositor sends what is no message of the Wayland protocol")
    }
  }

  private func flush() {
    while ending == nil, !unsent.isEmpty {
      let count = gb_local_send(descriptor.number, unsent, unsent.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        if unsent.count > Self.mostUnsent { end("the compositor does not read what it is asked") }
        return
      }
      // What it has sent before it went, such as an error, is read first.
      guard count > 0 else { return unsent.removeAll() }
      unsent.removeFirst(count)
    }
  }

  /// Events of the display: an error, and numbers that are free again.
  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    guard event.code == 0 else { return }
    _ = try event.word()
    let code = try event.word()
    end("the compositor reports the error \(code): \(try event.text().prefix(Self.longestError))")
  }

  private func end(_ reason: String) {
    ending = ending ?? reason
    unsent.removeAll()
  }
}
