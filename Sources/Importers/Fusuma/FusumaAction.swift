import Formats

/// The command that replaces an action of fusuma's file, with notes for the user.
struct FusumaAction {
  let command: ImportedCommand
  private(set) var notes: [String] = []

  /// The keys whose values are actions. If a gesture has several actions, only the first one in fusuma's file is used.
  static let keys = ["command", "sendkey", "workspace", "window", "shortcut"]

  init(_ entry: YAMLEntry) throws(ImportRefusal) {
    let value = entry.value
    switch entry.key {
    case "command" where value.word?.split(whereSeparator: \.isWhitespace).filter({ $0 != "--" }) == Self.movement:
      command = .own("move", .string("pointer"))
    case "command":
      command = .shell(
        try value.command(without: Self.variables) {
          "fusuma fills in $\($0) for each event; write a command that reads gesture-bridge's variables instead, such as `$GESTURE_DX`"
        })
    case "sendkey": command = try Self.presses(value)
    case "shortcut":
      guard let keys = value.word else { throw .noCommand }
      guard let pressed = OwnAction.keys([keys]) else { throw .unknownKey(keys) }
      command = pressed
    case "workspace":
      switch value.word {
      case "next", "right", "down": command = OwnAction.nextWorkspace
      case "prev", "previous", "left", "up": command = OwnAction.previousWorkspace
      default: throw .noAction("workspace " + (value.word ?? "…").trimmingSpace)
      }
    case "window": (command, notes) = try Self.window(value)
    default: throw .noAction(entry.key)
    }
  }

  private static let movement: [Substring] = ["xdotool", "mousemove_relative", "$move_x", "$move_y"]
  private static let variables = ["move_x", "move_y", "unaccelerated_x", "unaccelerated_y", "zoom", "rotate"]

  private static func presses(_ value: YAMLNode) throws(ImportRefusal) -> ImportedCommand {
    guard let combinations = value.words else { throw ImportRefusal("`sendkey` must be a text or a list of texts") }
    guard !combinations.isEmpty else { throw .noCommand }
    var chords: [String] = []
    for combination in combinations {
      let names = combination.split(separator: "+").all { KernelKeys.symbol(of: String($0).trimmingSpace) } ?? []
      guard !names.isEmpty else { throw .unknownKey(combination) }
      chords.append(names.joined(separator: "+"))
    }
    guard let command = OwnAction.keys(chords) else { throw .unknownKey(combinations.joined(separator: ", ")) }
    return command
  }

  private static func window(_ value: YAMLNode) throws(ImportRefusal) -> (ImportedCommand, [String]) {
    let first = value.entries.first
    let word = first?.key ?? (value.list == nil ? value.word : nil) ?? ""
    let change = first.map(\.value.word) ?? (word.isEmpty ? nil : "toggle")
    let states = ["fullscreen": "fullscreen", "maximized": "maximized_vert,maximized_horz"]
    switch (word, change) {
    // Moves the window to another desktop, and switches to that desktop.
    case ("next", _), ("prev", _):
      let desktop = "d=$(($(xdotool get_desktop) \(word == "next" ? "+" : "-") 1))"
      let move = "xdotool getactivewindow set_desktop_for_window $d && xdotool set_desktop $d"
      return (.shell("\(desktop); \(move)"), [])
    case ("close", _): return (OwnAction.window("close"), [])
    case ("fullscreen", "toggle"?): return (OwnAction.window("fullscreen"), [])
    case ("maximized", "toggle"?): return (OwnAction.window("maximize"), [])
    case (_, "add"?), (_, "remove"?):
      guard let state = states[word], let change else { break }
      return (.direct(["wmctrl", "-r", ":ACTIVE:", "-b", "\(change),\(state)"]), [])
    default: break
    }
    throw .noAction("window " + "\(word) \(change ?? "")".trimmingSpace)
  }
}

/// Translates the keys of fusuma-plugin-keypress into the names that modifiers have in the rules.
enum FusumaModifiers {
  private static let modifiers = [
    "LEFTSHIFT": "shift", "RIGHTSHIFT": "shift", "LEFTCTRL": "ctrl", "RIGHTCTRL": "ctrl", "LEFTALT": "alt",
    "RIGHTALT": "alt", "LEFTMETA": "super", "RIGHTMETA": "super",
  ]

  /// The rules' names for the keys of a combination. Empty if one of the keys isn't a modifier in the rules.
  static func names(_ keys: String) -> [String] { keys.split(separator: "+").all { modifiers[$0.uppercased()] } ?? [] }
}

/// The facts about a gesture, collected from the nested YAML keys above its action in fusuma's file.
struct FusumaPath {
  let kind: FusumaKind
  var fingers: [ClosedRange<Int>]
  var direction: String?
  var status: String?
  var modifiers: [String] = []
  var words: String
  /// The factor for the gesture's threshold, with a note. Nil if the gesture has no factor of its own.
  var threshold: (factor: Double, note: String)?
  var interval: String?
  var notes: [String] = []

  /// The gesture for these numbers of fingers. Nil without a direction, unless the gesture is a hold or has a `status`.
  func gesture(
    _ fingers: ClosedRange<Int>, _ action: FusumaAction, device: String, _ scope: FusumaScope
  ) -> ImportedGesture? {
    var shape = GestureShape(kind.form, fingers: fingers, device: device, direction: direction)
    var slot = ImportedAction.Slot.phase(.run)
    var notes = notes + [threshold?.note].compactMap(\.self) + action.notes
    var every: String?
    switch (status, direction) {
    case (nil, _): if direction == nil, kind != .hold { return nil }
    case ("update"?, let direction?):
      guard let step = ImportedAction.StepDirection(rawValue: direction) else { return nil }
      shape.direction = nil
      (shape, slot, every) = (shape.swipeAsPan, .step(step), kind.step)
      notes.append(
        "fusuma repeats the command with each event; gesture-bridge repeats it after each step of the movement")
    case (let status?, _):
      (shape, slot) = (shape.swipeAsPan, .phase(Self.phases[status] ?? .cancelled))
      if kind == .hold { notes.append("the gesture begins when the fingers have held for `min-duration`") }
    }
    var command = action.command
    if let interval, slot == .phase(.changed) {
      command = .several((OwnAction.of(command) ?? command).effects + [.init("at-most-every", interval)])
    }
    var part = ImportedGesture(shape, slot, command)
    (part.every, part.atMostEvery) = (every, every == nil ? nil : interval)
    if status == nil {
      let general = scope.thresholds[kind]
      let own = threshold?.factor ?? (kind == .hold && general == nil ? 1 : nil)
      part.tuning = own.map(kind.thresholds) ?? []
      part.measure.least = (own ?? general).map(kind.least)
    }
    part.sparesSwipes = shape.form == .pan
    part.condition = ImportedCondition(app: scope.app, modifiers: modifiers)
    part.yieldsToAll = scope.yieldsToAll
    part.notes = notes
    return part
  }

  static let phases: [String: ImportedAction.Phase] = [
    "begin": .began, "update": .changed, "end": .ended, "cancelled": .cancelled,
  ]
}
