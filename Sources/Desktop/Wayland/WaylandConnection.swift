import Base
import Logging
import Runtime

/// A connection to a Wayland compositor. It never blocks.
package final class WaylandConnection {
  package struct Global {
    /// The compositor's number for the global.
    package let name: UInt32
    package let interface: String
    package let version: UInt32
  }

  static let display: UInt32 = 1
  package static let none: UInt32 = 0
  /// The maximum number of objects with listeners. More objects would mean a fault.
  private static let mostObjects = 1 << 16
  private static let mostGlobals = 1024
  private static let longestError = 200

  private var listeners: [UInt32: [WaylandListener]] = [:]
  private var lastID = WaylandConnection.display
  private var freeIDs: Set<UInt32> = []
  private var inbox = MessageInbox()
  /// The compositor's globals, in order of arrival. Complete after the answer to a `sync`.
  package private(set) var globals: [Global] = []
  private var registry: UInt32 = 0
  private var followed: (interface: String, added: (Global) -> Void, removed: (UInt32) -> Void)?
  /// A counter that increases after each read, and when the connection ends.
  package private(set) var news = 0
  private let stream: LocalStream
  private let watch: LinkWatch?

  /// `loop` watches the descriptor; if `loop` is nil, the owner watches it. Throws if no connection can be made.
  package init(path: String, on loop: (loop: EventLoop, log: Logger)? = nil) throws(SystemError) {
    stream = try LocalStream(path: path, peer: "the compositor")
    watch = loop.map { LinkWatch(on: $0.loop, log: $0.log) }
    listen(
      to: Self.display,
      WlDisplay.error.on { [unowned self] _, code, text in
        end("the compositor reports the error \(code): \(text.prefix(Self.longestError))")
      },
      WlDisplay.deleteId.on { [unowned self] in free($0) })
    registry = create(
      WlRegistry.global.on { [unowned self] in
        try addGlobal(.init(name: $0, interface: $1, version: $2))
      },
      WlRegistry.globalRemove.on { [unowned self] in removeGlobal($0) })
    send(Self.display, WlDisplay.getRegistry, registry)
  }

  /// Stops watching, because the loop must forget the descriptor before the descriptor is closed.
  deinit { watch?.follow(nil) {} }

  /// The descriptor and events to wait for. Nil if a loop waits for them, or if the connection has ended.
  package var wait: (descriptor: Int32, events: Int16)? { watch == nil ? socket : nil }

  package var socket: (descriptor: Int32, events: Int16)? { stream.wait }

  package var ending: String? { stream.ending }

  /// Ends the connection: no more events are delivered, not even events that were already read.
  package func end(_ reason: String) {
    guard !listeners.isEmpty else { return }
    stream.end(reason)
    listeners.removeAll()
    globals.removeAll()
    followed = nil
    news += 1
    follow()
  }

  private func follow() { watch?.follow(socket) { [unowned self] in ready() } }

  private func watchOrEnd() { if let ending { end(ending) } else { follow() } }

  // MARK: Globals

  private func addGlobal(_ global: Global) throws(InvalidMessage) {
    guard globals.count < Self.mostGlobals, !global.interface.isEmpty else { throw InvalidMessage() }
    globals.append(global)
    if let followed, followed.interface == global.interface { followed.added(global) }
  }

  private func removeGlobal(_ name: UInt32) {
    globals.removeAll { $0.name == name }
    followed?.removed(name)
  }

  package func global(_ interface: WaylandInterface, since version: UInt32 = 1) -> Global? {
    globals.first { $0.interface == interface.name && $0.version >= version }
  }

  /// Follows one interface, instead of the interface of an earlier call. `added` gets the interface's present and
  /// future globals. `removed` gets the number of each global that the compositor withdraws, of any interface.
  package func follow(
    _ interface: WaylandInterface, added: @escaping (Global) -> Void, removed: @escaping (UInt32) -> Void = { _ in }
  ) {
    followed = (interface.name, added, removed)
    for global in globals where global.interface == interface.name { added(global) }
  }

  // MARK: Requests

  /// Returns an unused number for the object that the next request creates. `listeners` get the object's events.
  package func create(_ listeners: WaylandListener...) -> UInt32 {
    let object = freeIDs.popFirst() ?? lastID + 1
    lastID = max(lastID, object)
    listen(to: object, listeners)
    return object
  }

  package func listen(to object: UInt32, _ listeners: WaylandListener...) { listen(to: object, listeners) }

  private func listen(to object: UInt32, _ listeners: [WaylandListener]) {
    if ending == nil { self.listeners[object] = listeners }
  }

  package func forget(_ object: UInt32) { listeners[object] = nil }

  package func send<each Argument: WaylandArgument>(
    _ object: UInt32, _ request: WaylandRequest<repeat each Argument>, _ arguments: repeat each Argument
  ) {
    var file: WaylandFile?
    for argument in repeat each arguments { file = argument as? WaylandFile ?? file }
    let bytes = request.bytes(object, repeat each arguments)
    if let file { stream.send(bytes, passing: file.descriptor) } else { stream.send(bytes) }
    watchOrEnd()
  }

  /// Sends the request that destroys an object; the object's events are ignored after this.
  package func release(_ object: UInt32, _ request: PlainRequest) {
    forget(object)
    send(object, request)
  }

  /// Prepares `requests` to be sent when this process ends, if the caller still keeps the returned message. Nil if the
  /// connection has ended, or if the message can't be prepared.
  package func lastWords(_ requests: [UInt8]) -> ExitMessage? {
    guard let socket else { return nil }
    return try? ExitMessage(requests, on: socket.descriptor)
  }

  /// Binds a global at the newest version that both sides know, and returns the number of the new object.
  package func bind(_ global: Global, as interface: WaylandInterface) -> UInt32 {
    let object = create()
    send(registry, WlRegistry.bind, global.name, interface.name, min(interface.version, global.version), object)
    return object
  }

  /// Calls `done` when the compositor has answered all earlier requests; never if the connection ends first.
  package func sync(_ done: @escaping () -> Void) {
    let callback = create()
    listen(
      to: callback,
      WlCallback.done.on { [unowned self] _ in
        forget(callback)
        done()
      })
    send(Self.display, WlDisplay.sync, callback)
  }

  // MARK: Reading and writing

  package func ready() {
    stream.ready { [unowned self] bytes in
      inbox.append(bytes)
      dispatch()
      news += 1
    }
    watchOrEnd()
  }

  private func dispatch() {
    do {
      while ending == nil, var message = try inbox.nextOfWayland(from: stream) {
        for listener in listeners[message.object] ?? [] where listener.code == message.code {
          try listener.handle(&message)
        }
      }
      if listeners.count > Self.mostObjects { throw InvalidMessage() }
    } catch {
      end("the compositor sends invalid Wayland messages")
    }
  }

  /// Lets new objects use a released number again.
  private func free(_ object: UInt32) {
    guard object > Self.display, object <= lastID else { return }
    forget(object)
    freeIDs.insert(object)
  }
}
