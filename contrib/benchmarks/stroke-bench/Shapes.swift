import GestureCore

/// How the drawings that come with the program are recognized, each alone and all in one file.
///
/// The strokes go through the engine as one finger on a touchpad, at their own pace.
struct Shapes {
  let samples: [Sample]
  let options: Options

  private static let shapes = StrokeShape.allCases.filter { $0 != .none }
  /// What the study calls differently.
  private static let names = [
    "check": "checkmark", "left_sq_bracket": "left-bracket", "right_sq_bracket": "right-bracket",
    "left_curly_brace": "left-brace", "right_curly_brace": "right-brace",
  ]
  /// Of a touchpad, for contacts; in mm.
  private static let unit = 1.0 / 40
  private static let pad = Size(width: 100, height: 60)

  /// What came of the strokes of one class, or of the contacts.
  fileprivate struct Tally {
    var count = 0
    var right = 0
    var wrong: [StrokeShape: Int] = [:]
    var wrongs: Int { wrong.values.reduce(0, +) }
  }

  func report() {
    let together = tally(Self.shapes)
    var all = Tally()
    print(
      "\nshipped shapes, \(decimal(options.size, places: 0)) mm large, %      alone                    all in one file")
    print("                         right  others contacts        right   wrong  as")
    for shape in Self.shapes {
      let alone = tally([shape])
      let own = together[shape.rawValue] ?? Tally()
      let single = alone[shape.rawValue] ?? Tally()
      let contacts = alone[Self.contacts] ?? Tally()
      let others = alone.filter { $0.key != shape.rawValue && $0.key != Self.contacts }.values
      let false_ = share(others.map(\.wrongs).reduce(0, +), others.map(\.count).reduce(0, +))
      print(
        left(shape.rawValue, 22) + right(share(single.right, single.count), 8) + right(false_, 8)
          + right(share(contacts.wrongs, contacts.count), 9)
          + "     " + right(share(own.right, own.count), 8) + right(share(own.wrongs, own.count), 8) + "  "
          + own.mistakes)
      all.count += own.count
      all.right += own.right
      for (other, count) in own.wrong { all.wrong[other, default: 0] += count }
    }
    print(left("all", 52) + right(share(all.right, all.count), 8) + right(share(all.wrongs, all.count), 8))
    for (name, tally) in together.sorted(by: { $0.key < $1.key })
    where !Self.shapes.contains(where: { $0.rawValue == name }) {
      print(left(name, 60) + right(share(tally.wrongs, tally.count), 8) + "  " + tally.mistakes)
    }
  }

  private static let contacts = "contacts"

  private func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : decimal(Double(part) / Double(whole) * 100, places: 1, padded: true)
  }

  /// By class.
  private func tally(_ shapes: [StrokeShape]) -> [String: Tally] {
    let rules = shapes.map { shape in
      GestureRule(name: shape.rawValue, kind: Stroke.kind, settings: ["shape": .choice(shape.rawValue)])
    }
    var tallies: [String: Tally] = [:]
    guard var hand = DrawingHand(RuleSet(gestures: rules), on: Self.pad) else { return tallies }
    for sample in samples {
      let name =
        sample.label.map { Self.names[$0.name] ?? String($0.name.map { $0 == "_" ? "-" : $0 }) } ?? Self.contacts
      let fired = hand.draw(sample, scale: sample.label == nil ? Self.unit : options.size / sample.size)
      var tally = tallies[name] ?? Tally()
      tally.count += 1
      if let fired, let shape = StrokeShape(rawValue: shapes[fired.rawValue].rawValue) {
        if shape.rawValue == name { tally.right += 1 } else { tally.wrong[shape, default: 0] += 1 }
      }
      tallies[name] = tally
    }
    return tallies
  }
}

extension Shapes.Tally {
  fileprivate var mistakes: String {
    wrong.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }.map { "\($0.key.rawValue) \($0.value)" }
      .joined(separator: ", ")
  }
}

/// One finger that draws strokes through the engine, one after another.
struct DrawingHand {
  private var engine: Engine
  private var events: [GestureEvent] = []
  private var now = 0.0
  private static let device = DeviceID(1)
  /// Between two strokes, in milliseconds: longer than anything waits.
  private static let pause = 60_000.0

  /// Nil for rules that wait for one another in a circle.
  init?(_ rules: RuleSet, on size: Size) {
    guard let engine = try? Engine(rules: rules) else { return nil }
    self.engine = engine
    self.engine.add(
      Device(id: Self.device, name: "pad", deviceClass: .touchpad, size: size, capabilities: [.contacts, .places]))
  }

  /// The first gesture that is recognized.
  mutating func draw(_ sample: Sample, scale: Double) -> GestureID? {
    events.removeAll(keepingCapacity: true)
    now += Self.pause
    var last = 0.0
    for (index, point) in sample.points.enumerated() {
      last = max(last, sample.times[index])
      show(index == 0 ? .began : .moved, point * scale, last)
    }
    show(.ended, .zero, last)
    now += last + Self.pause
    engine.advance(to: Timestamp(microseconds: Int64(now * 1000)), into: &events)
    return events.first?.gesture
  }

  private mutating func show(_ phase: Touch.Phase, _ place: Vector, _ time: Double) {
    let touch = Touch(id: 0, phase: phase, position: place)
    engine.process(
      Frame(device: Self.device, time: Timestamp(microseconds: Int64((now + time) * 1000)), touches: [touch]),
      into: &events)
  }
}

extension Sample {
  /// The longer side of the box around it.
  var size: Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0), .leastNormalMagnitude)
  }
}
