/// Tells the service manager that started the program how it is doing, in the words of sd_notify(3).
public final class ServiceNotifier {
  /// Sees to it that a program that stalls is noticed, from the moment it is ready; nil where nobody watches.
  public private(set) var watchdog: ServiceWatchdog?

  private let socket: ServiceSocket
  private let patience: Int64?
  private var isReloading = false

  /// Nil for a program that no service manager waits for.
  public init?(_ environment: ServiceEnvironment) {
    guard let socket = environment.address.flatMap({ ServiceSocket($0) }) else { return nil }
    self.socket = socket
    patience = environment.patience
  }

  /// The program is at work, from `now` on in CLOCK_MONOTONIC microseconds. Returns whether the service manager could be
  /// told; it gives up on a program of which it does not hear.
  public func ready(_ status: String, at now: Int64) -> Bool {
    watchdog = patience.map { ServiceWatchdog(socket, patience: $0, from: now) }
    return socket.send("READY=1\n\(Self.line(status))")
  }

  /// How it is doing, in one line for people.
  public func tell(_ status: String) { socket.send(Self.line(status)) }

  /// It begins to take new rules; `now` is CLOCK_MONOTONIC in microseconds.
  public func reloading(at now: Int64) {
    guard !isReloading else { return }
    isReloading = true
    socket.send("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  /// It is done with them, whatever came of it.
  public func reloaded(_ status: String) {
    guard isReloading else { return }
    isReloading = false
    socket.send("READY=1\n\(Self.line(status))")
  }

  /// It ends now, because it wants to.
  public func stopping() { socket.send("STOPPING=1") }

  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
  }
}
