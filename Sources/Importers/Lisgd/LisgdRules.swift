/// lisgd's options except its gestures.
struct LisgdSettings {
  private(set) var pressedThreshold = LisgdMeasure.pressed
  private(set) var degrees: Double?
  private(set) var timeout: Double?
  private(set) var quarters = 0
  private var width: Double?
  private var height: Double?
  /// The factor for the width of the edges, with the words and the line of its option; nil if the source has none.
  private(set) var scale: (factor: Double, words: String, line: Int)?
  /// The widths of edges in px, if they differ from lisgd's default.
  var edges: [LisgdGesture.LisgdEdge: Double] = [:]

  /// The size of the screen in mm; if the options don't give it, an assumed size.
  var screen: (width: Double, height: Double) {
    guard let width, let height, width > 0, height > 0 else { return Yardstick.screen }
    return (width * Yardstick.pixel, height * Yardstick.pixel)
  }

  var band: String { band(LisgdMeasure.edge) }

  /// The width of an edge as a value for the rules; for a corner, the width of the wider of its two sides.
  func band(of edge: LisgdGesture.LisgdEdge) -> String {
    band(edge.sides.map { edges[$0] ?? LisgdMeasure.edge }.max() ?? LisgdMeasure.edge)
  }

  private func band(_ pixels: Double) -> String {
    Quantity.millimetres(pixels * (scale?.factor ?? 1) * Yardstick.pixel, within: LisgdMeasure.bands)
  }

  /// Sets an option of lisgd's command line, and returns the items for it.
  mutating func set(_ option: String, _ number: Double, words: String, line: Int) -> [ImportedItem] {
    func items(_ keys: [String], _ value: String, _ conversion: String) -> [ImportedItem] {
      keys.map { ImportedItem(line, .defaults("touchscreen", $0, value, words: words, conversion)) }
    }
    switch option {
    case "-t":
      let distance = Quantity.millimetres(number * Yardstick.pixel)
      return items(["swipe.min-distance", "edge-swipe.min-travel"], distance, "px \(LisgdWording.pixels)")
    case "-T": pressedThreshold = number
    case "-r":
      degrees = number
      return LisgdRules.degrees(number, ["swipe", "edge-swipe"], words, line)
    case "-m":
      timeout = number
      let duration = Quantity.milliseconds(number)
      return items(["swipe.max-duration", "edge-swipe.max-duration"], duration, LisgdWording.timeout)
    case "-o":
      quarters = Int(min(number, 3))
      if number > 0 { return [ImportedItem(line, .comment(LisgdWording.turned(words, quarters)))] }
    case "-w": width = number
    case "-h": height = number
    case "-s": scale = (number, words, line)
    default: break
    }
    return []
  }
}

/// Converts lisgd's gestures to gestures of the rules.
///
/// lisgd runs the first gesture that matches. A gesture at an edge begins or ends there. A `pressed` gesture repeats its command
/// each time the fingers have moved far enough.
struct LisgdRules {
  private(set) var items: [ImportedItem] = []
  private let settings: LisgdSettings
  private let gestures: [LisgdGesture]

  init(_ gestures: [LisgdGesture], _ settings: LisgdSettings) {
    self.settings = settings
    self.gestures = gestures.map { $0.turned(settings.quarters) }
    for (index, gesture) in self.gestures.enumerated() {
      let others = self.gestures[..<index]
      let content = ImportedItem.Content.gesture(words: gesture.words) { () throws(ImportRefusal) in
        [try part(gesture, after: others)]
      }
      items.append(ImportedItem(gesture.line, content))
    }
    if let scale = settings.scale, scale.factor != 1 {
      addBand(scale.words, LisgdWording.band, scale.line)
    } else if let first = self.gestures.first(where: { $0.edge.name != nil }) {
      addBand(first.words, LisgdWording.ownBand, first.line)
    }
    if settings.degrees == nil, let slanted = self.gestures.first(where: { SwipeWay.isDiagonal($0.direction) }) {
      items += Self.degrees(LisgdMeasure.degrees, ["swipe"], slanted.words, slanted.line)
    }
  }

  private func part(
    _ gesture: LisgdGesture, after others: ArraySlice<LisgdGesture>
  ) throws(ImportRefusal) -> ImportedGesture {
    if let first = others.first(where: { $0.covers(gesture) }) {
      throw ImportRefusal(ImportWording.outdone(.first, by: first.line))
    }
    if gesture.edge.lies(towards: gesture.direction) { throw ImportRefusal(LisgdWording.endsAtEdge) }
    if gesture.repeats { return try pressed(gesture) }
    var part = ImportedGesture(shape(gesture), run: .shell(gesture.command))
    part.notes = notes(gesture)
    if gesture.distance.share != nil {
      part.notes.append(LisgdWording.share(gesture.distance, settings.screen.width, settings.screen.height))
      let duration = Quantity.milliseconds(settings.timeout ?? LisgdMeasure.timeout)
      part.tuning = [TOMLValue.Pair("max-duration", duration)]
    }
    part.waitsFor = others.filter { isLonger($0, than: gesture) }.map(shape)
    return part
  }

  private func notes(_ gesture: LisgdGesture) -> [String] {
    gesture.notes + (gesture.edge == .none ? [LisgdWording.middle] : [])
      + (gesture.isPressed && !gesture.repeats ? [LisgdWording.pressedWithDistance] : [])
  }

  /// Whether `other` is a longer gesture that must fail first, because `gesture` would otherwise be recognized before it.
  private func isLonger(_ other: LisgdGesture, than gesture: LisgdGesture) -> Bool {
    other.fingers == gesture.fingers && other.direction == gesture.direction && !other.repeats
      && other.distance.rank > gesture.distance.rank && !other.edge.lies(towards: other.direction)
      && (gesture.edge == .any || gesture.edge == other.edge || other.edge == .any)
  }

  private func shape(_ gesture: LisgdGesture) -> GestureShape {
    let fingers = gesture.fingers...gesture.fingers
    var shape: GestureShape
    if let edge = gesture.edge.name, gesture.edge.inward == gesture.direction {
      shape = GestureShape(.edgeSwipe, fingers: fingers, device: "touchscreen").with(.init("edge", edge)).labelled(edge)
      let band = settings.band(of: gesture.edge)
      if band != settings.band { shape = shape.with(.init(gesture.edge.isCorner ? "corner" : "band", band)) }
    } else {
      shape = GestureShape(.swipe, fingers: fingers, device: "touchscreen", direction: gesture.direction)
      place(&shape, gesture.edge)
    }
    guard let share = gesture.distance.share else { return shape }
    let whole =
      switch gesture.direction {
      case "left", "right": settings.screen.width
      case "up", "down": settings.screen.height
      default:
        (settings.screen.width * settings.screen.width + settings.screen.height * settings.screen.height).squareRoot()
      }
    let key = shape.form == .edgeSwipe ? "min-travel" : "min-distance"
    let label = [shape.label, gesture.distance == .long ? "long" : "medium"].compactMap { $0 }.joined(separator: "-")
    return shape.with(.init(key, Quantity.millimetres(whole * share))).labelled(label)
  }

  /// A pan that repeats the command with its steps. Throws if the direction is diagonal, because steps can't be diagonal.
  private func pressed(_ gesture: LisgdGesture) throws(ImportRefusal) -> ImportedGesture {
    guard let way = ImportedAction.StepDirection(rawValue: gesture.direction) else {
      throw ImportRefusal(LisgdWording.slantedSteps)
    }
    let axis = way == .up || way == .down ? "vertical" : "horizontal"
    var shape = GestureShape(.pan, fingers: gesture.fingers...gesture.fingers, device: "touchscreen")
      .with(.init("axis", axis)).labelled(axis)
    place(&shape, gesture.edge)
    var part = ImportedGesture(shape, [ImportedAction(.way(way), .shell(gesture.command))])
    part.every = Quantity.millimetres(settings.pressedThreshold * Yardstick.pixel)
    part.notes = notes(gesture) + [LisgdWording.steps(settings.pressedThreshold)]
    return part
  }

  /// Puts a gesture that doesn't move straight inwards into a zone at its edge, or for `none` into a zone away from all edges.
  private func place(_ shape: inout GestureShape, _ edge: LisgdGesture.LisgdEdge) {
    let device = TOMLValue.Pair("device", "touchscreen")
    if let name = edge.name {
      let (key, extent) = edge.isCorner ? ("corner", "size") : ("edge", "band")
      shape.zone = ImportedZone(
        name: "\(name)-\(key)", settings: [.init(key, name), .init(extent, settings.band(of: edge)), device])
    } else if edge == .none {
      let margins = LisgdMeasure.middle
      let rectangle: [TOMLValue.Pair] = [
        .init("x", Quantity.percent(margins.x)), .init("y", Quantity.percent(margins.y)),
        .init("width", Quantity.percent(100 - 2 * margins.x)), .init("height", Quantity.percent(100 - 2 * margins.y)),
      ]
      shape.zone = ImportedZone(name: "middle", settings: [.init("rect", .table(rectangle)), device])
    } else {
      return
    }
    shape.label = [shape.zone?.name, shape.label].compactMap { $0 }.joined(separator: "-")
  }
}

// Settings
extension LisgdRules {
  fileprivate static func degrees(
    _ degrees: Double, _ kinds: [String], _ words: String, _ line: Int
  ) -> [ImportedItem] {
    Sectors.items(
      line, degrees: degrees, kinds: kinds, section: "defaults.touchscreen", words: words,
      conversion: LisgdWording.angle)
  }

  private mutating func addBand(_ words: String, _ conversion: String, _ line: Int) {
    items += ["edge-swipe.band", "edge-swipe.corner"].map {
      ImportedItem(line, .defaults("touchscreen", $0, settings.band, words: words, conversion))
    }
  }
}
