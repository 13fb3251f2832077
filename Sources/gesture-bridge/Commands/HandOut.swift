import ArgumentParser
import Base
import CSystem
import Desktop
import DeviceInput
import Glibc
import Logging
import Runtime

/// The service that hands out touch devices, to read only.
struct HandOut: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hand-out",
    abstract: "Give the user at the machine read-only access to touch devices (a system service).",
    discussion: """
      It listens at a socket, and passes open touch devices, to read, to the daemon of the session that has the \
      screen. When another session gets the screen, it takes them back. systemd starts it by \
      gesture-bridge-devices.socket, and it ends when no device is lent. Another service manager starts it with \
      --socket, as a user with permission to read input devices. Exit status: 0 when it was told to stop or is no \
      longer needed, 1 when it can't continue, 2 for a wrong command line.
      """)

  @Option(help: "The socket to listen at, if systemd passes none.", completion: .file())
  var socket: String?

  @Option(help: "The lowest level of messages on standard error.")
  var logLevel: Logger.Level = .notice

  /// Where logind and elogind keep what they know of seats; each change makes a new file.
  private static let seats = "/run/systemd/seats"

  func run() throws {
    let errors = MessageOutput()
    defer { errors.finish() }
    let log = Logger.standardError(logLevel, MessageStream(to: errors))
    do {
      let status = try serve(errors, log)
      if status != 0 { throw ExitCode(status) }
    } catch let code as ExitCode {
      throw code
    } catch {
      log.error("\(error)")
      throw ExitCode.failure
    }
  }

  private func serve(_ errors: MessageOutput, _ log: Logger) throws -> Int32 {
    let handed = ServiceEnvironment.socket(process: getpid()) { RulesFile.variable($0) }
    _ = ServiceEnvironment.taken()
    guard let listener = try handed ?? socket.map({ try Self.listen(at: $0) }) else {
      log.error("\(Message.noSocketToListenAt)")
      throw ExitCode(ExitStatus.wrongUse)
    }
    let runtime = try Runtime()
    errors.follow(runtime)
    // Before anything is lent: what changes from now on is noticed.
    let watch = try SeatWatch(Self.seats)
    let lender = try DeviceLender(listener, mayEnd: handed != nil, on: runtime.loop, log: log)
    runtime.add(lender)
    defer { lender.end() }
    lender.isIdle = { [unowned runtime] in runtime.stop(0) }
    runtime.loop.onSignal = { [unowned runtime] _ in runtime.stop(0) }
    try runtime.loop.add(watch.descriptor, .reading) { [unowned runtime] _ in
      let isThere = watch.takeChanges()
      lender.seatsChanged()
      guard !isThere else { return }
      log.error("\(Message.noSeats(Self.seats))")
      runtime.stop(1)
    }
    log.notice("\(Message.handsOut)")
    return try runtime.run()
  }

  private static func listen(at path: String) throws -> Int32 {
    // One of a service that is gone; its folder is the administrator's.
    unlink(path)
    let listener = gb_packets_listen(path, 16)
    guard listener >= 0 else { throw SystemError(call: "bind", code: errno) }
    return listener
  }
}

/// Notices that the login manager knows something new of seats.
private final class SeatWatch {
  let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// - Throws: where there is no login manager.
  init(_ folder: String) throws(SystemError) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", code: errno) }
    let events = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
    guard inotify_add_watch(descriptor, folder, UInt32(events)) >= 0 else {
      throw SystemError(call: "inotify_add_watch(\(folder))", code: errno)
    }
  }

  deinit { close(descriptor) }

  /// Returns whether the folder is still there.
  func takeChanges() -> Bool {
    let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    var start = 0
    var isThere = true
    while start + MemoryLayout<inotify_event>.size <= count {
      let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self) }
      start += MemoryLayout<inotify_event>.size + Int(event.len)
      if Int32(bitPattern: event.mask) & (IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF) != 0 { isThere = false }
    }
    return isThere
  }
}

// The service
extension Message {
  static let handsOut = "the user at the machine gets touch devices, to read"
  static let noSocketToListenAt =
    "there is no socket to listen at: systemd hands over \(Lending.socket), and --socket names one"

  static func noSeats(_ folder: String) -> String {
    "\(folder) is gone, so the user at the machine is not known: no device is lent any more"
  }
}
