import Base
import Doctor
import Glibc
import Importers
import Text

extension ImportFormat {
  /// The names of this gesture program's executables; empty if the program is only a plugin of a compositor.
  var programs: [String] {
    switch self {
    case .libinputGestures: ["libinput-gestures", "libinput-gestures-setup"]
    case .touchegg, .fusuma, .lisgd: [rawValue]
    case .gebaar: ["gebaard"]
    case .inputActions: ["inputactionsd", "inputactions-client"]
    case .hyprgrass: []
    }
  }

  /// The step that turns off the program's plugin in a compositor; empty if the program has no such plugin.
  fileprivate var plugin: [TakeOverStep] {
    let inPlasma = "the InputActions plugin (Plasma: System Settings, Desktop Effects; Hyprland: hyprpm)"
    return switch self {
    case .hyprgrass: [TakeOverStep(.task, "run `hyprpm disable hyprgrass`", "run `hyprpm enable hyprgrass`")]
    case .inputActions:
      [
        TakeOverStep(.task, "turn off \(inPlasma), if you use it", "turn on \(inPlasma), if you turned it off")
      ]
    case .libinputGestures, .touchegg, .fusuma, .lisgd, .gebaar: []
    }
  }
}

/// The folders of files that start programs for the user, and the path of the take-over's journal.
struct UserFolders {
  let home: String
  let config: String
  let journal: String
  let systemAutostart: [String]
  /// The folders besides `units` in which systemd looks for units of users.
  let otherUnits: [String]
  let systemUnits: [String]

  init() throws(CommandError) {
    func variable(_ name: String, _ other: String) -> String { EnvironmentVariable.value(name) ?? other }
    func paths(_ list: String, _ end: String) -> [String] { list.split(separator: ":").map { "\($0)/\(end)" } }
    home = variable("HOME", "")
    var status = stat()
    guard stat(home, &status) == 0, status.st_uid == geteuid() else {
      throw CommandError(
        "HOME is \(home.inQuotes), which is not your own folder: run this command without sudo, or set HOME to your home folder"
      )
    }
    config = variable("XDG_CONFIG_HOME", home + "/.config")
    journal = variable("XDG_STATE_HOME", home + "/.local/state") + "/gesture-bridge/taken-over"
    systemAutostart = paths(variable("XDG_CONFIG_DIRS", "/etc/xdg"), "autostart")
    let data = variable("XDG_DATA_HOME", home + "/.local/share")
    let system = "/etc:/run:/usr/local/lib:/usr/lib:/lib"
    let shared = variable("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
    otherUnits = paths("\(data):\(shared):\(system)", "systemd/user")
    systemUnits = paths(system, "systemd/system")
  }

  var autostart: String { config + "/autostart" }
  var units: String { config + "/systemd/user" }
  /// The folders that a take-over makes if they are needed but missing. A parent folder comes before its subfolder.
  var made: [String] { [autostart, config + "/systemd", units] }

  /// Whether a take-over may change `path`: an autostart entry, a user's service, or a link that enables a service.
  func mayChange(_ path: String) -> Bool {
    let folder = PathResolver.parent(of: path)
    let isEnabling = PathResolver.parent(of: folder) == units && Self.isEnabling(folder)
    return folder == autostart && path.hasSuffix(".desktop")
      || (folder == units || isEnabling) && path.hasSuffix(".service")
  }

  static func isEnabling(_ folder: String) -> Bool { folder.hasSuffix(".wants") || folder.hasSuffix(".requires") }
}

/// A process of the user.
struct RunningProgram {
  let words: [String]
  /// The name of the innermost systemd service that contains the process. Nil if no service contains it.
  let unit: String?

  /// Reads the facts in /proc. Nil if the process has ended, belongs to another user, or has no command line.
  init?(_ process: pid_t) {
    var status = stat()
    let folder = "/proc/\(process)"
    guard stat(folder, &status) == 0, status.st_uid == geteuid(),
      let bytes = SmallFile.bytes(folder + "/cmdline", atMost: 4096), !bytes.isEmpty
    else { return nil }
    words = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self).visible }
    let group = SmallFile.bytes(folder + "/cgroup", atMost: 4096).map { String(decoding: $0, as: UTF8.self) } ?? ""
    unit = group.split(whereSeparator: { $0 == "/" || $0.isNewline }).last { $0.hasSuffix(".service") }.map(String.init)
  }

  static var all: [(number: pid_t, process: RunningProgram)] {
    let numbers = FolderNames.all(in: "/proc").compactMap { pid_t($0) }
    return numbers.compactMap { number in RunningProgram(number).map { (number, $0) } }
  }

  func isOf(_ format: ImportFormat) -> Bool { names.contains { format.programs.contains(String($0)) } }

  var command: String { words.joined(separator: " ") }

  /// The program's name and, if the program is an interpreter, also the name of the script that the program runs.
  var names: [Substring] {
    let first = words.first?.split(separator: "/").last ?? ""
    let isInterpreter = ["ruby", "python", "perl", "sh", "bash", "dash", "node"].contains { first.hasPrefix($0) }
    let script = isInterpreter ? words.dropFirst().first { !$0.hasPrefix("-") } : nil
    return [first] + (script?.split(separator: "/").suffix(1) ?? [])
  }
}

/// Another program for gestures. Finds everything that starts this program for the user.
struct OldProgram {
  let format: ImportFormat
  let folders: UserFolders

  /// The steps that stop the program permanently, and start gesture-bridge's service.
  func steps() -> [TakeOverStep] {
    let services = userServices()
    let stopped = services.filter { $0.kind == .stop }.map(\.subject)
    let (autostart, own) = (autostart(), ownService())
    let missing = folders.made.filter {
      access($0, F_OK) != 0 && !($0 == folders.autostart ? autostart : services + own).isEmpty
    }
    return missing.map { TakeOverStep(.folder, $0) } + services + autostart + processes(besides: stopped)
      + systemServices() + lines() + format.plugin + own
  }

  private func isStarted(by line: Substring) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber || "-_.~/".contains($0)) }
    return !line.includes("kill")
      && words.contains { word in
        let name = word.split(separator: "/").last ?? ""
        return format.programs.contains { name == $0 || name == $0 + ".service" }
      }
  }

  /// Whether a unit or an autostart entry with this text starts the program.
  private func hasCommand(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return !lines.contains("Hidden=true") && lines.contains { $0.hasPrefix("Exec") && isStarted(by: $0) }
  }

  private func text(_ path: String) -> String { folders.text(path) }
  private func isThere(_ path: String) -> Bool { OutputPlace(path) != .free }

  // MARK: Services

  /// Searches the folders `all` for units that run the program. Returns the units' names, sorted.
  private func units(in all: [String]) -> [String] {
    let names = all.flatMap { folder in
      FolderNames.all(in: folder).filter { Systemctl.isUnit($0) && hasCommand(text("\(folder)/\($0)")) }
    }
    return Set(names).sorted()
  }

  /// The existing links that enable `unit`, in the subfolders `*.wants` and `*.requires` of the folders `all`.
  private func enablingLinks(_ unit: String, in all: [String]) -> [String] {
    all.flatMap { folder in
      FolderNames.all(in: folder).filter(UserFolders.isEnabling)
        .map { "\(folder)/\($0)/\(unit)" }.filter(isThere)
    }
  }

  private func userServices() -> [TakeOverStep] {
    units(in: [folders.units] + folders.otherUnits).flatMap { unit -> [TakeOverStep] in
      let own = "\(folders.units)/\(unit)"
      var steps: [TakeOverStep] = Systemctl.isActive(unit) ? [TakeOverStep(.stop, unit)] : []
      guard PathResolver().resolve(own) != TakeOverStep.nothing else { return steps }
      steps += enablingLinks(unit, in: [folders.units]).map { TakeOverStep(.rename, $0) }
      guard let link = enablingLinks(unit, in: folders.otherUnits).first else { return steps }
      let (disable, enable) = (
        "run `sudo systemctl --global disable \(unit)`", "run `sudo systemctl --global enable \(unit)`"
      )
      return steps + [isThere(own) ? TakeOverStep(.task, disable, enable) : TakeOverStep(.hide, own, link)]
    }
  }

  /// The necessary steps to enable and start gesture-bridge's service; empty if the service isn't installed.
  private func ownService() -> [TakeOverStep] {
    let unit = Systemctl.ownUnit
    guard Systemctl.user("show --value --property=LoadState", unit) == "loaded" else { return [] }
    return (Systemctl.user("is-enabled", unit) == "enabled" ? [] : [TakeOverStep(.enable, unit)])
      + (Systemctl.isActive(unit) ? [] : [TakeOverStep(.start, unit)])
  }

  private func systemServices() -> [TakeOverStep] {
    units(in: folders.systemUnits)
      .filter { !enablingLinks($0, in: folders.systemUnits).isEmpty || Systemctl.isActiveInSystem($0) }
      .map {
        TakeOverStep(
          .task, "run `sudo systemctl disable --now \($0)`",
          "run `sudo systemctl enable --now \($0)`, if you disabled \($0)")
      }
  }

  // MARK: Autostart, processes, other lines

  private func autostart() -> [TakeOverStep] {
    let names = ([folders.autostart] + folders.systemAutostart).flatMap(FolderNames.all)
    return Set(names).sorted().filter { $0.hasSuffix(".desktop") }.flatMap { name -> [TakeOverStep] in
      let own = "\(folders.autostart)/\(name)"
      let systems = folders.systemAutostart.map { "\($0)/\(name)" }.filter(isThere)
      guard hasCommand(text(isThere(own) ? own : systems.first ?? "")) else { return [] }
      return (isThere(own) ? [TakeOverStep(.rename, own)] : []) + systems.prefix(1).map { TakeOverStep(.hide, own, $0) }
    }
  }

  private func processes(besides stopped: [String]) -> [TakeOverStep] {
    RunningProgram.all.filter { number, process in
      number != getpid() && process.isOf(format) && process.unit.map { !stopped.contains($0) } ?? true
    }.map { TakeOverStep(.end, "\($0)", $1.command) }
  }

  /// A sentence and a fix for each gesture program, except gesture-bridge, that runs in this session.
  static var readings: [Checkup.DesktopReading] {
    let session = "XDG_RUNTIME_DIR=\(EnvironmentVariable.value("XDG_RUNTIME_DIR") ?? "")"
    let all = RunningProgram.all.filter { number, _ in
      let variables = SmallFile.bytes("/proc/\(number)/environ", atMost: 1 << 18)?.split(separator: 0) ?? []
      return variables.contains { $0.elementsEqual(session.utf8) }
    }
    let fix = "run `gesture-bridge init --take-over` to convert the other program's gestures and to stop that program"
    return ImportFormat.allCases.filter { format in all.contains { $0.process.isOf(format) } }
      .map {
        (.unsupported(fix: fix), "\($0.rawValue) runs: one gesture can trigger both \($0.rawValue) and gesture-bridge")
      }
  }

  /// The configuration of lisgd: the first file that starts lisgd. Nil without such a file, and for other programs.
  var lisgdFile: String? { format == .lisgd ? startLines().first?.file : nil }

  private func startLines() -> [UserFolders.StartLine] { folders.startLines().filter { isStarted(by: $0.text) } }

  private func lines() -> [TakeOverStep] {
    startLines().map { file, number, text in
      TakeOverStep(
        .task, "remove line \(number) of \(file): \(text)", "put the line back into \(file), if you removed it: \(text)"
      )
    }
  }
}

extension UserFolders {
  fileprivate typealias StartLine = (file: String, number: Int, text: Substring)

  /// The user's login scripts and compositor configurations, which can start programs.
  private var startFiles: [String] {
    let own = [
      ".xprofile", ".xinitrc", ".xsession", ".xsessionrc", ".profile", ".bash_profile", ".zprofile", ".i3/config",
    ]
    let folders = ["sway", "sway/config.d", "i3", "hypr", "labwc", "openbox", "niri", "river", "bspwm", "sxmo/hooks"]
      .map { "\(config)/\($0)" }
    return own.map { "\(home)/\($0)" } + ["\(config)/wayfire.ini"]
      + folders.flatMap { folder in FolderNames.all(in: folder).map { "\(folder)/\($0)" } }
  }

  /// The lines of `startFiles`, except lines that are only a comment.
  fileprivate func startLines() -> [StartLine] {
    startFiles.flatMap { file in
      text(file).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
        .map { (file, $0 + 1, $1.drop { $0.isWhitespace }) }
        .filter { _, _, text in !["#", "//", "--", ";"].contains { text.hasPrefix($0) } }
    }
  }

  /// Whether a line of `startFiles` starts the daemon. A key binding with a subcommand such as `pause` doesn't count.
  var startsDaemon: Bool {
    let subcommands = GestureBridge.configuration.subcommands.compactMap { $0.configuration.commandName }
    return startLines().contains { _, _, text in
      let words = text.split { !($0.isLetter || $0.isNumber || "-_.~/".contains($0)) }
      guard !text.includes("kill"), let place = words.firstIndex(where: { $0.hasSuffix("gesture-bridge") }) else {
        return false
      }
      let next = words.dropFirst(place + 1).first.map(String.init) ?? "run"
      return next == "run" || !subcommands.contains(next)
    }
  }

  fileprivate func text(_ path: String) -> String {
    SmallFile.bytes(path, atMost: 1 << 18).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
