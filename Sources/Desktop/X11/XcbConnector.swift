import Base
import CLinux
import Glibc
import Synchronization

/// Connects to an X server in a thread of its own, as `xcb_connect` waits for the server, which may hang.
///
/// The thread ends when the server has answered, also if nothing wants its answer any more: the connection is closed then.
package final class XcbConnector: Sendable {
  /// A connection that its receiver has to close.
  package struct Connected: @unchecked Sendable {
    package let connection: XcbLibrary.Connection
    package let setup: XcbMessage
    package let root: UInt32
    /// Nil for an extension that the server doesn't have.
    let randr: Extension?
    package let xkb: Extension?
    package let xtest: Extension?
  }

  /// The number of an extension's requests, and that of its first event.
  package typealias Extension = (requests: UInt8, event: UInt8)

  package enum Outcome: Sendable {
    case connected(Connected)
    /// A clause that says why.
    case failed(String)
  }

  private enum Life {
    case connecting
    case done(Outcome)
    /// The outcome was taken, or is not wanted any more.
    case over
  }

  private final class Work: @unchecked Sendable {
    let library: XcbLibrary
    let display: String
    let life = Mutex(Life.connecting)
    /// A pipe that becomes readable when it is done.
    let signal: OwnedDescriptor
    let signaling: OwnedDescriptor

    init(_ library: XcbLibrary, display: String) throws(SystemError) {
      self.library = library
      self.display = display
      var ends: [Int32] = [-1, -1]
      guard gb_pipe(&ends) == 0 else { throw SystemError(call: "pipe2", code: errno) }
      signal = OwnedDescriptor(owning: ends[0])
      signaling = OwnedDescriptor(owning: ends[1])
    }
  }

  private let work: Work

  /// Begins to connect to a display such as `:0`.
  ///
  /// - Throws: where there is no descriptor, or no thread.
  package init(_ library: XcbLibrary, display: String) throws(SystemError) {
    work = try Work(library, display: display)
    try Self.detach(work)
  }

  deinit {
    let unwanted = end()
    if case .connected(let connected) = unwanted { work.library.disconnect(connected.connection) }
  }

  /// Becomes readable when there is an outcome.
  package var descriptor: Int32 { work.signal.number }

  /// The outcome, once; nil while there is none.
  package func takeOutcome() -> Outcome? {
    work.life.withLock { life in
      guard case .done(let outcome) = life else { return nil }
      life = .over
      return outcome
    }
  }

  private func end() -> Outcome? {
    work.life.withLock { life in
      defer { life = .over }
      if case .done(let outcome) = life { return outcome }
      return nil
    }
  }

  // MARK: The thread

  /// Signals are the loop's matter, so the thread blocks them all.
  private static func detach(_ work: Work) throws(SystemError) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let held = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { held in
        if let held { XcbConnector.run(Unmanaged<Work>.fromOpaque(held).takeRetainedValue()) }
        return nil
      }, held.toOpaque())
    guard code != 0 else { return }
    held.release()
    throw SystemError(call: "pthread_create", code: code)
  }

  private static func run(_ work: Work) {
    let outcome = connect(work.library, work.display)
    let isWanted = work.life.withLock { life in
      guard case .connecting = life else { return false }
      life = .done(outcome)
      return true
    }
    if isWanted {
      _ = writeAll([1], to: work.signaling.number)
    } else if case .connected(let connected) = outcome {
      work.library.disconnect(connected.connection)
    }
  }

  /// `xcb_extension_t` of each extension: a name, and a number that libxcb fills in. They last as long as the program.
  private nonisolated(unsafe) static let records = ["RANDR", "XKEYBOARD", "XTEST"].map { name in
    let record = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 8)
    record.initializeMemory(as: UInt8.self, repeating: 0, count: 16)
    record.storeBytes(of: strdup(name), as: UnsafeMutablePointer<CChar>?.self)
    return record
  }

  private static func connect(_ library: XcbLibrary, _ display: String) -> Outcome {
    var screen: Int32 = 0
    guard let connection = library.connect(display, &screen) else { return .failed("there is no memory left") }
    let error = library.error(connection)
    guard error == 0 else {
      library.disconnect(connection)
      return .failed(reason(error, display))
    }
    guard let setup = library.setup(connection).map({ XcbMessage(setup: $0) }), let root = root(setup, screen: screen)
    else {
      library.disconnect(connection)
      return .failed("what DISPLAY=\(display) names doesn't speak X11")
    }
    // The server is asked here, where it may take its time: libxcb asks before the first request of an extension, and waits.
    for record in records { library.prefetchExtension(connection, record) }
    let found = records.map { numbers(library.extensionData(connection, $0)) }
    return .connected(
      Connected(
        connection: connection, setup: setup, root: root, randr: found[0], xkb: found[1], xtest: found[2]))
  }

  private static func reason(_ error: Int32, _ display: String) -> String {
    switch error {
    case 5: "DISPLAY=\(display) is not the name of an X server"
    case 6: "the X server of DISPLAY=\(display) has no such screen"
    default: "no X server answers at DISPLAY=\(display), or it refuses; check DISPLAY and XAUTHORITY"
    }
  }

  /// Out of `xcb_query_extension_reply_t`: bytes 8 to 11 say whether it is there, and its numbers.
  private static func numbers(_ reply: UnsafeRawPointer?) -> Extension? {
    guard let reply, reply.load(fromByteOffset: 8, as: UInt8.self) != 0 else { return nil }
    return (reply.load(fromByteOffset: 9, as: UInt8.self), reply.load(fromByteOffset: 10, as: UInt8.self))
  }

  private static func root(_ setup: XcbMessage, screen: Int32) -> UInt32? {
    guard let screens = setup.screens, screens.indices.contains(Int(screen)) else { return nil }
    return setup.word(screens[Int(screen)].place).flatMap { $0 == 0 ? nil : $0 }
  }
}
