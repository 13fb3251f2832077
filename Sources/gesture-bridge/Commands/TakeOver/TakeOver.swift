import ArgumentParser
import Base
import Glibc
import Importers

/// `init --take-over`: converts another program's gestures. If the user agrees, also stops and disables that program.
struct TakeOver {
  let format: ImportFormat?
  /// Whether the user has agreed with --yes, so that no question is asked.
  let isSure: Bool

  func run() throws {
    let folders = try UserFolders()
    let journal = TakeOverJournal(folders)
    guard !journal.isThere else {
      throw CommandError("a take-over was already done; undo it first: run `gesture-bridge init --give-back`")
    }
    let (format, file) = try source(folders)
    try writeRules(format, file)
    try offerPractice()
    let steps = OldProgram(format: format, folders: folders).steps()
    StandardStreams.write(Message.plan(steps, of: format))
    if steps.contains(where: { $0.kind != .task }) {
      guard isSure || agrees(Message.takeOverQuestion(steps)) else {
        return StandardStreams.write("nothing is stopped, disabled or started; add --yes to agree without a question\n")
      }
      try journal.begin(format)
      let failures = steps.failing {
        try journal.add($0)
        try $0.perform()
      }
      StandardStreams.write(
        (failures.isEmpty ? "" : "fix the errors above, then undo the take-over and run this command again; ")
          + "`gesture-bridge init --give-back` undoes the take-over\n")
      guard failures.isEmpty else { throw ExitCode.failure }
    }
    guard !Systemctl.isActive(Systemctl.ownUnit) else { return }
    let runs = (try? DaemonSearch.connect(session: nil)) != nil
    let line = Desktop.recognized(by: EnvironmentVariable.value).startLine
    StandardStreams.write(Message.start(runs: runs, isStarted: folders.startsDaemon, line))
  }

  /// Returns the only configured program, and its configuration file. Throws if no or several programs are configured.
  private func source(_ folders: UserFolders) throws -> (ImportFormat, String) {
    let formats = format.map { [$0] } ?? ImportFormat.allCases
    let found = formats.compactMap { format -> (program: ImportFormat, file: String)? in
      let place = Import.places(of: format).first { access($0, F_OK) == 0 }
      return (place ?? OldProgram(format: format, folders: folders).lisgdFile).map { (format, $0) }
    }.filter { formats.count == 1 || (try? Import.result($0.program, $0.file)) != nil }
    guard let only = found.first else {
      throw CommandError(
        "no configuration of \(formats.map(\.rawValue).listed("or")) was found that can be converted; run `gesture-bridge init` to write rules"
      )
    }
    guard found.count == 1 else { throw CommandError(Import.choice(found, command: "init --take-over")) }
    return only
  }

  private func writeRules(_ format: ImportFormat, _ file: String) throws {
    guard let path = RulesFile.places.dropLast().first else { throw CommandError.noPlaceForTakeOver }
    let imported = try Import.result(format, file)
    let isThere = (try? FileContents(path: path, onlyFile: true).bytes) == Array(imported.rules.utf8)
    if try isThere || NewFile.writeUnlessThere(imported.rules, to: path) {
      StandardStreams.write(Import.report(imported, of: file) + "wrote \(path), from \(file)\n")
    } else {
      StandardStreams.write(
        "the rules in \(path) are kept; they differ from the rules converted from \(file); `gesture-bridge import \(format.rawValue) \(file)` prints the converted rules\n"
      )
    }
    let check = CheckResult(file: path, withDevices: true, withDesktop: true)
    guard check.rules != nil else {
      throw CommandError("\(path) has errors, so nothing is stopped; run `gesture-bridge check` to see them")
    }
    let lines = check.impossible.map { "  \($0)\n" }
    StandardStreams.write(
      (lines.isEmpty ? "" : "this desktop or these devices can't do everything in the rules:\n") + lines.joined())
  }

  private func offerPractice() throws {
    guard !isSure, agrees("Practise the gestures in the rules first? [y/N] ") else {
      return StandardStreams.write("to practise the gestures later, run `gesture-bridge practice`\n")
    }
    do {
      try Practice.parse([]).run()
    } catch {
      // Gestures that were skipped don't end the take-over. A signal does.
      if error as? ExitCode != .failure { throw error }
    }
  }

  /// Returns whether the user answers yes on a terminal. Without a terminal, asks nothing and returns false.
  private func agrees(_ question: String) -> Bool {
    guard isatty(STDIN_FILENO) != 0 else { return false }
    StandardStreams.write(question)
    return readLine()?.lowercased().hasPrefix("y") ?? false
  }
}

extension TakeOver {
  /// `init --give-back`: undoes the steps of a take-over, the last one first.
  static func giveBack() throws {
    let journal = TakeOverJournal(try UserFolders())
    guard journal.isThere else {
      StandardStreams.writeError("gesture-bridge: error: \(Message.nothingStopped)\n")
      try sayHowToStop()
      throw ExitCode.failure
    }
    let failures = try journal.steps().reversed().failing {
      if let done = try $0.undo() { StandardStreams.write(done + "\n") }
    }
    try journal.end(keeping: failures.reversed())
    guard failures.isEmpty else {
      throw CommandError("some steps are not undone; fix the errors above, then run this command again")
    }
    StandardStreams.write("the take-over is undone; the rules are kept in \(RulesFile.places[0])\n")
    try sayHowToStop()
  }

  private static func sayHowToStop() throws {
    let isUnit = Systemctl.isActive(Systemctl.ownUnit) || Systemctl.user("is-enabled", Systemctl.ownUnit) == "enabled"
    let line = try UserFolders().startsDaemon ? Desktop.recognized(by: EnvironmentVariable.value).startLine : nil
    guard isUnit || (try? DaemonSearch.connect(session: nil)) != nil else { return }
    StandardStreams.write(Message.stop(isUnit: isUnit, line))
  }
}

extension [TakeOverStep] {
  /// Runs `body` for each step, and prints the errors. Returns the steps for which `body` throws.
  fileprivate func failing(_ body: (TakeOverStep) throws -> Void) -> [TakeOverStep] {
    filter { step in
      do {
        try body(step)
        return false
      } catch {
        StandardStreams.writeError("gesture-bridge: error: \(error)\n")
        return true
      }
    }
  }
}

/// The file with a take-over's steps. Each step is written before it is done.
private struct TakeOverJournal {
  private let folders: UserFolders
  private var path: String { folders.journal }

  init(_ folders: UserFolders) { self.folders = folders }

  var isThere: Bool { OutputPlace(path) != .free }

  func begin(_ format: ImportFormat) throws {
    let title = "\(format.rawValue) was taken over; `gesture-bridge init --give-back` undoes these steps:\n"
    try NewFile.makeFolders(of: path)
    try OutputPlace.fill(OutputPlace.create(path, 0o600), path, title, orThrow: NewFile.exists(path))
  }

  func add(_ step: TakeOverStep) throws {
    let file = try OwnedDescriptor("open", open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW))
    if let code = writeAll(Array("\(step.line)\n".utf8), to: file.number) {
      throw CommandError.unwritable(path, code: code)
    }
    fsync(file.number)
  }

  func steps() throws -> [TakeOverStep] {
    guard OutputPlace(path) == .file else { throw CommandError("\(path) is not a regular file; remove it") }
    let text = try FileContents(trusted: path, limit: 1 << 20, takesPipe: false).text
    // If the last line has no line end, the program was killed while it wrote the line, so the step was not done.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().dropFirst()
    return try lines.map { line in
      guard let step = TakeOverStep(line, in: folders) else {
        throw CommandError("\(path): \"\(line)\" is not a step that a take-over does; remove this line")
      }
      return step
    }
  }

  /// Removes the journal if `steps` is empty; otherwise keeps only `steps` in the journal.
  func end(keeping steps: [TakeOverStep]) throws {
    guard steps.isEmpty else {
      let text = "these steps are not undone yet:\n" + steps.map { $0.line + "\n" }.joined()
      return try FileReplacement.write(
        Array(text.utf8), to: path, inPlaceOf: FileContents(path: path, onlyFile: true).bytes)
    }
    guard unlink(path) == 0 else { throw CommandError.unwritable(path, code: errno) }
    rmdir(PathResolver.parent(of: path))
  }
}

extension Message {
  static let nothingStopped =
    "there is no take-over to undo; your rules are not changed; if you stopped another gesture program yourself, start it again"

  /// A sentence on how to start the daemon now and at each login. `runs`: the daemon already runs. `isStarted`: the
  /// user's configuration starts the daemon at login. `line` is the desktop's `startLine`; nil if unknown.
  static func start(runs: Bool, isStarted: Bool, _ line: String?) -> String {
    let later =
      isStarted
      ? "your configuration starts the daemon at each login"
      : line.map {
        "to start the daemon at each login, add the line \($0) (if there is no such file, first copy your desktop's default file, such as /etc/sway/config, to this place)"
      } ?? "to start the daemon at each login, add `gesture-bridge` to your desktop's autostart programs"
    return "\(runs ? "gesture-bridge already runs" : "run `gesture-bridge` to start the daemon now"); \(later)\n"
  }

  /// A sentence on how to stop the daemon: through its service if `isUnit`, otherwise by ending its process. `line` is
  /// the desktop's `startLine`; nil if unknown, or if the user's configuration doesn't start the daemon.
  static func stop(isUnit: Bool, _ line: String?) -> String {
    isUnit
      ? "gesture-bridge still runs or starts at login: run `systemctl --user disable --now \(Systemctl.ownUnit)` to stop and disable it\n"
      : "gesture-bridge still runs: run `pkill -x gesture-bridge` to end it\(line.map { "; also remove the line \($0)" } ?? "")\n"
  }

  static func plan(_ steps: [TakeOverStep], of format: ImportFormat) -> String {
    let plans = steps.compactMap(\.plan)
    return (plans.isEmpty ? "\(format.rawValue) does not run or start at login\n" : "to stop \(format.rawValue):\n")
      + plans.map { "  \($0)\n" }.joined()
      + (steps.contains { $0.kind == .enable || $0.kind == .start }
        ? "gesture-bridge.service will run now and start at each login\n" : "")
  }

  static func takeOverQuestion(_ steps: [TakeOverStep]) -> String {
    steps.contains { $0.plan != nil && $0.kind != .task }
      ? "Stop and disable the other program? [y/N] " : "Start gesture-bridge? [y/N] "
  }
}
