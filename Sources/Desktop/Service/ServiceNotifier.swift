/// Reports the program's state to the service manager. Source: sd_notify(3).
public final class ServiceNotifier {
  /// The sender of signs of life. Nil before `ready`, or if the service manager doesn't watch this process.
  public private(set) var watchdog: ServiceWatchdog?

  private let socket: ServiceSocket
  private let patience: Int64?
  private var isReloading = false

  /// Nil if the environment names no usable socket of a service manager.
  public init?(_ environment: ServiceEnvironment) {
    guard let socket = environment.address.flatMap({ ServiceSocket($0) }) else { return nil }
    self.socket = socket
    patience = environment.patience
  }

  /// Reports that the program is ready, and starts the watchdog if the service manager watches this process. Returns
  /// whether the socket accepted the message. `now` is CLOCK_MONOTONIC in microseconds.
  public func ready(_ status: String, at now: Int64) -> Bool {
    watchdog = patience.map { ServiceWatchdog(socket, patience: $0, from: now) }
    return socket.send("READY=1\n\(Self.line(status))")
  }

  public func report(_ status: String) { socket.send(Self.line(status)) }

  /// Reports that the program begins to load new rules; `now` is CLOCK_MONOTONIC in microseconds.
  public func reloading(at now: Int64) {
    guard !isReloading else { return }
    isReloading = true
    socket.send("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  /// Reports that the program has finished loading rules, whether or not the rules are valid.
  public func reloaded(_ status: String) {
    guard isReloading else { return }
    isReloading = false
    socket.send("READY=1\n\(Self.line(status))")
  }

  public func stopping() { socket.send("STOPPING=1") }

  private static func line(_ status: String) -> String { "STATUS=" + String(status.map { $0.isNewline ? " " : $0 }) }
}
