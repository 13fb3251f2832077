import ArgumentParser
import Base
import CLinux
import DeviceInput
import Glibc
import Logging

/// The lock that allows one daemon per session; the kernel releases the lock when the daemon ends. A claimed socket
/// name prevents a second daemon even if the lock file is deleted.
final class InstanceLock {
  /// Thrown if another process has the session's lock or socket name.
  struct Taken: Error {
    /// The id of the process that has the lock or the socket name. Nil if the lock file contains no process id.
    let pid: Int32?
  }

  let folder: RuntimeFolder
  let session: SessionName
  private let lock: Int32
  private let claim: NameClaim?

  private init(_ folder: RuntimeFolder, _ session: SessionName, _ lock: Int32, _ claim: NameClaim?) {
    self.folder = folder
    self.session = session
    self.lock = lock
    self.claim = claim
  }

  deinit { close(lock) }

  /// - Throws: `Taken` if another process has the lock or the socket name; `RuntimeFolder.Problem` after any other
  /// failure.
  static func take(
    _ session: SessionName, in parent: String? = EnvironmentVariable.value(RuntimeFolder.variable)
  ) throws -> InstanceLock {
    let folder = try RuntimeFolder(in: parent)
    let path = folder.lock(of: session)
    let lock = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)
    guard lock >= 0 else { throw RuntimeFolder.Problem.system(path: path, SystemError(call: "open", code: errno)) }
    guard gb_lock(lock) == 0 else {
      let code = errno
      defer { close(lock) }
      guard code == EWOULDBLOCK else {
        throw RuntimeFolder.Problem.system(path: path, SystemError(call: "flock", code: code))
      }
      throw Taken(pid: pid(in: lock))
    }
    let claim: NameClaim?
    do throws(Taken) {
      claim = try NameClaim(session, in: folder)
    } catch {
      close(lock)
      throw error
    }
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(lock, 0)
    _ = pwrite(lock, text, text.count, 0)
    return InstanceLock(folder, session, lock, claim)
  }

  private static func pid(in lock: Int32) -> Int32? {
    let room = 32
    var text = [UInt8](repeating: 0, count: room)
    let count = pread(lock, &text, room, 0)
    return Int32(String(decoding: text.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

/// An abstract socket name for a session's daemon. The kernel frees the name when the daemon ends.
final class NameClaim {
  private let socket: Int32

  /// Throws if a process of this user has the name. Nil after other failures, so that other users can't block a start.
  init?(_ session: SessionName, in folder: RuntimeFolder) throws(InstanceLock.Taken) {
    let name = Self.name(of: session, in: folder)
    socket = gb_local_claim(name)
    guard socket < 0 else { return }
    if let pid = Self.owner(of: name) { throw InstanceLock.Taken(pid: pid) }
    return nil
  }

  deinit {
    if socket >= 0 { close(socket) }
  }

  /// The id of this user's process that has claimed the socket name. Nil if no such process exists.
  private static func owner(of name: String) -> Int32? {
    let visit = gb_local_visit(name)
    guard visit >= 0 else { return nil }
    defer { close(visit) }
    var user = uid_t.max
    var process: pid_t = 0
    return gb_local_peer(visit, &user, &process) == 0 && user == geteuid() ? process : nil
  }

  /// The socket name to claim for a session. A hash limits the name's length.
  static func name(of session: SessionName, in folder: RuntimeFolder) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in "\(session) \(folder.path)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return "gesture-bridge-\(geteuid())-\(String(hash, radix: 16))"
  }
}

extension InstanceLock {
  /// Takes the lock of the session, unless the run is a dry run. If a daemon already runs, `isDebug` makes the run a dry
  /// run. The lock is nil for a dry run and, with a warning, if it can't be taken.
  /// - Throws: an exit status, if a daemon already serves the session and `isDebug` is false.
  static func forRun(isDryRun: Bool, isDebug: Bool, _ log: Logger) throws -> (lock: InstanceLock?, isDryRun: Bool) {
    guard !isDryRun else { return (nil, true) }
    do {
      return (try take(.own), false)
    } catch let taken as Taken {
      log.log(level: isDebug ? .notice : .error, "\(Message.runsAlready(taken.pid, isDebug: isDebug))")
      if isDebug { return (nil, true) }
      throw ExitCode(ExitStatus.runsAlready)
    } catch {
      log.warning("\(Message.noSeat(error))")
      return (nil, false)
    }
  }
}

/// The user's private folder in $XDG_RUNTIME_DIR, with the locks and sockets of all daemons.
struct RuntimeFolder {
  enum Problem: Error, Equatable {
    case noVariable
    /// A relative path, which the XDG specification forbids.
    case relative(path: String)
    case wrongOwner(path: String, uid_t)
    /// A parent folder to which other users can write.
    case writableByOthers(path: String)
    case noFolder(path: String)
    case system(path: String, SystemError)
  }

  static let variable = "XDG_RUNTIME_DIR"
  let path: String

  /// Creates the folder if it doesn't exist, and removes other users' access to it.
  init(in parent: String? = EnvironmentVariable.value(variable)) throws(Problem) {
    let path = try Self.place(in: parent)
    if mkdir(path, S_IRWXU) != 0, errno != EEXIST { throw .system(path: path, SystemError(call: "mkdir", code: errno)) }
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      let isOther = errno == ENOTDIR || errno == ELOOP
      throw isOther ? .noFolder(path: path) : .system(path: path, SystemError(call: "open", code: errno))
    }
    defer { close(folder) }
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { throw .system(path: path, SystemError(call: "fstat", code: errno)) }
    guard facts.st_uid == geteuid() else { throw .wrongOwner(path: path, facts.st_uid) }
    guard facts.st_mode & ~S_IFMT == S_IRWXU || fchmod(folder, S_IRWXU) == 0 else {
      throw .system(path: path, SystemError(call: "fchmod", code: errno))
    }
    self.path = path
  }

  /// The path of the folder, which may not exist yet.
  private static func place(in parent: String?) throws(Problem) -> String {
    guard let parent else { throw .noVariable }
    guard parent.hasPrefix("/") else { throw .relative(path: parent) }
    var facts = stat()
    guard stat(parent, &facts) == 0 else { throw .system(path: parent, SystemError(call: "stat", code: errno)) }
    guard facts.st_uid == geteuid() else { throw .wrongOwner(path: parent, facts.st_uid) }
    guard facts.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .writableByOthers(path: parent) }
    return parent + "/gesture-bridge"
  }

  func lock(of session: SessionName) -> String { "\(path)/\(session).lock" }
  func socket(of session: SessionName) -> String { Self.socket(of: session, in: path) }

  static let socketEnding = ".sock"
  static func socket(of session: SessionName, in folder: String) -> String { "\(folder)/\(session)\(socketEnding)" }
}

/// The name of a user's session. Each session has its own daemon.
struct SessionName: Equatable, CustomStringConvertible {
  /// The name, which is a valid file name.
  let description: String

  static let standard = "default"
  private static let longest = 64

  /// Returns the first 64 characters, with `_` for all but ASCII letters, digits and `-`; `standard` for an empty name.
  init(_ name: String) {
    let plain = name.unicodeScalars.prefix(Self.longest).map { Self.isPlain($0) ? Character($0) : "_" }
    description = plain.isEmpty ? Self.standard : String(plain)
  }

  /// The session in $XDG_SESSION_ID, or else the user's graphical session; `standard` if both are unknown.
  static var own: SessionName { SessionName(EnvironmentVariable.value("XDG_SESSION_ID") ?? display() ?? standard) }

  /// The user's graphical session, as logind or elogind records it in `file`; nil without such a record.
  static func display(in file: String = "/run/systemd/users/\(geteuid())") -> String? {
    LoginFile.values(file)?["DISPLAY"]
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
  }
}

/// The daemon's listening socket; its file is removed when the socket closes.
final class ControlSocket {
  enum Visitor {
    case client(Int32)
    case otherUser(Int32, uid_t)
    /// The connection was closed, because no file descriptor was left for it.
    case turnedAway
    case noVisitor
  }

  let path: String
  let descriptor: Int32
  /// A spare descriptor. Without free descriptors, closing the spare makes room to accept and disconnect a client.
  private var spare: Int32
  private static let backlog: Int32 = 16

  /// Opens the socket, and replaces the file that an ended daemon has left. The lock proves that no other daemon runs.
  init(_ seat: InstanceLock) throws(SystemError) {
    path = seat.folder.socket(of: seat.session)
    if unlink(path) != 0, errno != ENOENT { throw SystemError(call: "unlink", code: errno) }
    descriptor = gb_local_listen(path, Self.backlog)
    guard descriptor >= 0 else {
      spare = -1
      throw SystemError(call: "bind", code: errno)
    }
    spare = Self.anything()
  }

  deinit {
    guard descriptor >= 0 else { return }
    unlink(path)
    close(descriptor)
    close(spare)
  }

  func accept() -> Visitor {
    let visitor = gb_local_accept(descriptor)
    guard visitor >= 0 else { return errno == EMFILE || errno == ENFILE ? turnAway() : .noVisitor }
    var user = uid_t.max
    var process: pid_t = 0
    guard gb_local_peer(visitor, &user, &process) == 0, user == geteuid() || user == 0 else {
      return .otherUser(visitor, user)
    }
    return .client(visitor)
  }

  private func turnAway() -> Visitor {
    close(spare)
    let visitor = gb_local_accept(descriptor)
    if visitor >= 0 { close(visitor) }
    spare = Self.anything()
    return .turnedAway
  }

  private static func anything() -> Int32 { open("/dev/null", O_RDONLY | O_CLOEXEC) }
}
