import Text

/// The command of a gesture in fusuma's file.
struct FusumaAction {
  let command: ImportedCommand
  let notes: [String]

  /// Why a command can't be read.
  struct Failure: Error {
    let reason: String
  }

  /// The keys of actions; the first that is present counts.
  static let keys = ["command", "sendkey", "workspace", "window", "shortcut"]

  init(_ entry: YAMLEntry) throws(Failure) {
    switch entry.key {
    case "command": (command, notes) = (try Self.shell(entry.value), [])
    case "sendkey": (command, notes) = try Self.presses(entry.value)
    case "shortcut":
      guard let keys = entry.value.word else { throw Failure(reason: ImportWording.emptyCommand) }
      (command, notes) = (DesktopCommand.keys(keys), [FusumaWording.needs("xdotool")])
    case "workspace": (command, notes) = (try Self.workspace(entry.value), [FusumaWording.needs("xdotool")])
    case "window": (command, notes) = try Self.window(entry.value)
    default: throw Failure(reason: FusumaWording.noSuchAction(entry.key))
    }
  }

  private static func shell(_ value: YAMLNode) throws(Failure) -> ImportedCommand {
    guard let text = value.word, !text.allSatisfy(\.isWhitespace) else {
      throw Failure(reason: ImportWording.emptyCommand)
    }
    let names = ["move_x", "move_y", "unaccelerated_x", "unaccelerated_y", "zoom", "rotate"]
    if let name = names.first(where: { text.includes("$\($0)") || text.includes("${\($0)") }) {
      throw Failure(reason: FusumaWording.filledIn(name))
    }
    return .shell(text)
  }

  /// Presses one key combination after another.
  private static func presses(_ value: YAMLNode) throws(Failure) -> (ImportedCommand, [String]) {
    guard let combinations = value.words else { throw Failure(reason: FusumaWording.oddKeys) }
    var presses: [String] = []
    for combination in combinations {
      let names = combination.split(separator: "+").map { String($0).trimmingSpace }
      guard let codes = KeyCodes.presses(names) else { throw Failure(reason: FusumaWording.unknownKey(combination)) }
      presses += codes
    }
    guard !presses.isEmpty else { throw Failure(reason: ImportWording.emptyCommand) }
    return (.direct(["ydotool", "key"] + presses), [FusumaWording.sendkey(combinations.joined(separator: ", "))])
  }

  private static func workspace(_ value: YAMLNode) throws(Failure) -> ImportedCommand {
    switch value.word {
    case "next", "right", "down": DesktopCommand.nextDesktop
    case "prev", "previous", "left", "up": DesktopCommand.previousDesktop
    default: throw Failure(reason: FusumaWording.noSuchWindowAction("workspace", value.word ?? "…"))
    }
  }

  private static func window(_ value: YAMLNode) throws(Failure) -> (ImportedCommand, [String]) {
    let (word, change): (String, String?) =
      if let first = value.entries.first {
        (first.key, first.value.word)
      } else if value.list == nil, let word = value.word {
        (word, "toggle")
      } else {
        ("", nil)
      }
    let wmctrl = [FusumaWording.needs("wmctrl")]
    let xdotool = [FusumaWording.needs("xdotool")]
    switch (word, change.flatMap(DesktopCommand.Change.init)) {
    case ("next", _): return (DesktopCommand.moveWindow(by: "+ 1"), xdotool)
    case ("prev", _): return (DesktopCommand.moveWindow(by: "- 1"), xdotool)
    case ("close", _): return (DesktopCommand.close, wmctrl)
    case ("fullscreen", let change?): return (DesktopCommand.window(change, .fullscreen), wmctrl)
    case ("maximized", let change?): return (DesktopCommand.window(change, .maximized), wmctrl)
    default: throw Failure(reason: FusumaWording.noSuchWindowAction("window", "\(word) \(change ?? "")"))
    }
  }
}

/// The keys of fusuma-plugin-keypress as modifiers of the rules.
enum FusumaModifiers {
  /// Nil if one of the keys is no modifier of the rules.
  static func names(_ keys: String) -> [String]? {
    let names = keys.split(separator: "+").map { modifier(String($0)) }
    let known = names.compactMap { $0 }
    return known.count == names.count && !known.isEmpty ? known : nil
  }

  private static func modifier(_ key: String) -> String? {
    switch key.uppercased() {
    case "LEFTSHIFT", "RIGHTSHIFT": "shift"
    case "LEFTCTRL", "RIGHTCTRL": "ctrl"
    case "LEFTALT", "RIGHTALT": "alt"
    case "LEFTMETA", "RIGHTMETA": "super"
    default: nil
    }
  }
}

/// The place of a gesture in fusuma's file, and what is known of the gesture so far.
struct FusumaPath {
  let kind: FusumaKind
  var fingers: [ClosedRange<Int>]
  var direction: String?
  /// Fusuma's word for the moment of a continuous gesture.
  var status: String?
  var condition: ImportedCondition
  var words: String
  /// Settings of its own.
  var settings: [(key: String, value: String)] = []
  var notes: [String] = []

  /// The gesture with these numbers of fingers; nil if the rules have none like it.
  func gesture(_ fingers: ClosedRange<Int>, _ action: FusumaAction, device: String) -> ImportedGesture? {
    let shape: GestureShape
    var slot = ImportedAction.Slot.phase(.run)
    var notes = notes + action.notes
    var every: String?
    switch (status, direction) {
    case (nil, let direction):
      guard direction != nil || kind == .hold else { return nil }
      shape = kind.shape(fingers, direction, device: device)
    case ("update"?, let direction?):
      guard let way = ImportedAction.StepDirection(rawValue: direction) else { return nil }
      shape = kind.lasting(fingers, device: device)
      slot = .way(way)
      every = kind.step
      notes.append(FusumaWording.bySteps)
    case (let status?, let direction):
      shape = direction.map { kind.lasting(fingers, $0, device: device) } ?? kind.lasting(fingers, device: device)
      slot = .phase(Self.phase(status))
      if kind == .hold { notes.append(FusumaWording.lastingHold) }
    }
    var part = ImportedGesture(shape, [ImportedAction(slot, action.command)])
    part.every = every
    part.tuning = settings.map { ShapeSetting(key: $0.key, value: .string($0.value)) }
    part.sparesSwipes = shape.form == .pan
    part.condition = condition
    part.notes = notes
    return part
  }

  private static func phase(_ status: String) -> ImportedAction.Phase {
    switch status {
    case "begin": .began
    case "update": .changed
    case "end": .ended
    default: .cancelled
    }
  }
}
