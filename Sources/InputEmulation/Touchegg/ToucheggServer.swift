import Base
import Bindings
import CLinux
import Desktop
import GestureCore
import Glibc
import Logging
import Runtime

/// Reports gestures in touchegg's protocol to Cinnamon, Pantheon and other desktops. GNOME on X11 needs the extension
/// X11 Gestures.
///
///    closed --rules have gestures for touchegg--> open --rules have none, or a dry run begins--> closed
///    closed --another program, such as touchegg, has the address--> closed, which is logged once
///
/// Only programs of the same user can connect. The server never blocks: a client that doesn't read is disconnected.
public final class ToucheggServer {
  /// touchegg's address, an abstract socket name without a file.
  public static let address = "touchegg"
  private static let path = "/io/github/joseexposito/Touchegg"
  private static let interface = "io.github.joseexposito.Touchegg"
  /// The greatest number of clients that can be connected at once. A desktop is one client.
  static let mostClients = 8

  private let address: String
  private let log: Logger
  private let now: () -> Int64
  private let watch: LinkWatch?
  private var isNeeded = false
  public var isDryRun: Bool {
    didSet { if isDryRun != oldValue { use(isNeeded) } }
  }
  /// The reasons, if any, to suspend gestures: no gesture begins, and the first reason cancels the current gesture.
  public var suspension: SuspensionReasons = [] {
    didSet { if !suspension.isEmpty { end(isCancelled: true) } }
  }
  /// The descriptors of the address and the clients. The set is readable when a client connects, sends or disconnects.
  private let set = try? ReadySet()
  private var listening: Int32?
  /// The D-Bus library, which is loaded when the address is opened for the first time.
  var library: BusLibrary?
  private var clients: [BusClient] = []
  private var gesture: AnnouncedGesture?
  private var logged: Set<String> = []

  /// `now` returns CLOCK_MONOTONIC in microseconds. The server's descriptor is watched in `loop`.
  public init(
    address: String = ToucheggServer.address, dryRun: Bool = false, log: Logger, on loop: EventLoop? = nil,
    now: @escaping () -> Int64
  ) {
    isDryRun = dryRun
    watch = loop.map { LinkWatch(on: $0, log: log) }
    (self.address, self.log, self.now) = (address, log, now)
  }

  deinit { shut() }

  /// The descriptor and events for poll(2); nil while the address is closed.
  public var wait: (descriptor: Int32, events: Int16)? {
    guard let set, listening != nil else { return nil }
    return (set.descriptor, Int16(POLLIN))
  }

  /// Cancels the gesture. Opens the address if rules need touchegg (`isNeeded`) outside a dry run. Otherwise closes it.
  public func use(_ isNeeded: Bool) {
    self.isNeeded = isNeeded
    end(isCancelled: true)
    logged = []
    guard isNeeded, !isDryRun else { return shut() }
    open()
  }

  private func open() {
    guard listening == nil else { return }
    guard let library = library ?? BusLibrary.load() else { return logOnce(ToucheggServerWording.noLibrary) }
    guard library.servesClients else { return logOnce(ToucheggServerWording.oldLibrary) }
    self.library = library
    let descriptor = gb_local_claim(address)
    guard descriptor >= 0 else { return logOnce(ToucheggServerWording.closed(SystemError(call: "bind", code: errno))) }
    listening = descriptor
    set?.add(descriptor)
    watch?.follow(wait) { [unowned self] in ready() }
    log.info("\(ToucheggServerWording.open)")
  }

  private func shut() {
    clients = []
    guard let listening else { return }
    close(listening)
    self.listening = nil
    watch?.follow(nil) {}
  }

  // MARK: Clients

  public func ready() {
    accept()
    clients.removeAll { !$0.process() }
  }

  private func accept() {
    guard let listening, let library else { return }
    while true {
      let number = gb_local_accept(listening)
      guard number >= 0 else { return }
      let descriptor = OwnedDescriptor(owning: number)
      var (user, process): (uid_t, pid_t) = (0, 0)
      guard gb_local_peer(number, &user, &process) == 0, user == geteuid(), clients.count < Self.mostClients,
        let client = BusClient(library, descriptor)
      else { continue }
      set?.add(client.descriptor)
      clients.append(client)
    }
  }

  var clientCount: Int { clients.count }

  // MARK: Gestures

  public func perform(_ request: InputRequest, _ gesture: NativeGesture) {
    guard !isDryRun, suspension.isEmpty else { return }
    switch request.moment {
    case .once, .beginning:
      end(isCancelled: true)
      // The program that had the address may have ended.
      open()
      self.gesture = AnnouncedGesture(gesture, request, at: now())
    case .movement where self.gesture?.holder == request.holder:
      if let report = self.gesture?.move(request, at: now()) { send(report) }
    case .end where self.gesture?.holder == request.holder: end(isCancelled: request.isCancelled)
    case .movement, .end: break
    }
  }

  private func end(isCancelled: Bool) {
    guard let ended = gesture else { return }
    gesture = nil
    for report in ended.end(isCancelled: isCancelled, at: now()) { send(report) }
  }

  private func send(_ report: AnnouncedGesture.Report) {
    guard !clients.isEmpty else { return }
    let arguments: [BusCall.Argument] = [
      .number(report.type), .number(report.direction), .real(report.percentage), .signed(report.fingers),
      .number(AnnouncedGesture.Report.device), .long(report.elapsed),
    ]
    clients.removeAll { !$0.sendSignal(Self.path, Self.interface, report.signal.rawValue, arguments) }
  }

  private func logOnce(_ text: String) { if logged.insert(text).inserted { log.warning("\(text)") } }
}

enum ToucheggServerWording {
  static let open = "gestures with `via = \"touchegg\"` are reported to desktops that support touchegg"
  static let noLibrary =
    "gestures with `via = \"touchegg\"` are skipped: no D-Bus library was found; install libsystemd, libelogind or basu, then run `gesture-bridge reload`"
  static let oldLibrary =
    "gestures with `via = \"touchegg\"` are skipped: the D-Bus library is too old; update libsystemd, libelogind or basu, then restart gesture-bridge"

  static func closed(_ error: SystemError) -> String {
    error.code == EADDRINUSE
      ? "gestures with `via = \"touchegg\"` are skipped: another program, usually touchegg itself, uses touchegg's address; end that program, then run `gesture-bridge reload`"
      : "gestures with `via = \"touchegg\"` are skipped: \(error); run `gesture-bridge reload` to try again"
  }
}
