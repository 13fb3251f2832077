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
    /// Its root window.
    package let root: UInt32
    /// The number of the extension's first event; nil if the server has no such extension.
    let randrEvent: UInt8?
    package let xkbEvent: UInt8?
    /// The number of XTEST's requests; nil if the server has no XTEST.
    package let xtestRequests: UInt8?
  }

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

  /// What the thread works with.
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

  private static func connect(_ library: XcbLibrary, _ display: String) -> Outcome {
    var screen: Int32 = 0
    guard let connection = library.connect(display, &screen) else { return .failed("there is no memory left") }
    let error = library.error(connection)
    guard error == 0 else {
      library.disconnect(connection)
      return .failed(reason(error, display))
    }
    guard let setup = library.setup(connection), let root = root(XcbMessage(setup: setup), screen: screen) else {
      library.disconnect(connection)
      return .failed("what DISPLAY=\(display) names doesn't speak X11")
    }
    // The server is asked here, where it may take its time: libxcb asks before the first request of an extension, and waits.
    let records = [library.randr?.extensionRecord, library.xkb?.extensionRecord, XTestRequest.extensionRecord]
    for case let record? in records { library.prefetchExtension(connection, record) }
    let found = records.map { $0.flatMap { numbers(library.extensionData(connection, $0)) } }
    return .connected(
      Connected(
        connection: connection, root: root, randrEvent: found[0]?.event, xkbEvent: found[1]?.event,
        xtestRequests: found[2]?.requests))
  }

  private static func reason(_ error: Int32, _ display: String) -> String {
    switch error {
    case 5: "DISPLAY=\(display) is not the name of an X server"
    case 6: "the X server of DISPLAY=\(display) has no such screen"
    default: "no X server answers at DISPLAY=\(display), or it refuses; check DISPLAY and XAUTHORITY"
    }
  }

  /// That of requests and that of the first event, out of `xcb_query_extension_reply_t`: bytes 8 to 11 say whether it is there, and its
  /// numbers.
  private static func numbers(_ reply: UnsafeRawPointer?) -> (requests: UInt8, event: UInt8)? {
    guard let reply, reply.load(fromByteOffset: 8, as: UInt8.self) != 0 else { return nil }
    return (reply.load(fromByteOffset: 9, as: UInt8.self), reply.load(fromByteOffset: 10, as: UInt8.self))
  }

  /// The root window of a screen, which lies behind the vendor's name, formats, and the depths of the screens before.
  private static func root(_ setup: XcbMessage, screen: Int32) -> UInt32? {
    guard setup.byte(0) == 1, let vendor = setup.half(24), let screens = setup.byte(28), let formats = setup.byte(29),
      screen >= 0, screen < screens
    else { return nil }
    var place = 40 + (Int(vendor) + 3) / 4 * 4 + Int(formats) * 8
    for _ in 0..<screen {
      guard let depths = setup.byte(place + 39) else { return nil }
      place += 40
      for _ in 0..<depths {
        guard let visuals = setup.half(place + 2) else { return nil }
        place += 8 + Int(visuals) * 24
      }
    }
    guard let root = setup.word(place), root != 0 else { return nil }
    return root
  }
}
