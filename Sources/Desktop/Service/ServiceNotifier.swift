/// Reports the program's state to the service manager that started it, in the words of sd_notify(3).
public final class ServiceNotifier {
  /// Lets the service manager notice a stall, from the moment the program is ready; nil if it does not watch.
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

  /// The program is at work, from `now` on in CLOCK_MONOTONIC microseconds. Returns whether the message was taken; the
  /// service manager gives up on a program that does not send it.
  public func ready(_ status: String, at now: Int64) -> Bool {
    watchdog = patience.map { ServiceWatchdog(socket, patience: $0, from: now) }
    return socket.send("READY=1\n\(Self.line(status))")
  }

  /// Reports the state in one line for people.
  public func tell(_ status: String) { socket.send(Self.line(status)) }

  /// The program begins to take new rules; `now` is CLOCK_MONOTONIC in microseconds.
  public func reloading(at now: Int64) {
    guard !isReloading else { return }
    isReloading = true
    socket.send("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  /// The program is done with the new rules, whether or not they are in force.
  public func reloaded(_ status: String) {
    guard isReloading else { return }
    isReloading = false
    socket.send("READY=1\n\(Self.line(status))")
  }

  /// The program ends now, by its own decision.
  public func stopping() { socket.send("STOPPING=1") }

  private static func line(_ status: String) -> String {
    "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
  }
}
