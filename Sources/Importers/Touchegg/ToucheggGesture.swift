import Formats

struct ToucheggGesture {
  private let type: String
  private let fingers: String
  private let direction: String
  private let actions: [XMLElement]
  private let applications: [String]

  var animations: [XMLElement] {
    actions.flatMap(\.elements).filter {
      ["animate", "animation", "animationPosition", "color", "borderColor"].contains($0.name)
        && !["false", "NONE"].contains($0.text)
    }
  }

  init(_ element: XMLElement, applications: [String]) {
    type = (element.attributes["type"] ?? "").uppercased()
    fingers = element.attributes["fingers"] ?? ""
    direction = (element.attributes["direction"] ?? "").lowercased()
    actions = element.elements.filter { $0.name == "action" }
    self.applications = applications
  }

  var words: String {
    [type, fingers, direction.uppercased(), actions.first?.attributes["type"] ?? ""].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Converts this touchégg gesture, with `percent` as touchégg's threshold. Throws if the gesture can't be imported.
  func parts(_ percent: Double) throws(ImportRefusal) -> [ImportedGesture] {
    guard !applications.isEmpty else { throw ImportRefusal("its `<application>` needs a name, such as `name=\"All\"`") }
    guard let count = Int(fingers), (1...10).contains(count) else { throw .noCount(fingers) }
    // touchégg 1 called swipes DRAG, and they could have one finger.
    guard type != "SWIPE" || count > 1 else {
      throw ImportRefusal("touchégg never runs this gesture: a swipe needs two fingers or more")
    }
    guard let element = actions.first else { throw .noCommand }
    let (action, notes) = try ToucheggAction.read(element, direction: direction)
    guard let shape = shape(count...count), var part = part(shape, action) else {
      throw .noGesture("\(type) \(direction.uppercased())".trimmingSpace)
    }
    let tap = part.shape.form == .tap ? [Self.tap] : []
    let lifts = part.shape.form == .swipe && ToucheggOptions(element)["on"] == "end" ? [Self.atLift] : []
    let several = actions.count > 1 ? ["touchégg runs only the first of several actions"] : []
    part.notes = tap + notes + lifts + several + part.notes
    if part.shape.form == .swipe || part.shape.form == .pan, count < ImportedForm.swipe.touchpadFingers.lowerBound {
      part.shape.device = "touchscreen"
      part.notes.append("for touchscreens only: on touchpads one finger moves the pointer and two fingers scroll")
    }
    if part.shape.form == .swipe {
      part.measure.least = ToucheggMeasure.touchpad(percent)
      part.measure.leastOnTouchscreen = ToucheggMeasure.touchscreen(percent)
    } else if part.shape.form == .pinch, ToucheggAction.isAnimated(element) {
      part.require(percent)
    }
    return applications.flatMap { name in
      if name.lowercased() != "all" { part.condition.app = name }
      return part.onDevices
    }
  }

  private static let tap =
    "only for touchscreens; for a touchpad on which taps don't click, set `device = \"touchpad\"`"
  private static let atLift =
    "the action runs as soon as the swipe is recognized; `at-lift = true` waits for the lift, as touchégg does"

  private func part(_ shape: GestureShape, _ action: ToucheggAction) -> ImportedGesture? {
    let direction = shape.direction.flatMap(ImportedAction.StepDirection.init)
    switch action {
    case .once(let command, let isAtEnd):
      let lasts = shape.form == .pinch || shape.form == .rotation
      return ImportedGesture(shape, .phase(isAtEnd && lasts ? .ended : .run), command)
    case .follows(let action): return shape.form == .swipe ? ImportedGesture(shape.swipeAsPan, [action]) : nil
    case .repeated(let command, let back):
      guard let direction, shape.form == .swipe || shape.form == .pinch else { return nil }
      var part = ImportedGesture(shape.swipeAsPan, .step(direction), command)
      if let back { part.actions.append(ImportedAction(.step(direction.opposite), back)) }
      let isSwipe = shape.form == .swipe
      part.repeatActions(every: isSwipe ? ToucheggMeasure.step : ToucheggMeasure.pinchStep)
      part.notes = [
        "touchégg repeats the action after each 10 % of the gesture's progress"
          + (isSwipe ? "; `every` is this distance on a touchpad of 100 x 60 mm" : "")
      ]
      return part
    }
  }

  private func shape(_ fingers: ClosedRange<Int>) -> GestureShape? {
    let isPair = fingers.lowerBound > 1
    switch (type, direction) {
    case ("SWIPE", "up"), ("SWIPE", "down"), ("SWIPE", "left"), ("SWIPE", "right"), ("DRAG", "up"), ("DRAG", "down"),
      ("DRAG", "left"), ("DRAG", "right"):
      return GestureShape(.swipe, fingers: fingers, direction: direction)
    case ("DRAG", "all"): return GestureShape(.swipe, fingers: fingers)
    case ("PINCH", "in"), ("PINCH", "out"):
      return isPair ? GestureShape(.pinch, fingers: fingers, direction: direction) : nil
    case ("PINCH", "in_out"), ("PINCH", "all"): return isPair ? GestureShape(.pinch, fingers: fingers) : nil
    case ("ROTATE", "left"), ("ROTATE", "right"):
      let turn = direction == "right" ? "clockwise" : "counterclockwise"
      return isPair ? GestureShape(.rotation, fingers: fingers, direction: turn) : nil
    case ("TAP", _): return GestureShape(.tap, fingers: fingers, device: "touchscreen")
    case ("DOUBLE_TAP", _):
      var tap = GestureShape(.tap, fingers: fingers, device: "touchscreen").with(label: "double")
      tap.taps = 2
      return tap
    default: return nil
    }
  }
}

extension ImportedGesture {
  /// The gesture itself or, if an action drags with a button, one copy for each class of the gesture's devices.
  fileprivate var onDevices: [ImportedGesture] {
    let effects = actions.flatMap(\.command.effects)
    guard effects.contains(where: { $0.key == "drag" }) else { return [self] }
    return ["touchpad", "touchscreen"].filter { shape.device ?? $0 == $0 }.map { device in
      var copy = self
      copy.shape.device = device
      if device == "touchscreen" {
        copy.shape = copy.shape.with(.init("delays-touches-began", .flag(true)))
        copy.actions = [ImportedAction(.phase(.began), .several(effects + [.init("at", "finger")]))]
      }
      return copy
    }
  }
}

/// The effect of an `<action>`, as commands.
enum ToucheggAction {
  case once(ImportedCommand, atEnd: Bool)
  /// A command that repeats; `back` runs when the fingers move back.
  case repeated(ImportedCommand, back: ImportedCommand?)
  case follows(ImportedAction)

  typealias Noted = (action: ToucheggAction, notes: [String])

  private static let windows = [
    "MAXIMIZE_RESTORE_WINDOW": "maximize", "FULLSCREEN_WINDOW": "fullscreen", "MINIMIZE_WINDOW": "minimize",
    "CLOSE_WINDOW": "close",
  ]
  private static let animated = windows.keys + ["CHANGE_DESKTOP", "SHOW_DESKTOP", "TILE_WINDOW"]
  private static let clicks = ["LEFT_CLICK": 1, "MIDDLE_CLICK": 2, "RIGHT_CLICK": 3]

  /// Whether touchégg draws the action's progress, and runs the action only above touchégg's threshold.
  static func isAnimated(_ element: XMLElement) -> Bool { animated.contains(element.attributes["type"] ?? "") }

  static func read(_ element: XMLElement, direction: String) throws(ImportRefusal) -> Noted {
    let options = ToucheggOptions(element)
    let type = element.attributes["type"] ?? ""
    let activeWindow = ["the action is for the active window; touchégg uses the window under the pointer"]
    if let change = windows[type] { return (.once(OwnAction.window(change), atEnd: options.isAtEnd), activeWindow) }
    switch type {
    case "RUN_COMMAND":
      guard let command = options["command"] ?? options.own else { throw .noCommand }
      return (options.action(.shell(command), back: options["decreaseCommand"].map(ImportedCommand.shell)), [])
    case "SEND_KEYS":
      guard let keys = options.keys("keys") ?? options.own.map(Self.keySymbols) else { throw .noCommand }
      guard let command = OwnAction.keys([keys]) else { throw .unknownKey(keys) }
      return (options.action(command, back: options.keys("decreaseKeys").flatMap { OwnAction.keys([$0]) }), [])
    case "MOUSE_CLICK", "LEFT_CLICK", "MIDDLE_CLICK", "RIGHT_CLICK":
      let button = clicks[type] ?? (options["button"] ?? options.lastWord).flatMap { Int($0) } ?? 0
      guard let click = OwnAction.click(button) else { throw ImportRefusal("`button` must be a number, 1 to 9") }
      return (.once(click, atEnd: clicks[type] == nil && options.isAtEnd), [])
    case "CHANGE_DESKTOP": return try desktop(options, direction: direction)
    case "TILE_WINDOW":
      let side = options["direction"]?.lowercased() ?? "left"
      guard ["left", "right"].contains(side) else { throw noDirection(side) }
      return (.once(OwnAction.window(side), atEnd: true), activeWindow)
    case "SHOW_DESKTOP": return (.once(showDesktop, atEnd: options.isAtEnd), [])
    case "MOVE_WINDOW": return (drag("left", hold: true), [superButton("left", "moves")])
    case "RESIZE_WINDOW": return (drag("right", hold: true), [superButton("right", "resizes")])
    case "DRAG_AND_DROP": return (drag("left", hold: false), [])
    case "SCROLL":
      // SPEED=7:INVERTED=false
      let isNatural = options.own?.lowercased().includes("inverted=true") ?? false
      let scroll = ImportedCommand.own("scroll", .string(isNatural ? "natural" : "traditional"))
      return (
        .follows(ImportedAction(.phase(.changed), scroll)),
        ["the page scrolls as fast as the fingers move; touchégg's speed is not used"]
      )
    case "NO_ACTION", "": throw .noCommand
    default: throw .noAction(type)
    }
  }

  private static func noDirection(_ word: String) -> ImportRefusal { .init("touchégg has no direction \"\(word)\"") }

  private static func superButton(_ button: String, _ verb: String) -> String {
    "this works only if Super + \(button) mouse button \(verb) windows; see coming-from.md in the guide"
  }

  private static func drag(_ button: String, hold: Bool) -> ToucheggAction {
    let held = hold ? [TOMLValue.Pair("hold", "Super")] : []
    return .follows(ImportedAction(.phase(.began), .several(held + [.init("drag", button)])))
  }

  /// A command that shows the desktop or, if the desktop is shown already, shows the windows again.
  private static let showDesktop = ImportedCommand.shell(
    "if wmctrl -m | grep -q 'mode: ON'; then wmctrl -k off; else wmctrl -k on; fi")

  private static func desktop(_ options: ToucheggOptions, direction: String) throws(ImportRefusal) -> Noted {
    let word = (options["direction"] ?? options.lastWord ?? "previous").lowercased()
    let known = ["next": true, "right": true, "down": true, "previous": false, "left": false, "up": false]
    let isAuto = word == "auto"
    guard let isNext = isAuto ? direction == "left" || direction == "up" : known[word] else { throw noDirection(word) }
    let natural = "the direction is for natural scrolling; if natural scrolling is off, exchange next and previous"
    let notes = isAuto ? [natural] : word == "next" || word == "previous" ? [] : [ImportWording.inOneRow(word)]
    return (.once(isNext ? OwnAction.nextWorkspace : OwnAction.previousWorkspace, atEnd: true), notes)
  }

  /// The key names in `text`, joined with `+`. A single letter becomes lowercase, as touchégg presses it.
  static func keySymbols(_ text: String) -> String {
    text.split { $0 == "+" || $0.isWhitespace }.map { $0.count == 1 ? $0.lowercased() : String($0) }.joined(
      separator: "+")
  }
}

struct ToucheggOptions {
  /// The text of the `<action>` element, which contains the action's option in touchégg 1. Nil if the text is empty.
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

  /// The value in a text of touchégg 1, such as `1` in `BUTTON=1`. Nil without a text.
  var lastWord: String? { own?.split(separator: "=").last.map(String.init) }
  var isAtEnd: Bool { self["on"].map { $0 != "begin" } ?? false }

  func action(_ command: ImportedCommand, back: ImportedCommand?) -> ToucheggAction {
    self["repeat"] == "true" ? .repeated(command, back: back) : .once(command, atEnd: isAtEnd)
  }

  func keys(_ name: String) -> String? {
    let modifiers = self["modifiers"]
    // Modifiers alone are a shortcut only for `keys`, not for `decreaseKeys`.
    guard let keys = self[name] ?? (name == "keys" ? modifiers : nil) else { return nil }
    let all = self[name] == nil ? [keys] : [modifiers, keys].compactMap { $0 }
    return ToucheggAction.keySymbols(all.joined(separator: "+"))
  }
}
