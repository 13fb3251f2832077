import Base
import Glibc
import Text

/// One step of a take-over: a change, or a task for the user. `undo` can also handle a change that was interrupted.
struct TakeOverStep: Equatable {
  enum Kind: String {
    /// Stops, starts or enables the user's service `subject`.
    case stop, start, enable
    /// Ends the process `subject`, whose command is `detail`.
    case end
    /// Makes the folder `subject`.
    case folder
    /// Renames the file or link `subject`, so that nothing reads it.
    case rename = "aside"
    /// Hides the system's autostart entry or service `detail` with the file `subject` in the user's folder.
    case hide
    /// A task for the user: `subject`. `detail` explains how to undo the task.
    case task = "hand"
  }

  let kind: Kind
  let subject: String
  var detail = ""

  init(_ kind: Kind, _ subject: String, _ detail: String = "") {
    (self.kind, self.subject, self.detail) = (kind, subject.visible, detail.visible)
  }

  private static let hidden = "[Desktop Entry]\nType=Application\nName=Replaced by gesture-bridge\nHidden=true\n"
  /// The target of a link that turns a unit off: systemd can't start a unit that is a link to this file.
  static let nothing = "/dev/null"
  private static let endTimeout: Int32 = 3000  // milliseconds

  private var isEntry: Bool { subject.hasSuffix(".desktop") }

  /// The renamed file's new path. Next to the old folder, because systemd 252 still starts renamed files in the folder.
  private var renamedPath: String {
    let folder = PathResolver.parent(of: subject)
    return "\(folder).\(subject.dropFirst(folder.count + 1)).taken-over"
  }

  // MARK: Doing and undoing

  func perform() throws(CommandError) {
    switch kind {
    case .stop, .start, .enable:
      // systemd starts a service only a few times within ten seconds, unless the count is reset.
      if kind == .start { Systemctl.user("reset-failed", subject) }
      Systemctl.user(kind.rawValue, subject)
      guard kind == .enable || Systemctl.isActive(subject) == (kind == .start) else {
        throw CommandError(
          "\(subject) does not \(kind.rawValue): run `systemctl --user status \(subject)` to see the reason")
      }
    case .end:
      let (process, end) = (pid_t(subject) ?? 0, Self.endTimeout / 20)
      let runs = { RunningProgram(process)?.command == detail }
      if runs() { kill(process, SIGTERM) }
      for _ in 0..<end where runs() { poll(nil, 0, 20) }
      if runs() {
        throw CommandError("process \(process) (\(detail)) does not end: run `kill -KILL \(process)` to end it")
      }
    case .folder: try check(mkdir(subject, 0o755) == 0)
    case .rename: try move(subject, to: renamedPath)
    case .hide:
      try checkFolder()
      if isEntry {
        try OutputPlace.fill(OutputPlace.create(subject, 0o644), subject, Self.hidden, orThrow: NewFile.exists(subject))
      } else {
        try check(symlink(Self.nothing, subject) == 0)
      }
    case .task: break
    }
    reload()
  }

  /// Undoes the step. Returns a sentence for the user; nil if there is nothing to report.
  func undo() throws(CommandError) -> String? {
    switch kind {
    case .stop, .start:
      guard Systemctl.isActive(subject) == (kind == .start) else { return nil }
      try TakeOverStep(kind == .start ? .stop : .start, subject).perform()
      return "\(kind == .start ? "stopped" : "started") \(subject)"
    case .enable:
      Systemctl.user("disable", subject)
      return "disabled \(subject)"
    case .end: return "to start the ended program again, run `\(detail)`"
    case .folder:
      rmdir(subject)
      return nil
    case .rename:
      guard OutputPlace(renamedPath) != .free else { return nil }
      try move(renamedPath, to: subject)
    case .hide:
      guard OutputPlace(subject) != .free else { return nil }
      try checkFolder()
      // If the program was killed, the file may have only a part of the text.
      let isOwn =
        isEntry
        ? OutputPlace(subject) == .file && SmallFile.bytes(subject, atMost: 4096).map(Self.hidden.utf8.starts) ?? false
        : PathResolver().resolve(subject) == Self.nothing
      guard isOwn else {
        throw CommandError("\(subject) was changed after the take-over, so it is kept; move it elsewhere or remove it")
      }
      try check(unlink(subject) == 0)
      reload()
      return "removed \(subject)"
    case .task: return "by hand: \(detail)"
    }
    reload()
    return "restored \(subject)"
  }

  private func reload() { if subject.hasSuffix(".service"), subject.hasPrefix("/") { Systemctl.user("daemon-reload") } }

  private func check(_ isDone: Bool) throws(CommandError) {
    guard isDone else { throw .unwritable(subject, code: errno) }
  }

  /// Renames a file. Throws if another user owns the file or its folder, `other` exists, or the file can't be renamed.
  private func move(_ path: String, to other: String) throws(CommandError) {
    try checkFolder()
    var status = stat()
    try check(lstat(path, &status) == 0)
    guard status.st_uid == geteuid() else {
      throw CommandError(
        "\(path) belongs to another user, so it is not changed; run `sudo chown -h \(geteuid()) \(path.asShellWord)`")
    }
    guard OutputPlace(other) == .free else {
      throw CommandError("\(other) already exists; move this file to another place")
    }
    try check(rename(path, other) == 0)
  }

  private func checkFolder() throws(CommandError) {
    let folder = PathResolver.parent(of: subject)
    var status = stat()
    try check(stat(folder, &status) == 0)
    guard status.st_uid == geteuid() else {
      throw CommandError(
        "\(folder) belongs to another user, so \(subject) is not changed; run `sudo chown \(geteuid()) \(folder.asShellWord)`"
      )
    }
  }

  // MARK: Words

  /// The step as a line of the plan. Nil if the plan doesn't list the step.
  var plan: String? {
    switch kind {
    case .stop: "\(subject): will be stopped"
    case .end: "process \(subject), `\(detail)`: will be ended"
    case .rename: "\(subject): will be renamed to \(renamedPath)"
    case .hide: "\(detail): will be turned off by the new file \(subject)"
    case .task: "by hand: \(subject)"
    case .folder, .enable, .start: nil
    }
  }

  /// The step as a line of the journal.
  var line: String { "\(kind.rawValue)\t\(subject)\t\(detail)" }

  /// Reads a step from a line of the journal. Nil if the line isn't a step that a take-over does.
  init?(_ line: Substring, in folders: UserFolders) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 3, let kind = Kind(rawValue: fields[0]) else { return nil }
    let mayBeDone =
      switch kind {
      case .stop: Systemctl.isUnit(fields[1])
      case .start, .enable: fields[1] == Systemctl.ownUnit
      case .end, .task: true
      case .folder: folders.made.contains(fields[1])
      case .rename, .hide: folders.mayChange(fields[1])
      }
    guard mayBeDone else { return nil }
    self.init(kind, fields[1], fields[2])
  }
}

/// The service managers of the user and of the system, called through `systemctl`.
enum Systemctl {
  static let ownUnit = "gesture-bridge.service"

  static func isUnit(_ name: String) -> Bool {
    name.hasSuffix(".service") && !name.hasPrefix("-") && !name.utf8.contains { "'/".utf8.contains($0) }
  }

  static func isActive(_ unit: String) -> Bool {
    ["active", "activating", "reloading"].contains(user("is-active", unit))
  }

  /// Runs `systemctl --user` with `verb` if a user manager runs. Returns the output's first line, or an empty text.
  @discardableResult static func user(_ verb: String, _ unit: String = "") -> String {
    let folder = EnvironmentVariable.value("XDG_RUNTIME_DIR") ?? ""
    return access("\(folder)/systemd/private", F_OK) == 0 ? run("--user \(verb)", unit) : ""
  }

  static func isActiveInSystem(_ unit: String) -> Bool { run("is-active", unit) == "active" }

  private static func run(_ words: String, _ unit: String) -> String {
    guard let output = popen("systemctl \(words) \(unit.isEmpty ? "" : "'\(unit)'") 2>/dev/null", "re") else {
      return ""
    }
    defer { pclose(output) }
    var line = [CChar](repeating: 0, count: 256)
    guard fgets(&line, Int32(line.count), output) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
