import ArgumentParser
import Base
import Bindings
import DeviceInput
import Doctor
import GestureCore
import Glibc
import Importers

struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Write a first bindings.toml for this machine's devices and desktop.",
    discussion: """
      The file has gestures for the touchpads and touchscreens of this machine, with commands for the desktop that is \
      found, and comments on the gestures that the desktop keeps for itself. A schema for editors is written next to \
      the file. An existing file is never changed. With --take-over, the file has another program's gestures; if you \
      agree, that program is then stopped and disabled. Exit status: 0 on success, 1 when something failed, \
      2 for a wrong command line.

      Examples:
        gesture-bridge init
        gesture-bridge init --take-over
      """)

  @Argument(help: "With --take-over, the program whose gestures are converted, if several programs are configured.")
  var program: ImportFormat?

  @Option(help: "The file to write, instead of bindings.toml in the user's configuration folder.", completion: .file())
  var config: String?

  @Option(help: "The desktop to write rules for, instead of the desktop that is found.")
  var desktop: Desktop?

  @Flag(help: "Print the rules instead of writing them.")
  var stdout = false

  @Flag(help: "Convert the gestures of touchegg, fusuma or another program, then stop and disable that program.")
  var takeOver = false

  @Flag(help: "Enable the program that --take-over has disabled, and start it again. The rules are kept.")
  var giveBack = false

  @Flag(help: "With --take-over, stop and disable the program without asking.")
  var yes = false

  func validate() throws {
    if !takeOver, yes || program != nil { throw ValidationError("PROGRAM and --yes can only be used with --take-over") }
    if takeOver && giveBack || (takeOver || giveBack) && (config != nil || desktop != nil || stdout) {
      throw ValidationError(
        "--take-over and --give-back can't be combined with each other, or with --config, --desktop or --stdout")
    }
  }

  func run() throws {
    try reportingErrors {
      if takeOver { return try TakeOver(format: program, isSure: yes).run() }
      if giveBack { return try TakeOver.giveBack() }
      // If devices can't be listed, the written file states that no device was found.
      let report = try? DeviceReport.present()
      // The first rules are for fingers, so pens don't count.
      let devices = (report?.found.map(\.device.kind) ?? []) + (report?.unopenable.map(\.kind) ?? [])
      let classes = devices.filter { $0 != .pen }.map(\.deviceClass)
      let rules = StartingRules(desktop ?? Desktop.recognized(by: EnvironmentVariable.value), devices: Set(classes))
      guard !stdout else { return StandardStreams.write(rules.text(withSchema: false)) }
      try write(rules)
    }
  }

  private func write(_ rules: StartingRules) throws {
    guard let path = config ?? RulesFile.places.dropLast().first else { throw CommandError.noPlaceForRules }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try NewFile.write(rules.text(withSchema: true), to: path)
    let schema = folder + InitText.schemaFile
    let isNew = try NewFile.writeUnlessThere(RulesSchema.document.text + "\n", to: schema)
    let missing = rules.missingPrograms(EnvironmentVariable.value)
    StandardStreams.write(
      Message.wrote(path, rules) + Message.schema(schema, isNew: isNew) + Message.missing(missing)
        + Message.next(config))
  }
}

/// A rule that `gesture-bridge init` writes, with a comment on the movement of the fingers and its effect.
struct StartingRule: Sendable {
  let comment: String
  let text: String

  init(_ comment: String, _ text: String) { (self.comment, self.text) = (comment, text) }

  var active: String { "\(InitText.commented(comment))\n\(text)" }

  /// The rule, commented out: it has no effect until the `#` before each line of `text` is removed.
  var example: String { InitText.commented("\(comment)\n\n\(text)") }
}

/// The rules and comments that `gesture-bridge init` writes. Beginners must be able to edit the written file.
enum InitText {
  static let schemaFile = "bindings.schema.json"
  static let schemaLine = "#:schema ./\(schemaFile)"

  static func header(_ desktop: Desktop, hasDevices: Bool) -> String {
    let commands = desktop.title.map { "\($0) supports all actions below.\n\(clash)" } ?? forAnyDesktop
    let devices = hasDevices ? [] : ["No touchpad or touchscreen was found, so the file has gestures for both.", ""]
    return commented(([intro, "", commands, ""] + devices + [whereToRead]).joined(separator: "\n"))
  }

  private static let intro = """
    gesture-bridge: what each gesture does. Edit this file, then run `gesture-bridge check`.

    Each [gesture.NAME] is one gesture with a name of your choice. `kind`, `fingers` and `direction` say what the
    fingers do. `run` says what happens: a command, as you would type it in a terminal, or an action in `{ }`,
    which is the same for every desktop.
    """

  private static let clash = """
    If a gesture does two things at once, your desktop uses this gesture too: run `gesture-bridge doctor` to see what
    to do.
    """

  private static let forAnyDesktop = """
    These actions are for any desktop. `gesture-bridge check --desktop` lists actions that your desktop can't do.
    \(clash)
    - GNOME has its own swipes with three and four fingers. They can't be turned off without an extension.
    - KDE Plasma on Wayland has its own swipes with three and four fingers, and pinches with three.
    - niri has its own swipes on touchpads: with three fingers, and up or down with four. They can't be turned off.
    For one of these desktops, `gesture-bridge init --desktop NAME` writes rules that avoid the desktop's own gestures.
    """

  private static let whereToRead = """
    These rules leave gestures with one finger, and scrolling and zooming with two fingers, to applications.
    `gesture-bridge kinds --all` lists all kinds of gesture and settings; `gesture-bridge devices` lists your devices.
    `man 5 gesture-bridge` explains every key. The cookbook has more rules to copy: contrib/guide/cookbook.md in the
    sources, or share/doc/gesture-bridge/guide/cookbook.md in /usr, /usr/local or ~/.local.
    """

  static func commented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "#" : "# \($0)" }
      .joined(separator: "\n")
  }

  static func section(_ title: String, _ remark: [String]) -> String {
    commented((["---- \(title) ----"] + (remark.isEmpty ? [] : [""]) + remark).joined(separator: "\n"))
  }

  static func title(of classes: Set<DeviceClass>) -> String {
    classes == [.touchpad] ? "Touchpads" : classes == [.touchscreen] ? "Touchscreens" : "Touchpads and touchscreens"
  }

  static func swipe(_ direction: String, _ text: String) -> String {
    "Three fingers \(directions[direction] ?? direction): \(text)."
  }

  static func pinch(_ direction: String, _ text: String) -> String {
    "Four fingers move \(direction == "in" ? "towards each other" : "apart"): \(text)."
  }

  private static let directions = [
    "left": "to the left", "right": "to the right", "up": "upwards", "down": "downwards",
  ]

  static let volume = StartingRule(
    "Four fingers move up or down: louder or quieter, a step for every 6 mm.",
    """
    [gesture.volume]
    kind = "pan"
    fingers = 4
    axis = "vertical"
    step = { every = "6 mm", up = { volume = "+2 %" }, down = { volume = "-2 %" } }
    """)

  /// The touchpad rule that replaces `volume` if the desktop itself uses swipes with three or four fingers.
  static let volumeKnob = StartingRule(
    "Four fingers turn as on a knob: louder or quieter, a step for every 15 degrees.",
    """
    [gesture.volume]
    kind = "rotation"
    device = "touchpad"
    fingers = 4
    step = { every = "15 deg", clockwise = { volume = "+2 %" }, counterclockwise = { volume = "-2 %" } }
    """)

  static let examples = """
    # ---- More gestures: to turn one on, remove the `#` before the lines of its rule ----
    #
    # Of two gestures with the same movement only one happens: remove or change the one that you don't want.
    """

  static let hold = StartingRule(
    "Four fingers hold still on the touchpad: play or pause.",
    """
    [gesture.play-pause-touchpad]
    kind = "long-press"
    device = "touchpad"
    fingers = 4
    run = { media = "play-pause" }
    """)

  static let back = StartingRule(
    "One finger comes in from the left edge of the touchscreen: go back, only in the browsers below.",
    """
    [gesture.back]
    kind = "edge-swipe"
    device = "touchscreen"
    edge = "left"
    receive = { app = ["*firefox*", "*chrom*"] }
    run = { keys = "Alt+Left" }
    """)

  static let doubleTap = StartingRule(
    "Two fingers tap the touchscreen twice: play the next track.",
    """
    [gesture.next-track]
    kind = "tap"
    device = "touchscreen"
    fingers = 2
    taps = 2
    run = { media = "next" }
    """)

  /// A rule that works only together with the rule `doubleTap`, because `require-to-fail` names that rule's gesture.
  static let tap = StartingRule(
    "Two fingers tap the touchscreen once: play or pause, if no second tap follows. This rule needs `next-track` too.",
    """
    [gesture.play-pause]
    kind = "tap"
    device = "touchscreen"
    fingers = 2
    require-to-fail = ["next-track"]
    run = { media = "play-pause" }
    """)

  static let checkMark = StartingRule(
    "One finger holds still on the touchscreen for a moment, then draws a check mark: mute the sound, or unmute it.",
    """
    [gesture.mute]
    kind = "stroke"
    device = "touchscreen"
    shape = "checkmark"
    after = "hold 300 ms"
    run = { volume = "mute" }
    """)

  static let volumeInOneApplication = inOneApplication(
    #"step = { every = "6 mm", up = { keys = "0" }, down = { keys = "9" } }"#)

  static let knobInOneApplication = inOneApplication(
    #"step = { every = "15 deg", clockwise = { keys = "0" }, counterclockwise = { keys = "9" } }"#)

  private static func inOneApplication(_ step: String) -> StartingRule {
    StartingRule(
      "In one application a gesture can do something else: here mpv changes its own volume.",
      """
      [[override]]
      gesture = "volume"
      when = { app = "mpv" }
      \(step)
      """)
  }

  static let more = """
    # ---- More actions; a command works only if its program is installed ----
    #
    #   run = { media = "play-pause" }                    # or next, previous
    #   run = { keys = "Super+D" }
    #   run = { brightness = "+5 %" }                     # or "-5 %"; also volume = "+5 %"
    #   run = "wpctl set-mute @DEFAULT_AUDIO_SINK@ toggle"
    #   run = "loginctl lock-session"
    #   run = ["notify-send", "It's a list"]              # a program and its arguments, without a shell
    """

  static let pause = """
    # ---- To pause all gestures with a gesture: remove the `#` before the lines of the rule ----
    #
    # Five fingers hold still on the screen for three seconds: gestures are paused until you make this gesture again. For a
    # touchpad, change `device`, and set `fingers` to at most the number that `gesture-bridge devices` shows.
    #
    # [gesture.pause]
    # kind = "long-press"
    # device = "touchscreen"
    # fingers = 5
    # min-duration = "3 s"
    # slop = "5 mm"
    # run = { pause = "toggle" }
    """

  static let flicks =
    """
    # ---- To go back and forward with two fingers on a touchpad: remove the `#` before the lines of the rules ----
    #
    # Two fingers flick sideways, farther and faster than people scroll. The application still scrolls a little; the
    # cookbook shows how to avoid this scrolling.
    #

    """ + flick("back", "right", key: "Left") + "\n#\n" + flick("forward", "left", key: "Right")

  private static func flick(_ name: String, _ direction: String, key: String) -> String {
    """
    # [gesture.flick-\(name)]
    # kind = "swipe"
    # device = "touchpad"
    # fingers = 2
    # direction = "\(direction)"
    # min-distance = "25 mm"
    # min-speed = "250 mm/s"
    # max-duration = "200 ms"
    # max-angle = "20 deg"
    # run = { keys = "Alt+\(key)" }
    """
  }

  static let tuning = """
    # ---- If a gesture happens too easily, or too rarely: remove the `#` before a section, and change its numbers ----
    #
    # `gesture-bridge watch` shows why a gesture was not recognized.
    #
    # [defaults.touchpad]
    # swipe.min-distance = "14 mm"    # how far the fingers must move
    #
    # [defaults.touchscreen]
    # tap.max-interval = "250 ms"     # the longest time between two taps
    #
    # [device."ELAN*"]          # devices whose name begins with ELAN; `gesture-bridge devices` shows the names
    # size = "256 x 144 mm"     # for hardware that does not report its size
    # turned = "90 deg"         # how far the device is turned, clockwise
    """
}

enum NewFile {
  // The modes before the umask applies; rules that every user can write would be refused.
  private static let fileMode: mode_t = 0o644
  private static let folderMode: mode_t = 0o755

  static func exists(_ path: String) -> CommandError {
    CommandError("\(path) already exists and is not changed; move this file to another place first")
  }

  /// Writes a file and missing folders of its path. Throws `exists` if the file exists, `unwritable` if writing fails.
  static func write(_ text: String, to path: String) throws(CommandError) {
    try makeFolders(of: path)
    try OutputPlace.fill(OutputPlace.create(path, fileMode), path, text, orThrow: exists(path))
  }

  static func writeUnlessThere(_ text: String, to path: String) throws(CommandError) -> Bool {
    do {
      try write(text, to: path)
      return true
    } catch  where error == exists(path) {
      return false
    }
  }

  static func makeFolders(of path: String) throws(CommandError) {
    for end in path.indices.dropFirst() where path[end] == "/" {
      let folder = String(path[..<end])
      guard mkdir(folder, folderMode) != 0, errno != EEXIST else { continue }
      let code = errno
      // For an existing folder, some file systems report another error than EEXIST.
      guard access(folder, F_OK) == 0 else { throw .unwritable(folder, code: code) }
    }
  }
}

extension Message {
  static func wrote(_ path: String, _ rules: StartingRules) -> String {
    let desktop = rules.desktop.title.map { "for \($0)" } ?? "for any desktop (no desktop was recognized or chosen)"
    let devices =
      !rules.hasDevices
      ? "touchpads and touchscreens (neither was found)"
      : DeviceClass.allCases.filter(rules.classes.contains).map { "\($0.rawValue)s" }.listed("and")
    return "wrote \(path): gestures \(desktop), on \(devices)\n"
  }

  static func schema(_ path: String, isNew: Bool) -> String {
    isNew
      ? "wrote \(path): editors with the TOML tool taplo use this schema to complete and check the rules\n"
      : "\(path) already exists and is not changed; run `gesture-bridge schema` to print the current schema\n"
  }

  static func missing(_ programs: [String]) -> String {
    programs.isEmpty
      ? ""
      : "the rules use \(programs.listed("and")), which \(programs.count == 1 ? "is" : "are") not in your PATH; "
        + "install \(programs.count == 1 ? "it" : "them"), or change the rules\n"
  }

  static func next(_ config: String?) -> String {
    let check = "gesture-bridge check" + (config.map { " \($0)" } ?? "")
    let option = config.map { " --config \($0)" } ?? ""
    return """
      next: read the rules, and run `\(check)`; `gesture-bridge practice\(option)` shows each gesture, and waits until you \
      make it; `gesture-bridge watch\(option)` runs the actions of gestures, and shows why a gesture is not recognized

      """
  }
}
