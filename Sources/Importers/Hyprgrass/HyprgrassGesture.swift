import Text

struct HyprgrassGesture {
  enum Action {
    case dispatcher(String, String)
    case expression(String)
    case gesture(String, [String])
  }

  /// The kind in hyprgrass: `swipe`, `edge`, `tap`, `longpress` or `pinch`. Other kinds can't be converted.
  let kind: String
  var fingers: String?
  private var edge: String?
  private var rawDirection: String?
  private let modifiers: String
  private let isMouse: Bool
  private let action: Action
  let words: String
  let lines: ClosedRange<Int>

  /// Makes a gesture from the parts of a pattern such as `edge:l:r` or `swipe:3:u`.
  init(
    _ pattern: [String], _ modifiers: String, isMouse: Bool = false, _ action: Action, _ words: String,
    _ lines: ClosedRange<Int>
  ) {
    kind = pattern.first ?? ""
    let argument = pattern.count > 1 ? pattern[1] : nil
    if kind == "edge" { edge = argument } else { fingers = argument }
    rawDirection = pattern.count > 2 ? pattern[2] : nil
    (self.modifiers, self.isMouse, self.action, self.words, self.lines) = (modifiers, isMouse, action, words, lines)
  }

  private static let directions = [
    "l": "left", "r": "right", "u": "up", "d": "down", "ld": "down-left", "lu": "up-left", "rd": "down-right",
    "ru": "up-right", "leftdown": "down-left", "leftup": "up-left", "rightdown": "down-right", "rightup": "up-right",
    "left": "left", "right": "right", "up": "up", "down": "down", "horizontal": "horizontal", "vertical": "vertical",
  ]
  private static let edges = ["left": "left", "right": "right", "up": "top", "down": "bottom"]
  private static let sides = [
    "left": ("right", "left"), "right": ("left", "right"), "top": ("down", "up"), "bottom": ("up", "down"),
  ]

  private var direction: String? { rawDirection.flatMap { Self.directions[$0] } }
  private var side: String? { edge.flatMap { Self.directions[$0] }.flatMap { Self.edges[$0] } }

  private var noSuchGesture: ImportRefusal {
    .noGesture([kind, edge, rawDirection].compactMap { $0 }.joined(separator: " "))
  }

  var isDrag: Bool {
    guard kind == "swipe", case .gesture(let name, _) = action else { return false }
    return name == "workspace" || name == "emulate_touchpad"
  }

  /// Whether this gesture is a drag that keeps `other` from running.
  func prevents(_ other: HyprgrassGesture) -> Bool {
    guard isDrag, !other.isDrag, other.kind == "swipe", fingers == other.fingers, modifiers == other.modifiers,
      let direction = other.direction
    else { return false }
    switch self.direction {
    case nil: return true
    case "horizontal", "left", "right": return ["left", "right", "horizontal"].contains(direction)
    default: return ["up", "down", "vertical"].contains(direction)
    }
  }

  /// Converts the gesture. `band` is the width of the edges, in mm. Throws if the rules can't express the gesture.
  func part(band: Double) throws(ImportRefusal) -> ImportedGesture {
    var part: ImportedGesture
    switch action {
    case .dispatcher("movewindow", "") where isMouse || kind == "longpress", .gesture("move", _):
      part = try drag("left", "272, movewindow")
    case .dispatcher("resizewindow", "") where isMouse || kind == "longpress", .gesture("resize", _):
      part = try drag("right", "273, resizewindow")
    case .gesture("workspace", _): part = try native(HyprgrassMeasure.touchpadFingers, band)
    case .gesture("emulate_touchpad", let options):
      guard let count = options.first.flatMap({ Int($0) }), (3...4).contains(count) else {
        throw .noAction("emulate_touchpad \(options.first ?? "")")
      }
      part = try native(count, band)
    case .gesture(let name, let options): part = ImportedGesture(try shape(band), run: try command(name, options))
    case .expression(let text): part = ImportedGesture(try shape(band), run: .direct(["hyprctl", "dispatch", text]))
    case .dispatcher(let name, let arguments):
      if isMouse { throw .noAction("\(name), \(arguments)") }
      part = ImportedGesture(try shape(band), run: try Self.command(name, arguments))
    }
    part.condition.modifiers = try Self.modifiers(modifiers)
    return part
  }

  private func count() throws(ImportRefusal) -> ClosedRange<Int> {
    if kind == "edge", fingers == nil { return 1...1 }
    guard let count = fingers.flatMap({ Int($0) }), (1...10).contains(count) else { throw .noCount(fingers ?? "") }
    guard count > 2 || kind != "swipe" && kind != "tap" else { throw ImportRefusal(HyprgrassWording.fewFingers) }
    return count...count
  }

  private func shape(_ band: Double) throws(ImportRefusal) -> GestureShape {
    let fingers = try count()
    func plain(_ form: ImportedForm, _ direction: String? = nil) -> GestureShape {
      GestureShape(form, fingers: fingers, device: "touchscreen", direction: direction)
    }
    switch kind {
    case "swipe":
      guard direction != nil || rawDirection == "swipe" else { throw noSuchGesture }
      return plain(.swipe, direction)
    case "edge":
      guard let side, let direction, let (inward, outward) = Self.sides[side] else { throw noSuchGesture }
      // Fingers that begin at an edge can't move outwards.
      guard !direction.split(separator: "-").contains(Substring(outward)) else { throw noSuchGesture }
      var shape = direction == inward ? plain(.edgeSwipe) : plain(.swipe, direction)
      shape.start = .edge(side, width: band)
      return shape
    case "tap": return plain(.tap)
    case "longpress": return plain(.longPress)
    case "pinch":
      let directions = ["i": "in", "o": "out", "pinchin": "in", "pinchout": "out"]
      guard let direction = directions[rawDirection ?? ""], fingers.lowerBound > 1 else { throw noSuchGesture }
      return plain(.pinch, direction)
    default: throw noSuchGesture
    }
  }

  /// Makes a long press that holds Super and drags with the mouse button `button`. Hyprland's `binding` then moves or
  /// resizes the window. Throws if the gesture isn't a long press, or its number of fingers is invalid.
  private func drag(_ button: String, _ binding: String) throws(ImportRefusal) -> ImportedGesture {
    guard kind == "longpress" else {
      throw ImportRefusal("moving or resizing a window is converted only for a long press")
    }
    let shape = GestureShape(.longPress, fingers: try count(), device: "touchscreen")
      .with(.init("delays-touches-began", .flag(true)))
    let drag = ImportedCommand.several([.init("hold", "Super"), .init("drag", button), .init("at", "finger")])
    var part = ImportedGesture(shape, .phase(.began), drag)
    part.notes = ["Hyprland's configuration needs the line `bindm = SUPER, mouse:\(binding)`"]
    return part
  }

  /// Makes a touchscreen gesture that Hyprland receives as a swipe of `count` fingers on a touchpad.
  private func native(_ count: Int, _ band: Double) throws(ImportRefusal) -> ImportedGesture {
    let axis = direction.flatMap {
      ["left": "horizontal", "right": "horizontal", "up": "vertical", "down": "vertical"][$0] ?? $0
    }
    guard ["horizontal", "vertical"].contains(axis) || axis == nil && rawDirection == "swipe"
    else { throw noSuchGesture }
    var shape = GestureShape(.swipe, fingers: try self.count(), device: "touchscreen", direction: axis).swipeAsPan
    if kind == "edge", let edge = side {
      shape.start = .edge(edge, width: band)
    } else if kind != "swipe" {
      throw noSuchGesture
    }
    let native = ImportedCommand.several([.init("native", "swipe"), .init("fingers", .integer(count))])
    var part = ImportedGesture(shape, .phase(.began), native)
    let gesture = "`gesture = \(count), \(axis ?? "swipe"), workspace`"
    part.notes = [
      "allow access to /dev/uinput (`gesture-bridge permit uinput`), and add \(gesture) to Hyprland's configuration"
    ]
    return part
  }

  private func command(_ name: String, _ options: [String]) throws(ImportRefusal) -> ImportedCommand {
    switch name {
    case "close": return OwnAction.window("close")
    case "fullscreen": return OwnAction.window(options.first == "maximize" ? "maximize" : "fullscreen")
    case "float": return try Self.command("togglefloating", "")
    case "special": return try Self.command("togglespecialworkspace", options.first ?? "")
    case "dispatcher": return try Self.command(options.first ?? "", options.dropFirst().joined(separator: ", "))
    default: throw .noAction(name)
    }
  }

  private static func command(_ name: String, _ arguments: String) throws(ImportRefusal) -> ImportedCommand {
    guard let arguments = ShellText.withoutStore(arguments), !name.includes("${") else {
      throw ImportRefusal(ImportWording.filledInByNix)
    }
    switch name {
    case "": throw .noCommand
    case "exec":
      if arguments.isEmpty { throw .noCommand }
      if arguments.hasPrefix("[") {
        throw ImportRefusal("gesture-bridge can't apply the window rules in `[…]` before a command")
      }
      return .shell(arguments)
    case "movewindow" where arguments.isEmpty, "resizewindow", "pass", "mouse", "submap": throw .noAction(name)
    case "sendshortcut":
      let parts = arguments.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingSpace }
      guard parts.count > 1, parts.dropFirst(2).allSatisfy(\.isEmpty),
        let command = OwnAction.keys([(try modifiers(parts[0]) + [parts[1]]).joined(separator: "+")])
      else { throw .noAction("\(name) \(arguments)") }
      return command
    default: return .direct(["hyprctl", "dispatch", name] + (arguments.isEmpty ? [] : [arguments]))
    }
  }

  private static let modifierNames = [
    "SUPER": "super", "WIN": "super", "LOGO": "super", "MOD4": "super", "SHIFT": "shift", "CTRL": "ctrl",
    "CONTROL": "ctrl", "ALT": "alt", "MOD1": "alt",
  ]

  private static func modifiers(_ text: String) throws(ImportRefusal) -> [String] {
    guard let known = text.split(whereSeparator: { " +_&|".contains($0) }).all({ modifierNames[$0.uppercased()] })
    else {
      throw ImportRefusal("\"\(text)\" has a modifier unknown to gesture-bridge")
    }
    return known
  }
}

enum HyprgrassMeasure {
  static let margin = 10.0
  /// The least distances of a swipe and of an edge swipe in px, for a `sensitivity` of 1. Source: Shared.hpp.
  static let (swipe, edgeSwipe) = (150.0, 450.0)
  static let touchpadFingers = 3
}

enum HyprgrassWording {
  static let fewFields = "the gesture or the dispatcher is missing or not valid"
  static let fewFingers = "hyprgrass recognizes swipes and taps only with three or more fingers"

  static func lines(_ count: Int) -> String { "\(count) \(count == 1 ? "line" : "lines") of configuration" }
}
