import Base

/// A connection to a Wayland compositor that never waits: its owner waits for the descriptor and calls `ready`.
package final class WaylandConnection {
  /// It throws only `WaylandNonsense`; the compiler takes no closures that say so.
  package typealias Listener = (inout WaylandEvent) throws -> Void

  package struct Global {
    /// The compositor's number for it.
    package let name: UInt32
    package let interface: String
    package let version: UInt32
  }

  static let display: UInt32 = 1
  /// Windows have a few objects each; far more is a fault.
  private static let mostObjects = 1 << 16
  private static let mostGlobals = 1024
  private static let longestError = 200

  /// By the number of the object.
  private var listeners: [UInt32: Listener] = [:]
  private var lastID = WaylandConnection.display
  /// Numbers that the compositor has given back.
  private var freeIDs: Set<UInt32> = []
  private var inbox = WaylandInbox()
  /// What the compositor offers, in the order in which it came.
  package private(set) var globals: [Global] = []
  private var registry: UInt32 = 0
  private var followed: (interface: String, added: (Global) -> Void, removed: (UInt32) -> Void)?
  private let stream: LocalStream

  /// - Throws: when nothing listens at the path.
  package init(path: String) throws(SystemError) {
    stream = try LocalStream(path: path, peer: "the compositor")
    listeners[Self.display] = { [unowned self] event in try hear(&event) }
  }

  /// What to wait for, as in poll(2); nil once the connection is over.
  package var wait: (descriptor: Int32, events: Int16)? { stream.wait }

  /// Why the connection is over, as a clause; nil while it lasts.
  package var ending: String? { stream.ending }

  /// The connection is over: nothing that has been sent is listened to any more, also what has been read already.
  package func end(_ reason: String) {
    stream.end(reason)
    listeners.removeAll()
    globals.removeAll()
    followed = nil
  }

  // MARK: What the compositor offers

  /// Asks for the globals; calls `listed` when all are known.
  package func list(_ listed: @escaping () -> Void) {
    registry = create { [unowned self] event in
      switch event.code {
      case 0: announce(.init(name: try event.word(), interface: try event.text(), version: try event.word()))
      case 1: withdraw(try event.word())
      default: return
      }
      if globals.count > Self.mostGlobals || globals.last?.interface.isEmpty == true { throw WaylandNonsense() }
    }
    send(Self.display, 1, .word(registry))
    sync(listed)
  }

  private func announce(_ global: Global) {
    globals.append(global)
    if let followed, followed.interface == global.interface { followed.added(global) }
  }

  private func withdraw(_ name: UInt32) {
    globals.removeAll { $0.name == name }
    followed?.removed(name)
  }

  /// The first global of an interface that has this version or a newer one.
  package func global(_ interface: String, since version: UInt32 = 1) -> Global? {
    globals.first { $0.interface == interface && $0.version >= version }
  }

  /// Calls `added` for each global of an interface, now and whenever another one comes, and `removed` with the name of each global that the
  /// compositor withdraws. Only one interface is followed.
  package func follow(
    _ interface: String, added: @escaping (Global) -> Void, removed: @escaping (UInt32) -> Void = { _ in }
  ) {
    followed = (interface, added, removed)
    for global in globals where global.interface == interface { added(global) }
  }

  // MARK: Requests

  /// The number for an object that the next request makes; `listener` gets its events.
  package func create(_ listener: @escaping Listener = { _ in }) -> UInt32 {
    let object = freeIDs.popFirst() ?? lastID + 1
    lastID = max(lastID, object)
    listeners[object] = listener
    return object
  }

  /// `listener` gets the events of an object that the compositor has made.
  package func listen(to object: UInt32, _ listener: @escaping Listener) { listeners[object] = listener }

  package func forget(_ object: UInt32) { listeners[object] = nil }

  package func send(_ object: UInt32, _ code: UInt32, _ arguments: WaylandWire.Argument...) {
    send(object, code, arguments)
  }

  package func send(_ object: UInt32, _ code: UInt32, _ arguments: [WaylandWire.Argument]) {
    stream.send(WaylandWire.request(object, code, arguments))
  }

  /// Sends a request with a copy of an open file, which the argument for it is not listed for.
  package func send(_ object: UInt32, _ code: UInt32, _ arguments: [WaylandWire.Argument], passing file: Int32) {
    stream.send(WaylandWire.request(object, code, arguments), passing: file)
  }

  /// These requests are sent once this process is gone, however it ends, for as long as the result is kept; nil where that can't be.
  package func lastWords(_ requests: [(object: UInt32, code: UInt32, arguments: [WaylandWire.Argument])]) -> LastWords?
  {
    guard let descriptor = wait?.descriptor else { return nil }
    return try? LastWords(requests.flatMap { WaylandWire.request($0.object, $0.code, $0.arguments) }, on: descriptor)
  }

  /// The open file that an event has brought, which is the caller's now; nil if there is none.
  package func takeDescriptor() -> Int32? { stream.takeDescriptor() }

  /// Binds a global at a version that both know; returns the new object.
  package func bind(
    _ global: Global, atMost version: UInt32, _ listener: @escaping Listener = { _ in }
  ) -> UInt32 {
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

  package func ready() {
    stream.ready { [unowned self] bytes in
      inbox.append(bytes)
      dispatch()
    }
  }

  private func dispatch() {
    do {
      while ending == nil, var event = try inbox.next() { try listeners[event.object]?(&event) }
      if listeners.count > Self.mostObjects { throw WaylandNonsense() }
    } catch {
      end("the compositor sends invalid messages of the Wayland protocol")
    }
  }

  /// Events of the display: an error, and numbers that are free again.
  private func hear(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    if event.code == 1 { return free(try event.word()) }
    guard event.code == 0 else { return }
    _ = try event.word()
    let code = try event.word()
    end("the compositor reports the error \(code): \(try event.text().prefix(Self.longestError))")
  }

  /// An object is gone at the other end too. Frames of a drawing would fill the compositor's table if each had a number of its own.
  private func free(_ object: UInt32) {
    guard object > Self.display, object <= lastID else { return }
    forget(object)
    freeIDs.insert(object)
  }
}
