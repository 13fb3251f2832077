import Base
import Bindings
import CLinux
import Desktop
import GestureCore
import Glibc
import Logging
import Runtime

/// Tells desktops that know touchegg of gestures, in its own words: Cinnamon, elementary's, GNOME on X11 with its extension.
///
///     closed --rules have such gestures--> open --they don't any more--> closed
///     closed --another program has the address, as touchegg itself--> closed, which is said once
///
/// Only programs of the same user are told. None is waited for: one that does not read is let go.
public final class ToucheggServer {
  /// That of touchegg; it is in no folder.
  public static let address = "touchegg"
  private static let path = "/io/github/joseexposito/Touchegg"
  private static let interface = "io.github.joseexposito.Touchegg"
  /// A desktop is one.
  static let mostClients = 8

  private let address: String
  private let log: Logger
  private let now: () -> Int64
  private let watch: LinkWatch?
  private var isNeeded = false
  /// While this is a dry run, the address is closed.
  public var isDryRun: Bool {
    didSet { if isDryRun != oldValue { use(isNeeded) } }
  }
  /// While any reason exists, no gesture begins; the one that is under way is cancelled.
  public var suspension: SuspensionReasons = [] {
    didSet { if !suspension.isEmpty { end(isCancelled: true) } }
  }
  /// Ready when anything is to be served.
  private let set = try? ReadySet()
  private var listening: Int32?
  /// Loaded when the address is opened.
  private var library: BusLibrary?
  private var clients: [BusVisitor] = []
  private var gesture: AnnouncedGesture?
  /// The sentences that the log has already.
  private var told: Set<String> = []

  /// `now` is CLOCK_MONOTONIC in microseconds; its descriptor is watched in `loop`.
  public init(
    address: String = ToucheggServer.address, dryRun: Bool = false, log: Logger, on loop: EventLoop? = nil,
    now: @escaping () -> Int64
  ) {
    isDryRun = dryRun
    watch = loop.map { LinkWatch(on: $0, log: log) }
    self.address = address
    self.log = log
    self.now = now
  }

  deinit { shut() }

  /// What to wait for; nil where there is nothing.
  public var wait: (descriptor: Int32, events: Int16)? {
    guard let set, listening != nil else { return nil }
    return (set.fd, Int16(POLLIN))
  }

  /// Whether rules have gestures for it; opens the address, or closes it.
  public func use(_ isNeeded: Bool) {
    self.isNeeded = isNeeded
    end(isCancelled: true)
    told = []
    guard isNeeded, !isDryRun else { return shut() }
    open()
  }

  private func open() {
    guard listening == nil else { return }
    guard let library = library ?? BusLibrary.load(), library.servesVisitors else {
      return tell(ToucheggServerWording.noLibrary)
    }
    self.library = library
    let descriptor = gb_local_claim(address)
    guard descriptor >= 0 else { return tell(ToucheggServerWording.closed(SystemError(call: "bind", code: errno))) }
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
        let client = BusVisitor(library, descriptor)
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
      // Whatever had the address may be gone.
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
    clients.removeAll { !$0.tell(Self.path, Self.interface, report.signal.rawValue, arguments) }
  }

  /// Each sentence once, until there are other rules.
  private func tell(_ text: String) {
    if told.insert(text).inserted { log.warning("\(text)") }
  }
}

enum ToucheggServerWording {
  static let open = "desktops that support touchegg get gestures with `via = \"touchegg\"`"
  static let noLibrary =
    "gestures with `via = \"touchegg\"` are skipped: there is no libsystemd, libelogind or libbasu"

  static func closed(_ error: SystemError) -> String {
    error.code == EADDRINUSE
      ? "gestures with `via = \"touchegg\"` are skipped: another program, usually touchegg itself, has touchegg's address; end it"
      : "gestures with `via = \"touchegg\"` are skipped: \(error)"
  }
}
