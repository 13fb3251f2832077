/// A `<gesture>`.
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
    func none(_ reason: String) -> ImportedItem.Content {
      .notCarried(Remark(text: words, reason: reason, isGesture: true))
    }
    guard !applications.isEmpty else { return none(ToucheggWording.noApplication) }
    guard let count = Int(fingers), (1...10).contains(count) else { return none(Wording.noSuchCount(fingers)) }
    guard let action else { return none(Wording.emptyCommand) }
    let (deed, notes) = ToucheggAction.read(action, direction: direction)
    let part: ImportedGesture
    switch deed {
    case .none(let reason): return none(reason)
    case .once(let command, let isAtEnd):
      guard let shape = shape(count) else { return none(ToucheggWording.noSuchGesture(type, direction.uppercased())) }
      let lasts = shape.form == .pinch || shape.form == .rotation
      part = ImportedGesture(shape, [ImportedAction(.phase(isAtEnd && lasts ? .ended : .run), command)])
    case .repeated(let command, let back):
      guard let steps = steps(count, command, back) else {
        return none(ToucheggWording.noSuchGesture(type, direction.uppercased()))
      }
      part = steps
    }
    return .gesture(parts(part, notes + (actions.count > 1 ? [ToucheggWording.oneAction] : [])), words: words)
  }

  /// One for each application.
  private func parts(_ part: ImportedGesture, _ notes: [String]) -> [ImportedGesture] {
    var part = part
    part.notes = (part.shape.form == .tap ? [ToucheggWording.tapsOnTouchscreens] : []) + notes + part.notes
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
      return GestureShape(.tap, fingers: fingers, device: "touchscreen").with("taps", .integer(2)).labelled("double")
    default: return nil
    }
  }

  /// A gesture that repeats its command on the way, and does something else on the way back.
  private func steps(_ count: Int, _ command: ImportedCommand, _ back: ImportedCommand?) -> ImportedGesture? {
    guard let shape = shape(count), let way = shape.direction.flatMap(ImportedAction.Way.init) else { return nil }
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
  /// A drag that begins one way along an axis only.
  static func drag(fingers: ClosedRange<Int>, towards way: ImportedAction.Way) -> GestureShape {
    let isVertical = way == .up || way == .down
    let beside =
      isVertical ? ["\(way.rawValue)-left", "\(way.rawValue)-right"] : ["up-\(way.rawValue)", "down-\(way.rawValue)"]
    let ways = ([way.rawValue] + beside).map(TOMLValue.string)
    return GestureShape(.pan, fingers: fingers)
      .with("axis", .string(isVertical ? "vertical" : "horizontal"))
      .with("begin-if", .table(["direction": .list(ways)]))
      .labelled(way.rawValue)
  }

  fileprivate var isTooFewForTouchpads: Bool {
    (form == .swipe || form == .pan) && fingers.upperBound < TouchpadFingers.swipe.lowerBound
  }
}

extension ImportedAction.Way {
  var opposite: ImportedAction.Way {
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
