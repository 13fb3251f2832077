import Base
import CLibraries
import CLinux
import Glibc
import Synchronization

/// Connects to an X server in a separate thread, because `xcb_connect` blocks. If this object is released before
/// `receiveOutcome` has returned the outcome, the connection is closed.
package final class XcbConnector: Sendable {
  /// A connection, which the receiver must close.
  package struct Connected: @unchecked Sendable {
    package let connection: OpaquePointer
    package let setup: xcb_setup_t
    package let screen: xcb_screen_t
    package let translucent: UInt32?
    package let extensions: [Extension: Numbers]
  }

  package enum Extension: String, CaseIterable {
    case randr = "RANDR"
    case shape = "SHAPE"
    case xkb = "XKEYBOARD"
    case xtest = "XTEST"
  }

  /// The major opcode of an extension's requests, and the number of its first event.
  package typealias Numbers = (requests: UInt8, event: Int32)

  package enum Outcome: Sendable {
    case connected(Connected)
    case failed(String)
  }

  private enum Life {
    case connecting
    case done(Outcome)
    /// The outcome was taken, or is no longer wanted.
    case over
  }

  private final class Work: @unchecked Sendable {
    let library: XcbLibrary
    let display: String
    let life = Mutex(Life.connecting)
    let signal: OwnedDescriptor
    let signaling: OwnedDescriptor

    init(_ library: XcbLibrary, display: String) throws(SystemError) {
      (self.library, self.display) = (library, display)
      var ends: [Int32] = [-1, -1]
      guard gb_pipe(&ends) == 0 else { throw SystemError(call: "pipe2", code: errno) }
      signal = OwnedDescriptor(owning: ends[0])
      signaling = OwnedDescriptor(owning: ends[1])
    }
  }

  private let work: Work

  /// Begins to connect to a display such as `:0`. Throws if no pipe or thread can be created.
  package init(_ library: XcbLibrary, display: String) throws(SystemError) {
    work = try Work(library, display: display)
    try Self.detach(work)
  }

  deinit {
    let unwanted = end()
    if case .connected(let connected) = unwanted { work.library.disconnect(connected.connection) }
  }

  /// A descriptor that becomes readable when there is an outcome.
  package var descriptor: Int32 { work.signal.number }

  /// Returns the outcome at the first call after its arrival; all other calls return nil.
  package func receiveOutcome() -> Outcome? {
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

  /// Starts the thread, which blocks all signals: only the event loop handles signals.
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

  private static func connect(_ library: XcbLibrary, _ display: String) -> Outcome {
    var number: Int32 = 0
    guard let connection = library.connect(display, &number) else {
      return .failed("there is not enough memory for a connection to the X server")
    }
    let error = library.connection_has_error(connection)
    guard error == 0 else {
      library.disconnect(connection)
      return .failed(reason(error, display))
    }
    guard let setup = library.get_setup(connection).flatMap({ XcbReply(setup: $0) }), let screens = setup.screens,
      screens.indices.contains(Int(number)), screens[Int(number)].screen.root != 0
    else {
      library.disconnect(connection)
      return .failed("the program at DISPLAY=\(display) is not an X server; check DISPLAY")
    }
    let (screen, translucent) = screens[Int(number)]
    return .connected(
      Connected(
        connection: connection, setup: setup.head, screen: screen, translucent: translucent,
        extensions: extensions(library, connection)))
  }

  /// Returns the numbers of each `Extension` that the server has. Blocks the connecting thread until all answers come.
  private static func extensions(_ library: XcbLibrary, _ connection: OpaquePointer) -> [Extension: Numbers] {
    let asked = Extension.allCases.map {
      ($0, library.query_extension(connection, UInt16($0.rawValue.utf8.count), $0.rawValue))
    }
    var found: [Extension: Numbers] = [:]
    for (name, cookie) in asked {
      guard let reply = library.query_extension_reply(connection, cookie, nil) else { continue }
      if reply.pointee.present != 0 { found[name] = (reply.pointee.major_opcode, Int32(reply.pointee.first_event)) }
      free(reply)
    }
    return found
  }

  private static func reason(_ error: Int32, _ display: String) -> String {
    switch error {
    case XCB_CONN_CLOSED_PARSE_ERR: "DISPLAY=\(display) is not the name of an X server, such as :0"
    case XCB_CONN_CLOSED_INVALID_SCREEN:
      "the X server has no screen with the number after the dot in DISPLAY=\(display)"
    default:
      "the X server at DISPLAY=\(display) does not answer, or refuses the connection; check DISPLAY and XAUTHORITY"
    }
  }
}
