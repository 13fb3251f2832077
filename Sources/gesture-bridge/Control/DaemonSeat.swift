import ArgumentParser
import Base
import CSystem
import Glibc
import Logging

/// The place of the one daemon that serves a session, held by a lock on a file: it is free again as soon as the daemon's
/// process is gone, however that ended.
final class DaemonSeat {
  /// Somebody else has it.
  struct Taken: Error {
    /// Nil where it has not been written down.
    let pid: Int32?
  }

  let folder: RuntimeFolder
  let session: SessionName
  private let lock: Int32

  private init(_ folder: RuntimeFolder, _ session: SessionName, _ lock: Int32) {
    self.folder = folder
    self.session = session
    self.lock = lock
  }

  deinit { close(lock) }

  /// Takes the seat of `session`.
  /// - Throws: `Taken`, or `RuntimeFolder.Problem`.
  static func take(
    _ session: SessionName, in parent: String? = RulesFile.variable(RuntimeFolder.variable)
  ) throws -> DaemonSeat {
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
    let text = Array("\(getpid())\n".utf8)
    _ = ftruncate(lock, 0)
    _ = pwrite(lock, text, text.count, 0)
    return DaemonSeat(folder, session, lock)
  }

  private static func pid(in lock: Int32) -> Int32? {
    let room = 32
    var text = [UInt8](repeating: 0, count: room)
    let count = pread(lock, &text, room, 0)
    return Int32(String(decoding: text.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}

extension DaemonSeat {
  /// For a daemon that is about to run. A dry run needs none, as it runs no command; where none can be had the daemon runs
  /// without one, and says why.
  /// - Throws: an exit status, when a daemon serves the session already.
  static func forRun(isDryRun: Bool, isDebug: Bool, _ log: Logger) throws -> DaemonSeat? {
    guard !isDryRun else { return nil }
    do {
      return try take(.own)
    } catch let taken as Taken {
      log.error("\(Message.runsAlready(taken.pid, isDebug: isDebug))")
      throw ExitCode(ExitStatus.runsAlready)
    } catch {
      log.warning("\(Message.noSeat(error))")
      return nil
    }
  }
}
