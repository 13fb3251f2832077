import ArgumentParser
import Base
import CLinux
import Desktop
import DeviceInput
import Glibc
import Logging
import Runtime

struct HandOut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-out",
    abstract: "Give the user at the machine read-only access to touch devices (a system service).",
    discussion: """
      This service opens touch devices, and passes them, read-only, to the daemon of the session that has the screen. \
      When another session gets the screen, or the session is locked, the service ends this access. systemd starts the \
      service through gesture-bridge-devices.socket; the service then ends when no device is lent. Another service \
      manager starts the service with --socket, as a user with permission to read input devices. Exit status: 0 when \
      the service was stopped or is no longer needed, 1 when it can't continue, 2 for a wrong command line.
      """)

  @Option(help: "The path of the socket to listen on, if systemd passes no socket.", completion: .file())
  var socket: String?

  @Option(help: "Print messages of this level and of more important levels on standard error.")
  var logLevel: Logger.Level = .notice

  func run() throws {
    let errors = BoundedOutput.messages
    defer { errors.finish() }
    let log = Logger.standardError(logLevel, MessageStream(to: errors))
    try reportingErrors(to: log) { try serve(errors, log) }
  }

  private func serve(_ errors: BoundedOutput, _ log: Logger) throws -> Int32 {
    let passedListener = ServiceEnvironment.socket(process: getpid()) { EnvironmentVariable.value($0) }
    _ = ServiceEnvironment.taken()
    guard let listener = try passedListener ?? socket.map({ try Self.listen(at: $0) }) else {
      log.error(
        "there is no socket to listen on: let systemd start this command through \(Lending.socket), or name a socket with --socket"
      )
      throw ExitCode(ExitStatus.wrongUse)
    }
    let runtime = try Runtime()
    errors.follow(runtime.loop)
    // Sessions are followed before any device is lent, so that no change is missed.
    let sessions = try SeatSessions(on: runtime.loop, log: log)
    runtime.add(sessions)
    let system = DeviceLender.System(
      holder: { [unowned sessions] in sessions.holder(of: $0) }, users: { [unowned sessions] in sessions.users })
    let lender = try DeviceLender(listener, mayEnd: passedListener != nil, on: runtime.loop, system, log: log)
    runtime.add(lender)
    defer { lender.end() }
    // While a session is locked, this process doesn't end: a restarted login manager may have forgotten the lock.
    lender.isIdle = { [unowned runtime, unowned sessions] in if !sessions.isAnyLocked { runtime.stop(0) } }
    runtime.loop.onSignal = { [unowned runtime] _ in runtime.stop(0) }
    sessions.changed = { [unowned lender] in lender.seatsChanged() }
    sessions.lost = { [unowned runtime] in
      log.error(
        "\(SeatState.folder) was removed, so the user at the machine is not known, and no device is lent: restart the machine"
      )
      runtime.stop(1)
    }
    log.notice("lending touch devices, read-only, to the user at the machine")
    return try runtime.run()
  }

  private static func listen(at path: String) throws -> Int32 {
    // This removes the socket of an ended service; the administrator controls its folder.
    unlink(path)
    let listener = gb_packets_listen(path, Int32(SOMAXCONN))
    guard listener >= 0 else { throw SystemError(call: "bind", code: errno) }
    return listener
  }
}
