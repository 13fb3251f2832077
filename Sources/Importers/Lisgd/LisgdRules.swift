/// lisgd's options except its gestures.
struct LisgdSettings {
  private(set) var threshold: Double?
  private(set) var pressedThreshold = LisgdMeasure.pressed
  private(set) var degrees: Double?
  private(set) var timeout: Double?
  private(set) var quarters = 0
  private var width: Double?
  private var height: Double?
  /// The number by which the width of the edges is multiplied. Nil if the source doesn't set it.
  private(set) var scale: (factor: Double, words: String, line: Int)?
  var edges: [Octant: Double] = [:]

  var screen: (width: Double, height: Double) {
    guard let width, let height, width > 0, height > 0 else { return Yardstick.screen }
    return (width * Yardstick.pixel, height * Yardstick.pixel)
  }

  var band: Double { band(LisgdMeasure.edge) }  // the default width of edges, in mm

  /// The width of an edge in mm. A corner has the width of its wider side.
  func band(of edge: Octant) -> Double {
    band(edge.sides.map { edges[$0] ?? LisgdMeasure.edge }.max() ?? LisgdMeasure.edge)
  }

  private func band(_ pixels: Double) -> Double { pixels * (scale?.factor ?? 1) * Yardstick.pixel }

  mutating func set(_ option: String, _ number: Double, words: String, line: Int) -> [ImportedItem] {
    var items: [ImportedItem] = []
    switch option {
    case "-t":
      threshold = number
      let distance = Quantity.millimetres(number * Yardstick.pixel)
      let keys = ["swipe.min-distance", "edge-swipe.min-travel"]
      items.defaults(line, "touchscreen", keys, distance, words, LisgdWording.pixels)
    case "-T": pressedThreshold = number
    case "-r":
      degrees = number
      return LisgdRules.degrees(number, ["swipe", "edge-swipe"], words, line)
    case "-m":
      timeout = number
      let keys = ["swipe.max-duration", "edge-swipe.max-duration"]
      items.defaults(
        line, "touchscreen", keys, Quantity.milliseconds(number), words,
        "lisgd measures the time from the first landing to the last lift; gesture-bridge measures only until it recognizes the swipe"
      )
    case "-o":
      quarters = Int(min(number, 3))
      let turn = "\(words): all directions and edges are turned by \(quarters * 90) degrees clockwise"
      if number > 0 { items.add(line, .comment(turn)) }
    case "-w": width = number
    case "-h": height = number
    case "-s": scale = (number, words, line)
    default: break
    }
    return items
  }
}

/// The conversion of lisgd's gestures and options to rules. A gesture at an edge begins or ends at the edge. A gesture
/// with lisgd's mode `P` and without a distance repeats its command.
struct LisgdRules {
  private(set) var items: [ImportedItem] = []
  private let settings: LisgdSettings
  private let gestures: [LisgdGesture]

  init(_ gestures: [LisgdGesture], _ settings: LisgdSettings) {
    var settings = settings
    if let first = gestures.first, settings.threshold == nil {
      let distance = LisgdMeasure.distance
      items = settings.set("-t", distance, words: "\(Quantity.decimal(distance)), lisgd's own", line: first.line)
    }
    self.settings = settings
    self.gestures = gestures.map { $0.turned(settings.quarters) }
    for (index, gesture) in self.gestures.enumerated() {
      let others = self.gestures[..<index]
      items += .gesture(gesture.line...gesture.line, gesture.words) { () throws(ImportRefusal) in
        [try part(gesture, after: others)]
      }
    }
    let edge = "\(Quantity.decimal(LisgdMeasure.edge)) px"
    let keys = ["edge-swipe.band", "edge-swipe.corner"]
    if let (factor, words, line) = settings.scale, factor != 1 {
      let conversion = "lisgd multiplies its edges' width (default: \(edge)) by this number; \(LisgdWording.pixels)"
      items.defaults(line, "touchscreen", keys, Quantity.band(settings.band), words, conversion)
    } else if let first = self.gestures.first(where: { $0.edge.octant != nil }) {
      let conversion = "lisgd's edges are \(edge) wide by default; \(LisgdWording.pixels)"
      items.defaults(first.line, "touchscreen", keys, Quantity.band(settings.band), first.words, conversion)
    }
    if settings.degrees == nil, let slanted = self.gestures.first(where: { $0.direction.isDiagonal }) {
      items += Self.degrees(LisgdMeasure.degrees, ["swipe"], slanted.words, slanted.line)
    }
  }

  private func part(
    _ gesture: LisgdGesture, after others: ArraySlice<LisgdGesture>
  ) throws(ImportRefusal) -> ImportedGesture {
    if let first = others.first(where: { $0.covers(gesture) }) {
      throw ImportRefusal(ImportWording.outdone(.first, by: first.line))
    }
    if gesture.endsAtItsEdge, gesture.edge != .at(gesture.direction) || gesture.direction.isDiagonal || gesture.repeats
    {
      throw ImportRefusal(
        "a gesture of gesture-bridge can end at an edge only if the fingers move straight to the edge and the command doesn't repeat"
      )
    }
    if gesture.repeats { return try pressed(gesture) }
    var part = ImportedGesture(shape(gesture), run: .shell(gesture.command))
    part.notes = notes(gesture)
    part.measure.least = length(gesture) ?? settings.threshold.map { $0 * Yardstick.pixel }
    part.measure.most = others.filter { isLonger($0, than: gesture) }.compactMap(length).min()
    if let share = gesture.distance.share {
      let size = [settings.screen.width, settings.screen.height].map { Quantity.decimal($0, places: 0) }
      part.notes.append(
        "the fingers must cross at least \(Quantity.decimal(share * 100)) % of a screen of \(size[0]) x \(size[1]) mm")
      let duration = Quantity.milliseconds(settings.timeout ?? LisgdMeasure.timeout)
      part.tuning = [TOMLValue.Pair("max-duration", duration)]
    }
    part.waitsFor = others.filter { isLonger($0, than: gesture) || endsElsewhere($0, than: gesture) }.map(shape)
    return part
  }

  private func notes(_ gesture: LisgdGesture) -> [String] {
    gesture.notes + (gesture.edge == .none ? ["the gesture begins away from the edges"] : [])
      + (gesture.isPressed && !gesture.repeats
        ? ["the command runs once: lisgd repeats it only if the gesture has no distance"] : [])
  }

  /// Whether `other` is the movement of `gesture` over a longer distance, and so must fail first.
  private func isLonger(_ other: LisgdGesture, than gesture: LisgdGesture) -> Bool {
    other.fingers == gesture.fingers && other.direction == gesture.direction && !other.repeats
      && other.distance.rank > gesture.distance.rank && !other.endsAtItsEdge
      && (gesture.edge == .any || gesture.edge == other.edge || other.edge == .any)
  }

  /// Whether `other` has the movement of `gesture`, but ends at an edge and is recognized only at the lift.
  private func endsElsewhere(_ other: LisgdGesture, than gesture: LisgdGesture) -> Bool {
    other.fingers == gesture.fingers && other.direction == gesture.direction && other.edge == .at(other.direction)
      && !gesture.endsAtItsEdge
  }

  private func shape(_ gesture: LisgdGesture) -> GestureShape {
    let fingers = gesture.fingers...gesture.fingers
    var shape: GestureShape
    if let edge = gesture.edge.octant, edge.opposite == gesture.direction {
      shape = GestureShape(.edgeSwipe, fingers: fingers, device: "touchscreen")
      let band = settings.band(of: edge)
      shape.start = .edge(edge.edge, width: band)
      if band != settings.band { shape = shape.with(.init(edge.isDiagonal ? "corner" : "band", Quantity.band(band))) }
    } else {
      shape = GestureShape(.swipe, fingers: fingers, device: "touchscreen", direction: gesture.direction.direction)
      if let edge = gesture.edge.octant, gesture.endsAtItsEdge {
        let band = settings.band(of: edge)
        shape.end = .edge(edge.edge, width: band)
        shape = shape.with(
          .init("at-lift", .flag(true)), .init("end-edge", edge.edge), .init("end-band", Quantity.band(band)),
          label: "to-\(edge.edge)")
      } else {
        shape.start = start(gesture.edge)
      }
    }
    guard let length = length(gesture) else { return shape }
    return shape.with(shape.form.threshold(length), label: gesture.distance == .long ? "long" : "medium")
  }

  /// The least length of a medium or long gesture in mm. Nil without a minimum.
  private func length(_ gesture: LisgdGesture) -> Double? {
    let (width, height) = settings.screen
    let whole =
      switch gesture.direction.direction {
      case "left", "right": width
      case "up", "down": height
      default: (width * width + height * height).squareRoot()
      }
    return gesture.distance.share.map { $0 * whole }
  }

  /// A pan that repeats the command. Throws for a diagonal direction.
  private func pressed(_ gesture: LisgdGesture) throws(ImportRefusal) -> ImportedGesture {
    guard let direction = ImportedAction.StepDirection(rawValue: gesture.direction.direction) else {
      throw ImportRefusal("a command can repeat only while the fingers move left, right, up or down")
    }
    let axis = direction == .up || direction == .down ? "vertical" : "horizontal"
    let fingers = gesture.fingers...gesture.fingers
    var shape = GestureShape(.swipe, fingers: fingers, device: "touchscreen", direction: axis).swipeAsPan
    shape.start = start(gesture.edge)
    var part = ImportedGesture(shape, .step(direction), .shell(gesture.command))
    let pixels = settings.pressedThreshold
    part.repeatActions(every: pixels * Yardstick.pixel)
    // Swipes in other directions can still be recognized.
    part.sparesSwipes = true
    let step = "every \(Quantity.decimal(pixels)) px; \(LisgdWording.pixels)"
    part.notes = notes(gesture) + ["the command repeats while the fingers move, \(step)"]
    return part
  }

  /// The place in which a swipe or pan must begin. Nil if it can begin anywhere.
  private func start(_ edge: LisgdGesture.LisgdEdge) -> ForeignMovement.Place? {
    switch edge {
    case .any: nil
    case .none: .area(x: LisgdMeasure.middle.x, y: LisgdMeasure.middle.y)
    case .at(let octant): .edge(octant.edge, width: settings.band(of: octant))
    }
  }

  fileprivate static func degrees(
    _ degrees: Double, _ kinds: [String], _ words: String, _ line: Int
  ) -> [ImportedItem] {
    Sectors.items(
      line, degrees: degrees, kinds: kinds, section: "defaults.touchscreen", words: words,
      conversion: "the greatest allowed angle between the movement and the gesture's direction")
  }
}
