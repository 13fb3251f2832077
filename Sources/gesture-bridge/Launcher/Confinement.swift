import ArgumentParser
import Base
import CSystem
import Glibc

/// Whether the daemon confines itself.
enum ConfinementChoice: String, CaseIterable, ExpressibleByArgument {
  case off
  /// As far as the system can.
  case on
  /// Or it does not run.
  case required
}

/// What a confined daemon has given up: it can't start programs, connect to anything but the service that hands out devices, or
/// open files but those of devices.
struct Confinement: Equatable {
  /// The version of the kernel's Landlock; nil without it.
  let files: Int?
  /// Whether system calls are filtered.
  let calls: Bool
  /// Whether it may make devices, if its user may: the clones of devices that are intercepted, or a touchpad beside touchscreens.
  let makesDevices: Bool

  /// Why the daemon is not confined as it should be.
  enum Failure: Error, CustomStringConvertible {
    /// The system refuses a call.
    case system(SystemError)
    /// The system lacks these.
    case lacking([String])

    var description: String {
      switch self {
      case .system(let error): Message.notConfined("\(error)")
      case .lacking(let means): Message.notConfined("the kernel has no \(means.listed("and no"))")
      }
    }
  }

  var isWhole: Bool { files != nil && calls }

  /// For people and clients.
  var words: [String] { (files != nil ? [Self.filesWord] : []) + (calls ? [Self.callsWord] : []) }
  private static let filesWord = "files"
  private static let callsWord = "calls"

  /// What the daemon can still do, such as "open only devices", for the word of a limit. Nil if no limit has this word.
  static func clause(of word: String) -> String? {
    switch word {
    case filesWord: "open only devices"
    case callsWord: "start no programs"
    case _: nil
    }
  }

  var lack: Failure { .lacking((files == nil ? ["Landlock"] : []) + (calls ? [] : ["filter of system calls"])) }

  /// The places that may still be opened: devices, what udev and logind tell of them, libinput's tables of models.
  private static let readable = [
    "/sys", "/proc", "/run/udev", "/run/systemd", "/usr/share/libinput", "/etc/libinput",
  ]
  private static let writable = ["/dev/input", "/dev/null"]
  /// By it a program can type, so a daemon that makes no device can't open it.
  private static let maker = "/dev/uinput"

  /// Confines this process for good. Files in the folders `emptied` may be removed, as the control socket is at the end.
  static func begin(emptying emptied: [String], makesDevices: Bool) throws(Failure) -> Confinement {
    let places =
      readable.map { ($0, GB_MAY_READ) }
      + (writable + (makesDevices ? [maker] : [])).map { ($0, GB_MAY_READ | GB_MAY_WRITE) }
      + emptied.map { ($0, GB_MAY_REMOVE_FILES) }
    let paths = places.map { strdup($0.0) }
    defer { for path in paths { free(path) } }
    let list = zip(paths, places).map { gb_place(path: UnsafePointer($0), rights: Int32($1.1)) }
    let files = gb_confine_files(list, Int32(list.count))
    guard files >= 0 else { throw .system(SystemError(call: "landlock_restrict_self", code: errno)) }
    let calls = gb_confine_calls(1)
    guard calls >= 0 else { throw .system(SystemError(call: "seccomp", code: errno)) }
    return Confinement(
      files: files > 0 ? Int(files) : nil, calls: calls > 0, makesDevices: makesDevices || files == 0)
  }

  /// What a confined process is refused here, tried by one that ends at once.
  static func tried() -> (opening: Bool, connecting: Bool, starting: Bool) {
    let refused = max(0, gb_confinement_probe(1))
    return (
      refused & Int32(GB_OPENING_IS_REFUSED) != 0, refused & Int32(GB_CONNECTING_IS_REFUSED) != 0,
      refused & Int32(GB_STARTING_IS_REFUSED) != 0
    )
  }
}

extension Message {
  static let confinedFromBus =
    "the system bus has restarted, and a confined daemon can't connect to it: the daemon ends, so that it can be restarted"
  static let confinedWithoutClones = """
    these rules intercept devices, or make gestures of the desktop on touchscreens; the daemon was confined without \
    that: restart gesture-bridge
    """
  static let confinedWhileLocked = """
    the system bus has restarted, and a confined daemon can't ask whether the session is still locked: gestures are \
    suspended until you restart gesture-bridge
    """

  static func confined(_ confinement: Confinement) -> String {
    confinement.isWhole
      ? "confined: the daemon can open only devices and can't start programs; a launcher starts the commands"
      : "\(confinement.lack)"
  }

  /// For `doctor`.
  static func confinement(possible refused: (opening: Bool, connecting: Bool, starting: Bool)) -> String {
    let kept = [
      refused.opening ? "open no file but devices" : nil,
      refused.connecting ? "connect to nothing but the service that hands out devices" : nil,
      refused.starting ? "start no program" : nil,
    ].compactMap { $0 }
    return kept.isEmpty
      ? "the kernel has no means to confine the daemon" : "with --confine the daemon can \(kept.listed("and")) here"
  }

  static func notConfined(_ reason: String) -> String {
    "the daemon is only partly confined: \(reason)"
  }
}
