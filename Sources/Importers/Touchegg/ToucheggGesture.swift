struct ToucheggGesture {
  private let type: String
  private let fingers: String
  private let direction: String
  private let actions: [XMLElement]
  private let applications: [String]

  init(_ element: XMLElement, applications: [String]) {
    type = (element.attributes["type"] ?? "").uppercased()
    fingers = element.attributes["fingers"] ?? ""
    direction = (element.attributes["direction"] ?? "").lowercased()
    actions = element.elements.filter { $0.name == "action" }
    self.applications = applications
  }

  var content: ImportedItem.Content {
    let action = actions.first
    let words = [type, fingers, direction.uppercased(), action?.attributes["type"] ?? ""]
      .filter { !$0.isEmpty }.joined(separator: " ")
    return .gesture(words: words) { () throws(ImportRefusal) in try parts(action) }
  }

  /// The gesture for each application.
  private func parts(_ action: XMLElement?) throws(ImportRefusal) -> [ImportedGesture] {
    guard !applications.isEmpty else { throw ImportRefusal(ToucheggWording.noApplication) }
    guard let count = Int(fingers), (1...10).contains(count) else {
      throw ImportRefusal(ImportWording.noSuchCount(fingers))
    }
    // The swipes of touchégg 1, which could have one finger, are called DRAG.
    guard type != "SWIPE" || count > 1 else { throw ImportRefusal(ToucheggWording.oneFinger) }
    guard let action else { throw ImportRefusal(ImportWording.emptyCommand) }
    let (deed, notes) = try ToucheggAction.read(action, direction: direction)
    guard let shape = shape(count), var part = part(shape, deed) else {
      throw ImportRefusal(ToucheggWording.noSuchGesture(type, direction.uppercased()))
    }
    let several = actions.count > 1 ? [ToucheggWording.oneAction] : []
    part.notes = (part.shape.form == .tap ? [ToucheggWording.tapsOnTouchscreens] : []) + notes + several + part.notes
    if part.shape.isTooFewForTouchpads {
      part.shape.device = "touchscreen"
      part.notes.append(ToucheggWording.twoFingers)
    }
    return applications.map { name in
      var copy = part
      if name.lowercased() != "all" { copy.condition.app = name }
      return copy
    }
  }

  private func part(_ shape: GestureShape, _ action: ToucheggAction) -> ImportedGesture? {
    switch action {
    case .once(let command, let isAtEnd):
      let lasts = shape.form == .pinch || shape.form == .rotation
      return ImportedGesture(shape, [ImportedAction(.phase(isAtEnd && lasts ? .ended : .run), command)])
    case .repeated(let command, let back): return steps(shape, command, back)
    }
  }

  private func shape(_ count: Int) -> GestureShape? {
    let fingers = count...count
    switch (type, direction) {
    case ("SWIPE", "up"), ("SWIPE", "down"), ("SWIPE", "left"), ("SWIPE", "right"), ("DRAG", "up"), ("DRAG", "down"),
      ("DRAG", "left"), ("DRAG", "right"):
      return GestureShape(.swipe, fingers: fingers, direction: direction)
    case ("DRAG", "all"): return GestureShape(.swipe, fingers: fingers)
    case ("PINCH", "in"), ("PINCH", "out"):
      return count > 1 ? GestureShape(.pinch, fingers: fingers, direction: direction) : nil
    case ("PINCH", "in_out"), ("PINCH", "all"): return count > 1 ? GestureShape(.pinch, fingers: fingers) : nil
    case ("ROTATE", "left"), ("ROTATE", "right"):
      let turn = direction == "right" ? "clockwise" : "counterclockwise"
      return count > 1 ? GestureShape(.rotation, fingers: fingers, direction: turn) : nil
    case ("TAP", _): return GestureShape(.tap, fingers: fingers, device: "touchscreen")
    case ("DOUBLE_TAP", _):
      return GestureShape(.tap, fingers: fingers, device: "touchscreen").with(.init("taps", .integer(2)))
        .labelled("double")
    default: return nil
    }
  }

  /// A gesture that repeats its command while the fingers continue to move, and runs another command when they move back; nil if such a
  /// gesture isn't possible.
  private func steps(
    _ shape: GestureShape, _ command: ImportedCommand, _ back: ImportedCommand?
  ) -> ImportedGesture? {
    guard let way = shape.direction.flatMap(ImportedAction.StepDirection.init) else { return nil }
    var part = ImportedGesture(shape, [ImportedAction(.way(way), command)])
    if let back { part.actions.append(ImportedAction(.way(way.opposite), back)) }
    switch shape.form {
    case .swipe:
      part.shape = .drag(fingers: shape.fingers, towards: way)
      part.every = Quantity.millimetres(ToucheggMeasure.step)
      part.notes = [ToucheggWording.swipeSteps]
    case .pinch:
      part.every = Quantity.percent(ToucheggMeasure.pinchStep)
      part.notes = [ToucheggWording.pinchSteps]
    case .pan, .rotation, .tap, .longPress, .edgeSwipe: return nil
    }
    return part
  }
}

extension GestureShape {
  /// A drag that can begin in only one direction.
  static func drag(fingers: ClosedRange<Int>, towards way: ImportedAction.StepDirection) -> GestureShape {
    let isVertical = way == .up || way == .down
    let beside =
      isVertical ? ["\(way.rawValue)-left", "\(way.rawValue)-right"] : ["up-\(way.rawValue)", "down-\(way.rawValue)"]
    let ways = ([way.rawValue] + beside).map(TOMLValue.string)
    return GestureShape(.pan, fingers: fingers)
      .with(.init("axis", isVertical ? "vertical" : "horizontal"))
      .with(.init("begin-if", .table([.init("direction", .list(ways))])))
      .labelled(way.rawValue)
  }

  fileprivate var isTooFewForTouchpads: Bool {
    (form == .swipe || form == .pan) && fingers.upperBound < ImportedForm.swipe.touchpadFingers.lowerBound
  }
}

extension ImportedAction.StepDirection {
  var opposite: ImportedAction.StepDirection {
    switch self {
    case .left: .right
    case .right: .left
    case .up: .down
    case .down: .up
    case .in: .out
    case .out: .in
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    }
  }
}

/// The effect of an `<action>`, as commands.
enum ToucheggAction {
  /// A command that runs once, at the beginning or at the end.
  case once(ImportedCommand, atEnd: Bool)
  /// A command that repeats; `back` runs when the fingers move back.
  case repeated(ImportedCommand, back: ImportedCommand?)

  /// The action, and notes for readers of the rules.
  typealias Noted = (action: ToucheggAction, notes: [String])

  static func read(_ element: XMLElement, direction: String) throws(ImportRefusal) -> Noted {
    let options = ToucheggOptions(element)
    let type = element.attributes["type"] ?? ""
    switch type {
    case "RUN_COMMAND": return (try command(options), [])
    case "SEND_KEYS": return (try keys(options), [])
    case "MOUSE_CLICK":
      let text = options["button"] ?? options.lastWord
      return (try click(text.flatMap { Int($0) } ?? 0, atEnd: options.isAtEnd), [])
    case "CHANGE_DESKTOP": return try desktop(options, direction: direction)
    case "TILE_WINDOW":
      let side = options["direction"]?.lowercased() ?? "left"
      guard ["left", "right"].contains(side) else { throw ImportRefusal(ToucheggWording.noSuchWay(side)) }
      return (.once(OwnAction.window(side), atEnd: true), [ToucheggWording.activeWindow])
    case "MAXIMIZE_RESTORE_WINDOW": return window("maximize", options)
    case "FULLSCREEN_WINDOW": return window("fullscreen", options)
    case "MINIMIZE_WINDOW": return window("minimize", options)
    case "CLOSE_WINDOW": return window("close", options)
    case "SHOW_DESKTOP": return (.once(showDesktop, atEnd: options.isAtEnd), [ImportWording.needs("wmctrl")])
    case "LEFT_CLICK": return (try click(1, atEnd: false), [])
    case "MIDDLE_CLICK": return (try click(2, atEnd: false), [])
    case "RIGHT_CLICK": return (try click(3, atEnd: false), [])
    case "NO_ACTION", "": throw ImportRefusal(ImportWording.emptyCommand)
    default: throw ImportRefusal(ImportWording.noSuchAction(type))
    }
  }

  private static func command(_ options: ToucheggOptions) throws(ImportRefusal) -> ToucheggAction {
    guard let command = options.shell("command") ?? options.own.map(ImportedCommand.shell) else {
      throw ImportRefusal(ImportWording.emptyCommand)
    }
    guard options.repeats else { return .once(command, atEnd: options.isAtEnd) }
    return .repeated(command, back: options.shell("decreaseCommand"))
  }

  private static func keys(_ options: ToucheggOptions) throws(ImportRefusal) -> ToucheggAction {
    guard let keys = options.keys("keys") ?? options.own.map(Self.keySymbols) else {
      throw ImportRefusal(ImportWording.emptyCommand)
    }
    guard let command = OwnAction.keys([keys]) else { throw ImportRefusal(ImportWording.unknownKey(keys)) }
    guard options.repeats else { return .once(command, atEnd: options.isAtEnd) }
    return .repeated(command, back: options.keys("decreaseKeys").flatMap { OwnAction.keys([$0]) })
  }

  private static func click(_ button: Int, atEnd: Bool) throws(ImportRefusal) -> ToucheggAction {
    guard let click = OwnAction.click(button) else { throw ImportRefusal(ToucheggWording.noButton) }
    return .once(click, atEnd: atEnd)
  }

  /// Shows the desktop; if it is shown already, shows the windows again.
  private static let showDesktop = ImportedCommand.shell(
    "if wmctrl -m | grep -q 'mode: ON'; then wmctrl -k off; else wmctrl -k on; fi")

  private static func desktop(_ options: ToucheggOptions, direction: String) throws(ImportRefusal) -> Noted {
    let word = (options["direction"] ?? options.lastWord ?? "previous").lowercased()
    let (isNext, notes): (Bool, [String]) =
      switch word {
      case "next", "previous": (word == "next", [])
      case "right", "down": (true, [ToucheggWording.inOneRow(word)])
      case "left", "up": (false, [ToucheggWording.inOneRow(word)])
      case "auto": (direction == "left" || direction == "up", [ToucheggWording.naturalScrolling])
      default: throw ImportRefusal(ToucheggWording.noSuchWay(word))
      }
    return (.once(isNext ? OwnAction.nextWorkspace : OwnAction.previousWorkspace, atEnd: true), notes)
  }

  private static func window(_ change: String, _ options: ToucheggOptions) -> Noted {
    (.once(OwnAction.window(change), atEnd: options.isAtEnd), [ToucheggWording.activeWindow])
  }

  /// The names of keys as touchégg presses them: a capital letter means the key of the small letter.
  static func keySymbols(_ text: String) -> String {
    text.split { $0 == "+" || $0.isWhitespace }.map { $0.count == 1 ? $0.lowercased() : String($0) }.joined(
      separator: "+")
  }
}

/// The options within an `<action>`.
struct ToucheggOptions {
  /// The text of the element, which touchégg 1 uses instead of options; nil if it is empty.
  let own: String?
  private let values: [String: String]

  init(_ action: XMLElement) {
    let text = action.text
    own = text.isEmpty ? nil : text
    values = action.elements.reduce(into: [:]) { $0[$1.name] = $1.text }
  }

  subscript(_ name: String) -> String? {
    guard let value = values[name], !value.isEmpty else { return nil }
    return value
  }

  /// The value in a text of touchégg 1, such as `1` in `BUTTON=1`.
  var lastWord: String? { own?.split(separator: "=").last.map(String.init) }
  var repeats: Bool { self["repeat"] == "true" }
  var isAtEnd: Bool { self["on"].map { $0 != "begin" } ?? false }

  func shell(_ name: String) -> ImportedCommand? { self[name].map(ImportedCommand.shell) }

  func keys(_ name: String) -> String? {
    let modifiers = self["modifiers"]
    // Modifiers alone are a shortcut only for `keys`, not for `decreaseKeys`.
    guard let keys = self[name] ?? (name == "keys" ? modifiers : nil) else { return nil }
    let all = self[name] == nil ? [keys] : [modifiers, keys].compactMap { $0 }
    return ToucheggAction.keySymbols(all.joined(separator: "+"))
  }
}
