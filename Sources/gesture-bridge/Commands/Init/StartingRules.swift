import Bindings
import Doctor
import GestureCore

/// A gesture of the first rules, with its remark.
struct StartingGesture {
  let name: String
  let comment: [String]
  /// All lines except the header and the commands.
  let lines: [String]
  /// What happens, by key.
  let deeds: KeyValuePairs<String, StartingDeed>
  /// The step for moving fingers, if there is one.
  private(set) var step: StartingStep?

  init(_ name: String, _ comment: String..., lines: [String], run deed: StartingDeed) {
    self.init(name, comment, lines: lines, deeds: ["run": deed])
  }

  init(_ name: String, _ comment: [String], lines: [String], deeds: KeyValuePairs<String, StartingDeed>) {
    self.name = name
    self.comment = comment
    self.lines = lines
    self.deeds = deeds
  }

  init(_ name: String, _ comment: String..., lines: [String], step: StartingStep) {
    self.init(name, comment, lines: lines, deeds: [:])
    self.step = step
  }

  /// What else it does in one application.
  var binding: StartingBinding?

  /// Every command it starts.
  var allCommands: [String] { deeds.compactMap(\.value.command) + (step?.ways.compactMap(\.value.command) ?? []) }

  var text: String {
    let words = deeds.map { "\($0.key) = \($0.value.text)" }
    let steps = step.map { ["step = \($0.text)"] } ?? []
    let own = (comment.map { "# \($0)" } + ["[gesture.\(name)]"] + lines + words + steps).joined(separator: "\n")
    return own + (binding.map { "\n\n\($0.text(of: name))" } ?? "")
  }

  /// As a TOML string, in quotes that need no escapes if possible.
  static func quoted(_ command: String) -> String {
    if !command.contains("\"") { return "\"\(command)\"" }
    if !command.contains("'") { return "'\(command)'" }
    return "\"" + command.map { $0 == "\"" ? "\\\"" : String($0) }.joined() + "\""
  }
}

/// What a gesture of the first rules does.
enum StartingDeed {
  case command(String)
  case desktop(DesktopAction)
  case keys(String)

  var command: String? {
    if case .command(let command) = self { command } else { nil }
  }

  /// The value in a rules file.
  var text: String {
    switch self {
    case .command(let command): StartingGesture.quoted(command)
    case .desktop(let action): "{ \(action.text) }"
    case .keys(let keys): "{ keys = \"\(keys)\" }"
    }
  }
}

/// What happens for each stretch that the fingers move, by way.
struct StartingStep {
  let every: String
  let ways: KeyValuePairs<String, StartingDeed>

  /// An inline table, which TOML requires on one line.
  var text: String {
    let deeds = ways.map { "\($0.key) = \($0.value.text)" }
    return "{ every = \"\(every)\", \(deeds.joined(separator: ", ")) }"
  }
}

/// A `[[binding]]` of the first rules: what a gesture with steps does in one application.
struct StartingBinding {
  let comment: [String]
  let app: String
  let step: StartingStep

  func text(of gesture: String) -> String {
    let lines = ["[[binding]]", "gesture = \"\(gesture)\"", "when = { app = \"\(app)\" }", "step = \(step.text)"]
    return (comment.map { "# \($0)" } + lines).joined(separator: "\n")
  }
}

/// A first rules file for the devices and the session of a machine.
struct StartingRules {
  let session: Session
  /// The classes of the present devices; both if none can be listed.
  let classes: Set<DeviceClass>
  let seesDevices: Bool

  init(_ session: Session, devices: Set<DeviceClass>) {
    self.session = session
    seesDevices = !devices.isEmpty
    classes = seesDevices ? devices : Set(DeviceClass.allCases)
  }

  /// The programs that its commands start, each once, in the order of the file.
  var programs: [String] {
    var programs: [String] = []
    for command in sections.flatMap(\.gestures).flatMap(\.allCommands) {
      guard let program = command.split(separator: " ").first.map(String.init) else { continue }
      if !programs.contains(program) { programs.append(program) }
    }
    return programs
  }

  /// The whole file. Its first line names the schema beside it, for editors.
  func text(withSchema: Bool) -> String {
    let parts =
      [InitText.header(session, classes, seesDevices: seesDevices)]
      + sections.map { section in
        ([InitText.section(section.title, section.remark)] + section.gestures.map(\.text)).joined(separator: "\n\n")
      } + [InitText.more, InitText.pause] + (classes.contains(.touchpad) ? [InitText.flicks] : []) + [InitText.tuning]
    return (withSchema ? "\(InitText.schemaLine)\n" : "") + parts.joined(separator: "\n\n") + "\n"
  }

  /// Gestures that belong together.
  private struct Section {
    let title: String
    let classes: Set<DeviceClass>
    let remark: [String]
    let gestures: [StartingGesture]
  }

  private var sections: [Section] {
    [
      Section(
        title: InitText.title(of: classes), classes: classes, remark: session.remark(on: classes), gestures: shared),
      Section(title: "Touchpads only", classes: [.touchpad], remark: ownRemark(.touchpad), gestures: touchpad),
      Section(
        title: "Touchscreens only", classes: [.touchscreen], remark: ownRemark(.touchscreen), gestures: touchscreen),
    ].filter { !$0.gestures.isEmpty && !$0.classes.isDisjoint(with: classes) }
  }

  /// The remark for the gestures of one class, unless it is in the file already.
  private func ownRemark(_ deviceClass: DeviceClass) -> [String] {
    session.leavesSwipes ? [] : session.remark(on: [deviceClass])
  }

  private var shared: [StartingGesture] {
    guard session.leavesSwipes else { return [] }
    return swipes(device: nil) + [InitText.volume] + pinches(device: nil)
  }

  private var touchpad: [StartingGesture] {
    let device = DeviceClass.touchpad
    let hold = StartingGesture(
      "play-pause-touchpad", "Four fingers rest on the touchpad: play or pause.",
      lines: ["kind = \"long-press\"", Self.line(device), "fingers = 4"], run: .desktop(.media(.playPause)))
    return (session.leavesSwipes ? [] : pinches(device: device) + [InitText.volumeKnob]) + [hold]
  }

  private var touchscreen: [StartingGesture] {
    (session == .niri ? swipes(device: .touchscreen) : [])
      + [InitText.back] + InitText.taps + [InitText.mute, InitText.pushToTalk]
  }

  private func swipes(device: DeviceClass?) -> [StartingGesture] {
    let commands = session.commands
    let ways: KeyValuePairs = [
      "left": commands.left, "right": commands.right, "up": commands.up, "down": commands.down,
    ]
    return ways.compactMap { way, wish in
      wish.map {
        StartingGesture(
          $0.name, InitText.swipe(way, $0.text),
          lines: ["kind = \"swipe\""] + (device.map { [Self.line($0)] } ?? [])
            + ["fingers = 3", "direction = \"\(way)\""], run: $0.deed)
      }
    }
  }

  private func pinches(device: DeviceClass?) -> [StartingGesture] {
    let commands = session.commands
    return [("in", commands.pinchIn), ("out", commands.pinchOut)].map { way, wish in
      StartingGesture(
        wish.name, InitText.pinch(way, wish.text),
        lines: ["kind = \"pinch\""] + (device.map { [Self.line($0)] } ?? [])
          + ["fingers = 4", "direction = \"\(way)\""], run: wish.deed)
    }
  }

  private static func line(_ device: DeviceClass) -> String { "device = \"\(device.rawValue)\"" }
}
