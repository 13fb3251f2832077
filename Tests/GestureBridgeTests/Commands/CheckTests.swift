import Foundation
import Support
import Testing

@testable import gesture_bridge

/// `check`, and the places of rules files.
struct CheckTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  static let good = """
    [gesture.double]
    kind = "tap"
    device = "touchscreen"
    taps = 2
    run = "true"

    [gesture.single]
    kind = "tap"
    device = "touchscreen"
    require-to-fail = ["double"]
    run = "true"

    """
  static let warned =
    "[gesture.one]\nkind = \"swipe\"\ndevice = \"touchpad\"\nrun = \"true\"\n[device.\"*\"]\nsource = \"libinput\"\n"
  private static let warning = """
    rules.toml:1:1: warning: this gesture can never happen on a touchpad: libinput does not report 1-finger swipes on touchpads
      1 | [gesture.one]
        | ^^^^^^^^^^^^^ set `fingers` to a number from 3 to 4, or remove `source = "libinput"`

    """

  private func check(_ rules: String, _ arguments: String...) throws -> Program.Outcome {
    try folder.write("rules.toml", rules)
    return try Program.run(["check", "rules.toml"] + arguments, in: folder)
  }

  private func error(_ text: String) -> Program.Outcome {
    Program.Outcome(status: 1, output: "", errors: "gesture-bridge: error: \(text)\n")
  }

  @Test func goodRulesAreSummedUpWithTheirLongestDelays() throws {
    let outcome = try check(Self.good)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "good rules are summed up with their longest delays")
    #expect(try check(Self.good, "--strict") == outcome)
  }

  @Test func theDesktopCanBeAsked() throws {
    let rules = "[gesture.a]\nkind = \"tap\"\nfingers = 3\nrun = { window = \"maximize\" }\n"
    let text = "add --desktop to this command to also ask Sway whether it can do the actions of the rules\n"
    try folder.write("rules.toml", rules)
    let sway = ["XDG_CURRENT_DESKTOP": "sway"]
    #expect(try Program.run("check", "rules.toml", in: folder, environment: sway).output.hasSuffix(text))
    #expect(try !check(rules).output.contains("--desktop"))
    let asked = try check(rules, "--desktop")
    #expect(asked.status == 1 && asked.output.contains("\nerror: no program in this session can control windows"))
    #expect(
      asked.output.hasSuffix(
        "; use a command of your desktop: `run = \"…\"` (see desktops.md in the guide)\n"))
    #expect(try check(rules, "--desktop", "--json").output.contains("\"use a command of your desktop: `run = "))
  }

  @Test func waitingForADragLastsUntilTheFingersLift() throws {
    let drag = "[gesture.drag]\nkind = \"pan\"\nrun = \"true\"\n[gesture.hold]\nkind = \"long-press\"\nrun = \"true\"\n"
    expectSnapshot(
      try check(drag + "require-to-fail = [\"drag\"]\n").output, "waiting for a drag lasts until the fingers lift")
  }

  private static let intercepted = """
    [device."*"]
    intercept = true

    [gesture.two]
    kind = "tap"
    device = "touchscreen"
    fingers = 2
    run = "true"

    [gesture.hold]
    kind = "long-press"
    device = "touchscreen"
    cancels-touches = false
    run = "true"

    [gesture.drag]
    kind = "pan"
    device = "touchscreen"
    run = "true"

    """

  @Test func whatApplicationsGetLate() throws {
    let outcome = try check(Self.intercepted)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "what applications get late")
    let json = try check(Self.intercepted, "--json").output
    #expect(json.contains("\"delays\""), "\(json)")
    expectSnapshot(json, "what applications get late, as JSON")
  }

  @Test func allErrorsAtOnce() throws {
    let outcome = try check("[gesture.a]\nkind = \"swype\"\n\n[gesture.b]\nkind = \"tap\"\nslop = 3\nrun = 5\n")
    #expect(
      outcome
        == Program.Outcome(
          status: 1,
          output: """
            rules.toml:2:8: error: unknown gesture kind "swype"
              2 | kind = "swype"
                |        ^^^^^^^ did you mean "swipe"? `gesture-bridge kinds` lists all kinds
            rules.toml:6:8: error: `slop` needs a unit
              6 | slop = 3
                |        ^ write `slop = "3 mm"`
            rules.toml:7:7: error: `run` must be a command: a string or a list of strings, not a whole number
              7 | run = 5
                |       ^ write `run = "notify-send done"`
            rules.toml: 3 errors

            """, errors: ""))
  }

  private static func taps(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { "[gesture.g\($0)]\nkind = \"tap\"\nrun = \"true\"\n\(line($0))" }.joined()
  }

  /// The first errors are enough to find the mistake; the number of all of them is reported.
  @Test func problemsThatSayTheSameAreListedUpToALimit() throws {
    let outcome = try check(Self.taps(200) { _ in "" })
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3 * 20 + 2)
    #expect(lines.suffix(2) == ["  and 179 more like it", "rules.toml: 199 errors"])
  }

  @Test func warningsThatAreNotListedCountWhenStrict() throws {
    let rules = (0..<30).map { "[gesture.g\($0)]\nkind = \"tap\"\ndevice = \"Pad \($0)\"\n" }.joined()
    let outcome = try check(rules)
    #expect(
      outcome.status == 0 && outcome.output.hasSuffix("and 10 more like it\nrules.toml: 30 gestures, 30 warnings\n"))
    #expect(try check(rules, "--strict").status == 1)
  }

  @Test func waitsAreListedUpToALimit() throws {
    func chain(_ count: Int) -> String {
      Self.taps(count) { "device = \"Pad \($0)\"\ntaps = 2\n" + ($0 > 0 ? "require-to-fail = [\"g\($0 - 1)\"]\n" : "") }
    }
    let lines = try check(chain(100)).output.split(separator: "\n")
    #expect(lines.first == "rules.toml: 100 gestures, no problems" && lines.count == 1 + 20 + 1)
    #expect(lines.last == "  79 gestures have requirements not listed here")
    #expect(try check(chain(21)).output.hasSuffix("  g20 never waits for g19\n"))
    #expect(try check(chain(22)).output.hasSuffix("  one gesture has requirements not listed here\n"))
  }

  @Test func strictCountsWarnings() throws {
    let output = Self.warning + "rules.toml: 1 gesture, 1 warning\n"
    #expect(try check(Self.warned) == Program.Outcome(status: 0, output: output, errors: ""))
    #expect(try check(Self.warned, "--strict") == Program.Outcome(status: 1, output: output, errors: ""))
  }

  @Test func theShippedRulesPassTheStrictCheck() throws {
    let shipped = packageRoot.appendingPathComponent("bindings.toml").path
    let outcome = try Program.run("check", "--strict", shipped)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let summary = outcome.output.prefix { $0 != "\n" }
    #expect(summary.hasPrefix("\(shipped): ") && summary.hasSuffix(" gestures, no problems"), "\(summary)")
  }

  @Test func filesThatCannotBeRead() throws {
    #expect(
      try Program.run("check", "none.toml", in: folder) == error("can't read none.toml: No such file or directory"))
    #expect(try Program.run("check", "/", in: folder) == error("can't read /: Is a directory"))
    #expect(try check("\0\u{1}") != Program.Outcome(status: 0, output: "", errors: ""))
    try folder.write("secret.toml", Self.good)
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder.path("secret.toml"))
    guard getuid() != 0 else { return }
    #expect(try Program.run("check", "secret.toml", in: folder) == error("can't read secret.toml: Permission denied"))
  }

  @Test func aFileThatOthersCanWriteIsRefused() throws {
    try folder.write("rules.toml", Self.good)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("rules.toml"))
    let text =
      "rules.toml is writable by everyone, and the commands in this file would run as you; "
      + "run `chmod o-w rules.toml` (with `sudo` if root owns it) to prevent this"
    #expect(try Program.run("check", "rules.toml", in: folder) == error(text))
    let daemon = Program.Outcome(status: 78, output: "", errors: "gesture-bridge: error: \(text)\n")
    #expect(try Program.run("--config", "rules.toml", in: folder) == daemon)
    let piped = try Program.shell("\"$PROGRAM\" check /dev/stdin < rules.toml", in: folder)
    #expect(piped.status == 1)
    let pipe = try Program.shell("cat rules.toml | \"$PROGRAM\" check /dev/stdin", in: folder)
    #expect(pipe.status == 0 && pipe.output.hasPrefix("/dev/stdin: 2 gestures, no problems\n"))
  }
}

/// Paths that are not regular files: `check` doesn't wait for them without end.
struct CheckInputTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func check(_ script: String) throws -> Program.Outcome {
    try folder.write("rules.toml", CheckTests.good)
    return try Program.shell(script.replacing("CHECK", with: "\"$PROGRAM\" check"), in: folder)
  }

  @Test func standardInput() throws {
    for script in ["CHECK - < rules.toml", "cat rules.toml | CHECK -", "CHECK --strict -- - < rules.toml"] {
      let outcome = try check(script)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
      #expect(outcome.output.hasPrefix("<stdin>: 2 gestures, no problems\n"), "\(script): \(outcome.output)")
    }
    #expect(try check("CHECK --json - < rules.toml").output.contains("\"file\": \"<stdin>\""))
    #expect(try check("printf 'a = 1' | CHECK -").output.hasPrefix("<stdin>:1:1: error: unknown key \"a\"\n"))
  }

  @Test func whatStandardInputIncludesIsInTheFolder() throws {
    let outcome = try check("echo 'include = \"rules.toml\"' | CHECK -")
    #expect(outcome.output.hasPrefix("<stdin>: 2 gestures, no problems\n"), "\(outcome)")
    #expect(try check("cat rules.toml > ./-; CHECK ./-").output.hasPrefix("./-: 2 gestures, no problems\n"))
  }

  @Test func standardInputHasALimit() throws {
    let outcome = try check("yes | CHECK -")
    #expect(
      outcome.errors
        == "gesture-bridge: error: can't read standard input: it is larger than 4 MiB; use a smaller file\n")
    #expect(try check("CHECK - < /dev/zero").errors == outcome.errors)
  }

  @Test func aPipeOrADeviceIsNoFile() throws {
    for name in ["pipe", "/dev/zero", "/dev/null"] {
      let message =
        "gesture-bridge: error: can't read \(name): it is not an ordinary file; give the path of an ordinary file"
      let outcome = try check("rm -f pipe; mkfifo pipe; CHECK \(name)")
      let errors = "\(message), or run `gesture-bridge check -` to check standard input\n"
      #expect(outcome == Program.Outcome(status: 1, output: "", errors: errors))
      let daemon = try check("\"$PROGRAM\" --config \(name)")
      #expect(daemon == Program.Outcome(status: 78, output: "", errors: "\(message)\n"))
    }
  }

  @Test func aPipeThatTheProgramWasStartedWithIsRead() throws {
    let outcome = try check("bash -c '\"$PROGRAM\" check <(cat rules.toml)'")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("/dev/fd/"), "\(outcome)")
  }

  /// The test has opened the pipe for writing, and writes nothing.
  @Test func aSilentPipeIsGivenUp() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let path = "/proc/self/fd/\(ends[0])"
    #expect(throws: FileError.openPipe(path: path, patience: 0)) {
      try FileContents(trusted: path, limit: 100, takesPipe: true, patience: 0)
    }
    #expect(
      "\(FileError.openPipe(path: "/dev/stdin", patience: 30_000))"
        == "can't read /dev/stdin: the program that writes to this pipe did not close it in 30 s; use a file")
  }
}

/// The search for a rules file that the command line doesn't name.
struct RulesSearchTests {
  private let folder: Folder
  private static let system = "/etc/gesture-bridge/bindings.toml"
  static let hasSystemRules = FileManager.default.fileExists(atPath: system)

  init() throws {
    folder = try Folder()
    for place in ["xdg/gesture-bridge", "home/.config/gesture-bridge"] {
      try FileManager.default.createDirectory(atPath: folder.path(place), withIntermediateDirectories: true)
      try folder.write("\(place)/bindings.toml", CheckTests.good)
    }
  }

  private func check(xdg: String, home: String) throws -> Program.Outcome {
    try Program.run("check", environment: ["XDG_CONFIG_HOME": xdg, "HOME": home])
  }

  @Test func theOrderOfPlaces() throws {
    let (xdg, home) = (folder.path("xdg"), folder.path("home"))
    #expect(try check(xdg: xdg, home: home).output.hasPrefix("\(xdg)/gesture-bridge/bindings.toml: 2 gestures"))
    #expect(try check(xdg: "", home: home).output.hasPrefix("\(home)/.config/gesture-bridge/bindings.toml: 2 gestures"))
  }

  @Test(.disabled(if: hasSystemRules, "this machine has rules in /etc")) func noRulesAnywhere() throws {
    func sentence(_ places: String) -> String {
      "there is no rules file at \(places) or \(Self.system); "
        + "run `gesture-bridge init` to write a first bindings.toml, or name another file (`--config FILE` or `check FILE`)\n"
    }
    let outcome = try check(xdg: "/nonexistent", home: folder.path("home"))
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "gesture-bridge: error: " + sentence("/nonexistent/gesture-bridge/bindings.toml"))
    #expect(
      try check(xdg: "", home: "/nonexistent").errors
        == "gesture-bridge: error: " + sentence("/nonexistent/.config/gesture-bridge/bindings.toml"))
    let daemon = try Program.run([])
    #expect(daemon.status == 78 && daemon.output.isEmpty)
    #expect(daemon.errors == "gesture-bridge: error: " + sentence("/nonexistent/gesture-bridge/bindings.toml"))
  }
}
