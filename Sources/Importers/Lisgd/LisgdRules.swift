/// lisgd's options other than its gestures.
struct LisgdSettings {
  var pressedThreshold = LisgdMeasure.pressed
  var degrees: Double?
  var timeout: Double?
  var quarters = 0
  var width: Double?
  var height: Double?
  /// The factor for the width of its edges, and where it is given.
  private(set) var scale: (factor: Double, words: String, line: Int)?
  /// Edges with another width than lisgd's default, in px.
  var edges: [LisgdGesture.LisgdEdge: Double] = [:]

  /// The screen in mm.
  var screen: (width: Double, height: Double) {
    guard let width, let height, width > 0, height > 0 else { return Yardstick.screen }
    return (width * Yardstick.pixel, height * Yardstick.pixel)
  }

  mutating func setScale(_ factor: Double, words: String, line: Int) { scale = (factor, words, line) }

  var band: String { band(LisgdMeasure.edge) }

  /// The band of an edge, or of the wider of the two that meet in a corner.
  func band(of edge: LisgdGesture.LisgdEdge) -> String {
    let sides = edge.isCorner ? edge.sides : [edge]
    return band(sides.map { edges[$0] ?? LisgdMeasure.edge }.max() ?? LisgdMeasure.edge)
  }

  private func band(_ pixels: Double) -> String {
    Quantity.millimetres(pixels * (scale?.factor ?? 1) * Yardstick.pixel, within: LisgdMeasure.bands)
  }
}

/// Turns lisgd's gestures into gestures of the rules.
///
/// lisgd obeys the first gesture that matches. A gesture at an edge begins or ends there. A `pressed` one runs its
/// command whenever the fingers have moved on far enough.
struct LisgdRules {
  private(set) var items: [ImportedItem] = []
  private let settings: LisgdSettings
  private let gestures: [LisgdGesture]

  init(_ gestures: [LisgdGesture], _ settings: LisgdSettings) {
    self.settings = settings
    self.gestures = gestures.map { $0.turned(settings.quarters) }
    for (index, gesture) in self.gestures.enumerated() {
      items.append(ImportedItem(gesture.line, content(gesture, after: self.gestures[..<index])))
    }
    if let scale = settings.scale, scale.factor != 1 {
      addBand(scale.words, LisgdWording.band, scale.line)
    } else if let first = self.gestures.first(where: { $0.edge.name != nil }) {
      addBand(first.words, LisgdWording.ownBand, first.line)
    }
    if settings.degrees == nil, let slanted = self.gestures.first(where: { SwipeWay.isDiagonal($0.direction) }) {
      addDegrees(LisgdMeasure.degrees, slanted.words, slanted.line)
    }
  }

  private func content(_ gesture: LisgdGesture, after others: ArraySlice<LisgdGesture>) -> ImportedItem.Content {
    func none(_ reason: String) -> ImportedItem.Content { .remark(gesture.words, reason, isGesture: true) }
    if let first = others.first(where: { $0.covers(gesture) }) {
      return none(ImportWording.outdone(.first, by: first.line))
    }
    if gesture.edge.lies(towards: gesture.direction) { return none(LisgdWording.endsAtEdge) }
    if gesture.repeats { return pressed(gesture) ?? none(LisgdWording.slantedSteps) }
    var part = ImportedGesture(shape(gesture), run: .shell(gesture.command))
    part.notes = notes(gesture)
    if gesture.distance.share != nil {
      part.notes.append(LisgdWording.share(gesture.distance, settings.screen.width, settings.screen.height))
      let duration = Quantity.milliseconds(settings.timeout ?? LisgdMeasure.timeout)
      part.tuning = [ShapeSetting(key: "max-duration", value: .string(duration))]
    }
    part.waitsFor = others.filter { isLonger($0, than: gesture) }.map(shape)
    return .gesture([part], words: gesture.words)
  }

  private func notes(_ gesture: LisgdGesture) -> [String] {
    gesture.notes + (gesture.edge == .none ? [LisgdWording.middle] : [])
      + (gesture.isPressed && !gesture.repeats ? [LisgdWording.pressedWithDistance] : [])
  }

  /// Whether a gesture would take what a longer one needs.
  private func isLonger(_ other: LisgdGesture, than gesture: LisgdGesture) -> Bool {
    other.fingers == gesture.fingers && other.direction == gesture.direction && !other.repeats
      && other.distance.rank > gesture.distance.rank && !other.edge.lies(towards: other.direction)
      && (gesture.edge == .any || gesture.edge == other.edge || other.edge == .any)
  }

  private func shape(_ gesture: LisgdGesture) -> GestureShape {
    let fingers = gesture.fingers...gesture.fingers
    var shape: GestureShape
    if let edge = gesture.edge.name, gesture.edge.inward == gesture.direction {
      shape = GestureShape(.edgeSwipe, fingers: fingers, device: "touchscreen").with("edge", .string(edge)).labelled(
        edge)
      if settings.band(of: gesture.edge) != settings.band {
        shape = shape.with(gesture.edge.isCorner ? "corner" : "band", .string(settings.band(of: gesture.edge)))
      }
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
    return shape.with(key, .string(Quantity.millimetres(whole * share))).labelled(label)
  }

  /// The steps of a drag; nil for a diagonal one.
  private func pressed(_ gesture: LisgdGesture) -> ImportedItem.Content? {
    guard let way = ImportedAction.StepDirection(rawValue: gesture.direction) else { return nil }
    let isVertical = way == .up || way == .down
    var shape = GestureShape(.pan, fingers: gesture.fingers...gesture.fingers, device: "touchscreen")
      .with("axis", .string(isVertical ? "vertical" : "horizontal")).labelled(isVertical ? "vertical" : "horizontal")
    place(&shape, gesture.edge)
    var part = ImportedGesture(shape, [ImportedAction(.way(way), .shell(gesture.command))])
    part.every = Quantity.millimetres(settings.pressedThreshold * Yardstick.pixel)
    part.notes = notes(gesture) + [LisgdWording.steps(settings.pressedThreshold)]
    return .gesture([part], words: gesture.words)
  }

  /// Puts a gesture that does not come straight inwards into a zone at the edge.
  private func place(_ shape: inout GestureShape, _ edge: LisgdGesture.LisgdEdge) {
    if let name = edge.name {
      let settings: [ShapeSetting] =
        edge.isCorner
        ? [
          ShapeSetting(key: "corner", value: .string(name)),
          ShapeSetting(key: "size", value: .string(self.settings.band(of: edge))),
        ]
        : [
          ShapeSetting(key: "edge", value: .string(name)),
          ShapeSetting(key: "band", value: .string(self.settings.band(of: edge))),
        ]
      shape.zone = ImportedZone(
        name: name + (edge.isCorner ? "-corner" : "-edge"),
        settings: settings + [ShapeSetting(key: "device", value: .string("touchscreen"))])
    } else if edge == .none {
      let margins = LisgdMeasure.middle
      let rectangle: KeyValuePairs<String, TOMLValue> = [
        "x": .string(Quantity.percent(margins.x)), "y": .string(Quantity.percent(margins.y)),
        "width": .string(Quantity.percent(100 - 2 * margins.x)),
        "height": .string(Quantity.percent(100 - 2 * margins.y)),
      ]
      shape.zone = ImportedZone(
        name: "middle",
        settings: [
          ShapeSetting(key: "rect", value: .table(rectangle)),
          ShapeSetting(key: "device", value: .string("touchscreen")),
        ])
    } else {
      return
    }
    shape.label = [shape.zone?.name, shape.label].compactMap { $0 }.joined(separator: "-")
  }
}

// Settings
extension LisgdRules {
  private static let section = "defaults.touchscreen"

  /// The items for a threshold in px.
  static func threshold(_ pixels: Double, words: String, line: Int) -> [ImportedItem] {
    let distance = Quantity.millimetres(pixels * Yardstick.pixel)
    return ["swipe.min-distance", "edge-swipe.min-travel"].map {
      item($0, distance, words, "px \(LisgdWording.pixels)", line)
    }
  }

  static func timeout(_ milliseconds: Double, words: String, line: Int) -> [ImportedItem] {
    ["swipe", "edge-swipe"].map {
      item("\($0).max-duration", Quantity.milliseconds(milliseconds), words, LisgdWording.timeout, line)
    }
  }

  static func degrees(_ degrees: Double, words: String, line: Int) -> [ImportedItem] {
    Sectors.items(
      line, degrees: degrees, kinds: ["swipe", "edge-swipe"], section: section, words: words,
      conversion: LisgdWording.angle)
  }

  private mutating func addBand(_ words: String, _ conversion: String, _ line: Int) {
    items += ["edge-swipe.band", "edge-swipe.corner"].map { Self.item($0, settings.band, words, conversion, line) }
  }

  private mutating func addDegrees(_ degrees: Double, _ words: String, _ line: Int) {
    items += Sectors.items(
      line, degrees: degrees, kinds: ["swipe"], section: Self.section, words: words, conversion: LisgdWording.angle)
  }

  private static func item(
    _ key: String, _ value: String, _ words: String, _ conversion: String, _ line: Int
  ) -> ImportedItem {
    ImportedItem(line, .defaults("touchscreen", key, value, words: words, conversion))
  }
}
