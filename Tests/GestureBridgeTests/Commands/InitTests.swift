import Bindings
import Foundation
import GestureCore
import Support
import Testing

@testable import gesture_bridge

/// The contents of the starting rules, for every session and all devices.
struct StartingRulesTests {
  static let devices: [Set<DeviceClass>] = [[], [.touchpad], [.touchscreen], [.touchpad, .touchscreen]]

  @Test(arguments: Desktop.all, devices) func theyAreRight(_ desktop: Desktop, _ devices: Set<DeviceClass>) {
    for withSchema in [false, true] {
      let text = StartingRules(desktop, devices: devices).text(withSchema: withSchema)
      let loaded = Rules.load(text: Array(text.utf8), file: "bindings.toml")
      let (rules, diagnostics) = (loaded.rules, loaded.diagnostics)
      #expect(diagnostics.isEmpty, "\(diagnostics)")
      #expect((2...6).contains(rules?.ruleSet.gestures.count ?? 0))
      #expect(rules?.bindings.count == rules?.ruleSet.gestures.count)
      #expect(rules?.bindings.allSatisfy { $0.when == Condition() } ?? false)
      #expect(text.hasPrefix("#:schema ./bindings.schema.json\n") == withSchema)
      for line in text.split(separator: "\n") { #expect(line.count <= 120 || line.hasPrefix("step"), "\(line)") }
    }
  }

  /// The examples become rules when their `#` are removed.
  @Test(arguments: Desktop.all, devices) func examplesAreRight(_ desktop: Desktop, _ devices: Set<DeviceClass>) {
    let text = StartingRules(desktop, devices: devices).text(withSchema: false)
    let examples = Documentation.withExamples(text)
    let diagnostics = Rules.load(text: Array(examples.utf8), file: "bindings.toml").diagnostics
    #expect(diagnostics.isEmpty, "\(diagnostics)")
    #expect(text != examples)
  }

  @Test(arguments: Desktop.all) func gesturesAreForDevicesThatAreThere(_ desktop: Desktop) throws {
    func gestures(_ devices: Set<DeviceClass>) throws -> [GestureRule] {
      let text = StartingRules(desktop, devices: devices).text(withSchema: false)
      return try #require(Rules.load(text: Array(text.utf8), file: "").rules).ruleSet.gestures
    }
    #expect(try gestures([.touchpad]).allSatisfy { $0.device != .deviceClass(.touchscreen) })
    #expect(try gestures([.touchscreen]).allSatisfy { $0.device != .deviceClass(.touchpad) })
    let names = try gestures([]).map(\.name)
    #expect(try gestures([.touchpad, .touchscreen]).map(\.name) == names)
    let text = StartingRules(desktop, devices: []).text(withSchema: false)
    #expect(["play-pause-touchpad", "back"].allSatisfy { text.contains("# [gesture.\($0)]") })
  }

  /// Swipes that the desktop itself uses get no rule.
  @Test(arguments: [Desktop.niri, .plasma, .gnome]) func noSwipesWhereTheyAreTaken(_ desktop: Desktop) {
    let text = StartingRules(desktop, devices: [.touchpad]).text(withSchema: false)
    let kinds = text.split(separator: "\n").filter { $0.hasPrefix("kind = ") }
    #expect(!kinds.contains("kind = \"swipe\"") && kinds.contains("kind = \"pinch\""))
    let remarks = ["niri": "niri itself uses swipes", "kde": "On Wayland, Plasma itself uses swipes"]
    #expect(text.contains(remarks[desktop.key] ?? "GNOME keeps swipes with three or more fingers for itself"))
  }

  /// `bindings.toml` at the top of the project.
  @Test func theFileThatComesWithTheProgramIsForAnyDesktop() {
    expectFile(StartingRules(.unknown, devices: Set(DeviceClass.allCases)).text(withSchema: true), "bindings.toml")
  }

  @Test func theFileForSway() {
    let text = StartingRules(.sway, devices: [.touchpad]).text(withSchema: true)
    #expect(
      text.hasPrefix(
        """
        #:schema ./bindings.schema.json
        # gesture-bridge: what each gesture does. Edit this file, then run `gesture-bridge check`.
        #
        # Each [gesture.NAME] is one gesture with a name of your choice. `kind`, `fingers` and `direction` say what the
        # fingers do. `run` says what happens: a command, as you would type it in a terminal, or an action in `{ }`,
        # which is the same for every desktop.
        #
        # Sway supports all actions below.
        # If a gesture does two things at once, your desktop uses this gesture too: run `gesture-bridge doctor` to see what
        # to do.
        #
        # These rules leave gestures with one finger, and scrolling and zooming with two fingers, to applications.
        # `gesture-bridge kinds --all` lists all kinds of gesture and settings; `gesture-bridge devices` lists your devices.
        # `man 5 gesture-bridge` explains every key. The cookbook has more rules to copy: contrib/guide/cookbook.md in the
        # sources, or share/doc/gesture-bridge/guide/cookbook.md in /usr, /usr/local or ~/.local.

        # ---- Touchpads ----
        #
        # Sway has no gestures of its own, unless your configuration has `bindgesture` lines. If a gesture is
        # in such a line and in this file, both actions run, so change the number of fingers in this file.

        # Three fingers to the left: go to the next workspace.
        [gesture.next-workspace]
        kind = "swipe"
        fingers = 3
        direction = "left"
        run = { workspace = "next" }

        """))
  }

  @Test func commandsAreQuotedAsTOMLWantsThem() {
    func text(_ desktop: Desktop) -> String { StartingRules(desktop, devices: []).text(withSchema: false) }
    #expect(text(.plasma).contains("run = { overview = \"toggle\" }"))
    #expect(
      text(.hyprland).contains(
        #"run = "hyprctl dispatch 'hl.dsp.window.float({ action = \"toggle\" })'""#))
    #expect(text(.hyprland).contains("run = { workspace = \"next\" }"))
  }

  @Test func theVolumeIsADragInSteps() {
    #expect(
      StartingRules(.sway, devices: []).text(withSchema: false).contains(
        """
        # Four fingers move up or down: louder or quieter, a step for every 6 mm.
        [gesture.volume]
        kind = "pan"
        fingers = 4
        axis = "vertical"
        step = { every = "6 mm", up = { volume = "+2 %" }, down = { volume = "-2 %" } }

        """))
    #expect(
      StartingRules(.sway, devices: []).text(withSchema: false).contains(
        """
        # In one application a gesture can do something else: here mpv changes its own volume.
        #
        # [[override]]
        # gesture = "volume"
        # when = { app = "mpv" }
        # step = { every = "6 mm", up = { keys = "0" }, down = { keys = "9" } }

        """))
    let gnome = StartingRules(.gnome, devices: []).text(withSchema: false)
    #expect(gnome.contains("\nstep = { every = \"15 deg\", clockwise = "))
    #expect(gnome.contains("\n# step = { every = \"15 deg\", clockwise = "))
  }

  @Test func thePrograms() {
    let nowhere = { (name: String) in name == "PATH" ? "/nowhere" : nil }
    #expect(StartingRules(.sway, devices: [.touchscreen]).missingPrograms(nowhere) == ["swaymsg"])
    #expect(StartingRules(.gnome, devices: [.touchpad]).missingPrograms(nowhere) == ["busctl"])
  }
}

/// `init` as a user runs it, without any touch device.
struct InitTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    // No program at all is in this PATH.
    let standard = ["XDG_CONFIG_HOME": folder.path("xdg"), "PATH": folder.path("bin")]
    return try Program.run(["init"] + arguments, in: folder, environment: standard.merging(environment) { $1 })
  }

  @Test func itWritesWhereTheDaemonLooks() throws {
    let outcome = try run("--desktop", "sway")
    let home = folder.path("xdg/gesture-bridge")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        wrote \(home)/bindings.toml: gestures for Sway, on touchpads and touchscreens (neither was found)
        wrote \(home)/bindings.schema.json: editors with the TOML tool taplo use this schema to complete and check the rules
        the rules use swaymsg, which is not in your PATH; install it, or change the rules
        next: read the rules, and run `gesture-bridge check`; `gesture-bridge practice` shows each gesture, and waits until you make it; `gesture-bridge watch` runs the actions of gestures, and shows why a gesture is not recognized

        """)
    #expect(
      folder.text("xdg/gesture-bridge/bindings.toml") == StartingRules(.sway, devices: []).text(withSchema: true))
    #expect(try folder.text("xdg/gesture-bridge/bindings.schema.json") == Program.run("schema").output)
    let checked = try Program.run("check", "--strict", environment: ["XDG_CONFIG_HOME": folder.path("xdg")])
    #expect(checked.status == 0 && checked.output.hasPrefix("\(home)/bindings.toml: "))
  }

  @Test func neverOverAFileThatIsThere() throws {
    try folder.write("mine.toml", "mine")
    let outcome = try run("--config", "mine.toml")
    #expect(
      outcome
        == Program.Outcome(
          status: 1, output: "",
          errors: """
            gesture-bridge: error: mine.toml already exists and is not changed; \
            move this file to another place first

            """))
    #expect(folder.text("mine.toml") == "mine" && folder.text("bindings.schema.json") == "")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.toml"), withDestinationPath: "nowhere.toml")
    #expect(try run("--config", "link.toml").status == 1)
    #expect(folder.text("nowhere.toml") == "")
  }

  @Test func aSchemaThatIsThereStays() throws {
    try folder.write("bindings.schema.json", "mine")
    let outcome = try run("--config", "new.toml", "--desktop", "none", environment: ["PATH": "/bin"])
    #expect(outcome.status == 0)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // The missing programs depend on the machine.
    expectSnapshot(lines.filter { !$0.hasPrefix("used by the rules, but") }, "a schema that is there stays")
    #expect(folder.text("bindings.schema.json") == "mine")
  }

  @Test func printedOnly() throws {
    let outcome = try run("--stdout", "--desktop", "kde")
    #expect(
      outcome
        == Program.Outcome(
          status: 0, output: StartingRules(.plasma, devices: []).text(withSchema: false), errors: ""))
    #expect(!FileManager.default.fileExists(atPath: folder.path("xdg")))
  }

  @Test func theSessionIsFound() throws {
    let environment = ["SWAYSOCK": "", "NIRI_SOCKET": "/run/niri"]
    #expect(try run("--stdout", environment: environment).output.contains("niri supports all actions below."))
  }

  @Test func whereItCannotBeWritten() throws {
    try folder.write("file", "")
    expectSnapshot(try run("--config", "file/x/bindings.toml").errors, "a folder that is a file")
    expectSnapshot(try run(environment: ["XDG_CONFIG_HOME": "", "HOME": ""]).errors, "no home")
  }

  @Test func theRulesCanBeUsedWhateverTheMask() throws {
    let outcome = try Program.shell(
      "umask 0; \"$PROGRAM\" init --desktop sway --config new/bindings.toml && \"$PROGRAM\" check new/bindings.toml",
      in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  @Test func oneProgramThatIsMissing() {
    expectSnapshot(Message.missing(["wpctl"]), "one program that is missing")
    #expect(Message.missing([]) == "")
  }
}

/// `init` on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct InitDevicesTests {
  @Test(arguments: [("touchpad", "Touchpads"), ("touchscreen", "Touchscreens")])
  func itIsForTheDevicesThatAreThere(_ kind: String, _ title: String) throws {
    let bed = try Bed(program: ["init", "--desktop", "i3", "--stdout"])
    try bed.perform("add \(kind) event0\nstart")
    #expect(try bed.perform("await-exit within=15s") == "exited=0")
    let rules = StartingRules(.i3, devices: [try #require(DeviceClass(rawValue: kind))])
    #expect(bed.log == rules.text(withSchema: false))
    #expect(bed.log.contains("# ---- \(title) ----"))
  }

  /// A device that can't be opened yet will be later.
  @Test func aDeviceThatMayNotBeOpenedCounts() throws {
    let folder = try Folder()
    let path = folder.path("new.toml")
    let bed = try Bed(program: ["init", "--desktop", "i3", "--config", path], in: folder)
    try bed.perform("add touchpad event0\ndeny event0\nstart")
    #expect(try bed.perform("await-exit within=15s") == "exited=0")
    #expect(bed.log.contains("wrote \(path): gestures for i3, on touchpads\n"))
  }
}
