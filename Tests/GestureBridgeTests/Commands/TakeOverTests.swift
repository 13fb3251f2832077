import Foundation
import Support
import Testing

@testable import gesture_bridge

/// `init --take-over` and `--give-back` with a home of their own and no service manager. `contrib/testbed/take-over` has a real one.
/// The program is gebaar, because a take-over ends all processes of the user with its name.
@Suite(.serialized) struct TakeOverTests {
  private static let entry = "[Desktop Entry]\nType=Application\nName=gebaar\nExec=gebaard -b\n"
  private static let reply = "`gesture-bridge init --give-back` undoes the take-over\n"
  private let folder: Folder
  private let home: [String: String]

  init() throws {
    folder = try Folder()
    home = [
      "HOME": folder.url.path, "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "XDG_CONFIG_DIRS": folder.path("xdg"),
      "XDG_DATA_DIRS": folder.path("share"), "XDG_DATA_HOME": "",
    ]
    try write(".config/gebaar/gebaard.toml", "[swipe.commands.three]\nup = \"true\"\n")
  }

  private func write(_ name: String, _ text: String) throws {
    let parent = URL(fileURLWithPath: folder.path(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try folder.write(name, text)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.run(["init"] + arguments, in: folder, environment: home)
  }

  /// The text of a failed command, which prints nothing else.
  private func error(_ arguments: String...) throws -> String {
    let outcome = try Program.run(["init"] + arguments, in: folder, environment: home)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    return named(outcome.errors)
  }

  private func named(_ text: String) -> String { text.replacingOccurrences(of: folder.url.path, with: "~") }

  /// The files but for the rules, with their texts or the targets of links.
  private func files() throws -> [String: String] {
    let manager = FileManager.default
    var found: [String: String] = [:]
    for name in try manager.subpathsOfDirectory(atPath: folder.url.path) where !name.hasSuffix("bindings.toml") {
      let target = try? manager.destinationOfSymbolicLink(atPath: folder.path(name))
      found[name] = target ?? folder.text(name)
    }
    for name in [".config/gesture-bridge", ".local", ".local/state"] { found[name] = nil }
    return found
  }

  @Test func takenOverAndGivenBack() throws {
    try write("xdg/autostart/gebaar.desktop", Self.entry)
    try write("xdg/autostart/other.desktop", "[Desktop Entry]\nExec=other\n")
    try write(".config/autostart/mine.desktop", "[Desktop Entry]\nExec=sh -c \"sleep 3; /opt/gebaard\"\n")
    try write(".config/autostart/off.desktop", Self.entry + "Hidden=true\n")
    try write(".config/sway/config", "# exec gebaard\nexec other\nexec gebaard -b\nbindsym x exec pkill gebaard\n")
    try write(".config/systemd/user/gebaar.service", "[Service]\nExecStart=/usr/bin/gebaard\n")
    try write(".config/systemd/user/default.target.wants/other.service", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(".config/systemd/user/default.target.wants/gebaar.service"),
      withDestinationPath: "../gebaar.service")
    let before = try files()

    let undecided = try run("--take-over")
    #expect(undecided.status == 0 && undecided.errors.isEmpty)
    expectSnapshot(named(undecided.output), "without a terminal")
    #expect(try files() == before)

    let taken = try run("--take-over", "--yes")
    #expect(taken.status == 0 && taken.errors.isEmpty && taken.output.contains(Self.reply))
    #expect(folder.text(".config/autostart/gebaar.desktop").contains("\nHidden=true\n"))
    let names = try Set(files().keys).symmetricDifference(before.keys)
    expectSnapshot(names.sorted(), "changed files")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path(".local/state/gesture-bridge/taken-over"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    expectSnapshot(try error("--take-over"), "taken over already")

    let given = try run("--give-back")
    #expect(given.status == 0 && given.errors.isEmpty)
    expectSnapshot(named(given.output), "given back")
    #expect(try files() == before)
    #expect(folder.text(".config/gesture-bridge/bindings.toml").contains("[gesture."))
    expectSnapshot(try error("--give-back"), "nothing to give back")
    // The existing rules are the same, so they are not in the way.
    #expect(try run("--take-over", "--yes").status == 0)
  }

  @Test func theProcessEnds() throws {
    try writeProgram(folder.path("gebaard"), "#!/bin/sh\nwhile :; do sleep 0.1; done\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder.path("gebaard"))
    process.arguments = ["-b"]
    try process.run()
    defer { process.terminate() }
    let outcome = try run("--take-over", "gebaar", "--yes")
    #expect(outcome.status == 0 && outcome.output.contains("  process \(process.processIdentifier), `/bin/sh "))
    for _ in 0..<500 where process.isRunning { usleep(10_000) }
    try #require(!process.isRunning)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(
      try run("--give-back").output.contains(
        "to start the ended program again, run `/bin/sh \(folder.path("gebaard")) -b`\n"))
  }

  @Test func onATerminal() throws {
    try write("xdg/autostart/gebaar.desktop", Self.entry)
    let assignments = home.map { "\($0)='\($1)'" }.sorted().joined(separator: " ")
    for (answers, isTaken) in [("n\\nn\\n", false), ("\\ny\\n", true)] {
      let line = "printf '\(answers)' | env \(assignments) script -qec '\"$PROGRAM\" init --take-over' /dev/null"
      let outcome = try Program.shell(line, in: folder)
      #expect(outcome.output.contains("Practise the gestures in the rules first? [y/N]"), "\(outcome)")
      #expect(outcome.output.contains("Stop and disable the other program? [y/N]"), "\(outcome)")
      #expect(FileManager.default.fileExists(atPath: folder.path(".config/autostart/gebaar.desktop")) == isTaken)
    }
  }

  /// The program is stopped only if the user's own rules can be used.
  @Test func ownRulesAreKept() throws {
    try write("xdg/autostart/gebaar.desktop", Self.entry)
    try write(".config/gesture-bridge/bindings.toml", "mine")
    let refused = try run("--take-over", "--yes")
    #expect(refused.status == 1 && !refused.output.contains("to stop gebaar"))
    expectSnapshot(named(refused.errors), "own rules with errors")
    #expect(folder.text(".config/gesture-bridge/bindings.toml") == "mine")
    let rules = "[gesture.a]\nkind = \"swipe\"\nfingers = 3\nrun = { window = \"maximize\" }\n"
    try write(".config/gesture-bridge/bindings.toml", rules)
    let taken = try run("--take-over", "--yes")
    #expect(taken.status == 0)
    expectSnapshot(named(taken.output), "own rules")
    #expect(folder.text(".config/gesture-bridge/bindings.toml") == rules)
    #expect(folder.text(".config/autostart/gebaar.desktop").contains("\nHidden=true\n"))
  }

  @Test func howItStarts() {
    #expect(
      Message.start(runs: true, isStarted: false, Desktop.sway.startLine)
        == "gesture-bridge already runs; to start the daemon at each login, add the line `exec gesture-bridge` in ~/.config/sway/config "
        + "(if there is no such file, first copy your desktop's default file, such as /etc/sway/config, to this place)\n"
    )
    #expect(
      Message.start(runs: true, isStarted: true, Desktop.sway.startLine)
        == "gesture-bridge already runs; your configuration starts the daemon at each login\n")
    #expect(
      Message.start(runs: false, isStarted: false, Desktop.unknown.startLine)
        == "run `gesture-bridge` to start the daemon now; to start the daemon at each login, add `gesture-bridge` to your desktop's autostart programs\n"
    )
  }

  @Test func howItStops() {
    #expect(
      Message.stop(isUnit: true, Desktop.sway.startLine)
        == "gesture-bridge still runs or starts at login: run `systemctl --user disable --now gesture-bridge.service` to stop and disable it\n"
    )
    #expect(
      Message.stop(isUnit: false, Desktop.sway.startLine)
        == "gesture-bridge still runs: run `pkill -x gesture-bridge` to end it; also remove the line `exec gesture-bridge` in ~/.config/sway/config\n"
    )
  }

  @Test func whichProgram() throws {
    try write(".config/hypr/hyprland.conf", "monitor = ,preferred,auto,1\n")
    try write(".config/sway/config", "exec lisgd -g \"3,LR,*,*,R,true\"\n")
    let several = try error("--take-over")
    #expect(several.contains("--take-over gebaar    # ~/.config/gebaar/gebaard.toml: 1 gesture converted, 1 proven\n"))
    #expect(several.contains("--take-over lisgd    # ~/.config/sway/config: 1 gesture converted, 1 proven\n"))
    #expect(!several.contains("hyprgrass"))
    #expect(try run("--take-over", "lisgd").output.contains("by hand: remove line 1 of "))
    #expect(try error("--take-over", "fusuma").contains("no configuration of fusuma was found"))
  }

  @Test func wrongCommandLines() throws {
    for words in [["--yes"], ["gebaar"], ["--take-over", "--give-back"], ["--give-back", "--stdout"]] {
      #expect(try Program.run(["init"] + words, in: folder, environment: home).status == 2)
    }
  }

  @Test func anotherUsersHome() throws {
    // The folder's owner is root, or the user who runs the tests.
    let outcome = try Program.run(
      ["init", "--give-back"], in: folder, environment: home.merging(["HOME": "/proc/1/none"]) { $1 })
    #expect(
      outcome.status == 1
        && outcome.errors.contains(
          "which is not your own folder: run this command without sudo, or set HOME to your home folder")
    )
  }

  /// The program was killed after it wrote a step, and before or while it did it.
  @Test(arguments: ["", "[Desktop Entry]\nType=App"]) func halfDone(text: String) throws {
    try write(".config/autostart/mine.desktop", Self.entry)
    let before = try files()
    let autostart = folder.path(".config/autostart")
    if !text.isEmpty { try write(".config/autostart/gebaar.desktop", text) }
    try write(
      ".local/state/gesture-bridge/taken-over",
      "gebaar was taken over\naside\t\(autostart)/mine.desktop\t\nhide\t\(autostart)/gebaar.desktop\t\naside\t\(autostart)/mi"
    )
    let outcome = try run("--give-back")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try files() == before)
  }

  @Test func whatWasChangedMeanwhile() throws {
    try write("xdg/autostart/gebaar.desktop", Self.entry)
    try write(".config/autostart/mine.desktop", Self.entry)
    #expect(try run("--take-over", "--yes").status == 0)
    try write(".config/autostart/gebaar.desktop", "changed")
    try write(".config/autostart/mine.desktop", "new")
    let first = try run("--give-back")
    #expect(first.status == 1)
    expectSnapshot(named(first.errors), "changed meanwhile")
    #expect(folder.text(".config/autostart/mine.desktop") == "new")
    for name in ["gebaar", "mine"] {
      try FileManager.default.removeItem(atPath: folder.path(".config/autostart/\(name).desktop"))
    }
    #expect(try run("--give-back").status == 0)
    #expect(folder.text(".config/autostart/mine.desktop") == Self.entry)
    #expect(
      try error("--give-back").contains("there is no take-over to undo; your rules are not changed"))
  }

  /// Steps that no take-over makes.
  @Test(arguments: [
    "aside\t/etc/xdg/autostart/x.desktop\t", "hide\t~/.bashrc\t", "aside\t~/.config/autostart/../x.desktop\t",
    "hide\t~/.config/autostart/x/../../x.desktop\t", "aside\t~/.config/systemd/user/../../x.service\t",
    "folder\t~/.ssh\t", "enable\tother.service\t", "start\tother.service\t", "stop\tx.service'; touch x; '.service\t",
    "stop\t--force.service\t", "hide\t~/.config/autostart/x.desktop", "remove\t~/x\t", "", "\u{0}\u{0}\t",
  ])
  func hostileSteps(line: String) throws {
    for name in ["x", ".bashrc", ".ssh", ".config/x.desktop", ".config/systemd/x.service"] { try write(name, "kept") }
    try write(".config/autostart/x/y", "kept")
    let step = line.replacingOccurrences(of: "~", with: folder.url.path)
    try write(".local/state/gesture-bridge/taken-over", "title\n\(step)\n")
    let before = try files()
    #expect(try error("--give-back").contains("remove this line"))
    #expect(try files() == before)
  }

  /// Neither a journal nor a folder that leads elsewhere is used.
  @Test func hostileFiles() throws {
    let path = folder.path(".local/state/gesture-bridge/taken-over")
    let step = "title\naside\t\(folder.path(".config/autostart"))/x.desktop\t\n"
    try write(".local/state/gesture-bridge/taken-over", step)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    #expect(try error("--give-back").contains("is writable by everyone"))
    try FileManager.default.removeItem(atPath: path)
    try write("elsewhere", step)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
    #expect(try error("--give-back").contains("is not a regular file"))
    #expect(folder.text("elsewhere") == step)
    guard getuid() == 0 else { return }
    try FileManager.default.removeItem(atPath: path)
    try write(".local/state/gesture-bridge/taken-over", step)
    try write("others/x", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(".config/autostart"), withDestinationPath: folder.path("others"))
    try write(".config/autostart.x.desktop.taken-over", "mine")
    #expect(chown(folder.path("others"), 4711, 4711) == 0)
    let outcome = try run("--give-back")
    #expect(outcome.status == 1 && outcome.errors.contains("belongs to another user"))
    #expect(folder.text("others/x.desktop").isEmpty)
  }
}
