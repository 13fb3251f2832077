import GestureCore
import Text

/// How the shipped drawings are recognized, each alone and all in one file.
///
/// The strokes go through the engine as one finger on a touchpad, at their own pace.
struct Shapes {
  let samples: [Sample]
  let options: Options

  private static let shapes = StrokeShape.allCases.filter { $0 != .none }
  /// The classes that have another name in the study.
  private static let names = [
    "check": "checkmark", "left_sq_bracket": "left-bracket", "right_sq_bracket": "right-bracket",
    "left_curly_brace": "left-brace", "right_curly_brace": "right-brace",
  ]
  /// Of a touchpad, for contacts; in mm.
  private static let unit = 1.0 / 40
  private static let pad = Size(width: 100, height: 60)
  private static let contacts = "contacts"

  /// The results for the strokes of one class, or for the contacts.
  fileprivate struct Tally {
    private(set) var count = 0
    private(set) var right = 0
    private(set) var wrong: [StrokeShape: Int] = [:]

    var wrongs: Int { wrong.values.reduce(0, +) }

    mutating func add(_ shape: StrokeShape?, of name: String) {
      count += 1
      guard let shape else { return }
      if shape.rawValue == name { right += 1 } else { wrong[shape, default: 0] += 1 }
    }

    mutating func add(_ other: Tally) {
      count += other.count
      right += other.right
      wrong.merge(other.wrong, uniquingKeysWith: +)
    }

    var mistakes: String {
      let most = wrong.sorted { ($0.value, $1.key.rawValue) > ($1.value, $0.key.rawValue) }
      return most.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    }
  }

  func report() {
    let together = tally(Self.shapes)
    var all = Tally()
    print(
      "\nshipped shapes, \(decimal(options.size, places: 0)) mm large, %                  alone               all in one file"
    )
    print("                       right   worst  left out   worst  others contacts     right   wrong  taken for")
    for shape in Self.shapes {
      let own = together[shape.rawValue] ?? Tally()
      print(left(shape.rawValue, 20) + alone(shape) + outcome(own))
      all.add(own)
    }
    print(left("all", Self.margin) + outcome(all))
    for (name, tally) in together.sorted(by: { $0.key < $1.key })
    where !Self.shapes.contains(where: { $0.rawValue == name }) {
      print(left(name, Self.margin) + outcome(tally))
    }
  }

  private static let margin = 72

  private func outcome(_ tally: Tally) -> String {
    right(Self.share(tally.right, tally.count), 10) + right(Self.share(tally.wrongs, tally.count), 8) + "  "
      + tally.mistakes
  }

  /// The columns for one shape that is the only gesture.
  private func alone(_ shape: StrokeShape) -> String {
    let tallies = tally([shape])
    let hits = subjects.map { subject in tally([shape], of: subject)[shape.rawValue] ?? Tally() }
    let kept = subjects.map { leftOut($0, shape) }
    var (own, others) = (Tally(), Tally())
    for hit in hits { own.add(hit) }
    for (name, tally) in tallies where name != shape.rawValue && name != Self.contacts { others.add(tally) }
    let contacts = tallies[Self.contacts] ?? Tally()
    let worst = hits.filter { $0.count > 0 }.min { $0.right * $1.count < $1.right * $0.count } ?? Tally()
    let columns = [
      (Self.share(own.right, own.count), 8), (Self.share(worst.right, worst.count), 8),
      (Self.share(kept.map(\.hits).reduce(0, +), kept.map(\.count).reduce(0, +)), 10),
      (kept.filter { $0.count > 0 }.min { $0.share < $1.share }.map { Self.share($0.hits, $0.count) } ?? "-", 8),
      (Self.share(others.wrongs, others.count), 8), (Self.share(contacts.wrongs, contacts.count), 9),
    ]
    return columns.map { right($0, $1) }.joined()
  }

  private var subjects: [String] { Set(samples.compactMap(\.label?.subject)).sorted() }

  private static func share(_ part: Int, _ whole: Int) -> String {
    whole == 0 ? "-" : decimal(Double(part) / Double(whole) * 100, places: 1, padded: true)
  }

  private static func name(_ label: Sample.Label) -> String {
    names[label.name] ?? String(label.name.map { $0 == "_" ? "-" : $0 })
  }

  /// By class; of one subject, or of all and of the contacts.
  private func tally(_ shapes: [StrokeShape], of subject: String? = nil) -> [String: Tally] {
    let rules = shapes.map { shape in
      GestureRule(name: shape.rawValue, kind: Stroke.kind, settings: ["shape": .choice(shape.rawValue)])
    }
    var tallies: [String: Tally] = [:]
    guard var hand = DrawingHand(RuleSet(gestures: rules), on: Self.pad) else { return tallies }
    for sample in samples where subject == nil || sample.label?.subject == subject {
      let name = sample.label.map(Self.name) ?? Self.contacts
      let fired = hand.draw(sample, scale: sample.label == nil ? Self.unit : options.size / sample.size)
      tallies[name, default: Tally()].add(fired.map { shapes[$0.rawValue] }, of: name)
    }
    return tallies
  }

  /// The number of a subject's strokes that are accepted with the threshold that the other subjects' strokes suggest:
  /// the lowest that accepts 97 % of each one's.
  private func leftOut(_ subject: String, _ shape: StrokeShape) -> Score {
    var score = Score()
    guard case .templates(let sets)? = shape.figure else { return score }
    var matcher = StrokeMatcher()
    var nearness: [String: [Double]] = [:]
    for sample in samples {
      guard let label = sample.label, Self.name(label) == shape.rawValue else { continue }
      let nearest = matcher.nearest(sample.form, sets, turnedBy: Self.rotation)
      // The stroke resembles another shape more, so no threshold accepts it.
      let isOther = nearest.share > 1 && nearest.distance <= (sets.first?.threshold ?? 0)
      nearness[label.subject, default: []].append(isOther ? .infinity : nearest.distance)
    }
    let needed = nearness.filter { $0.key != subject }.values.map { distances in
      distances.sorted()[min(distances.count - 1, Int(Double(distances.count) * Self.held))]
    }
    guard let most = needed.max(), let widest = ShapeFigures.thresholds.last else { return score }
    let threshold = ShapeFigures.thresholds.first { $0 >= most } ?? widest
    for distance in nearness[subject] ?? [] { score.add(distance <= threshold) }
    return score
  }

  private static let held = 0.97
  private static let rotation = 20 * Double.pi / 180
}

/// One finger that draws strokes through the engine, one after another.
struct DrawingHand {
  private var engine: Engine
  private var events: [GestureEvent] = []
  private var now = 0.0
  private static let device = DeviceID(1)
  /// Between two strokes, in milliseconds: longer than anything waits.
  private static let pause = 60_000.0
  private static let microseconds = 1000.0

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
    let start = now
    for (index, point) in sample.points.enumerated() {
      now = max(now, start + sample.times[index])
      show(index == 0 ? .began : .moved, point * scale)
    }
    show(.ended, .zero)
    now += Self.pause
    engine.advance(to: time, into: &events)
    return events.first?.gesture
  }

  private var time: Timestamp { Timestamp(microseconds: Int64(now * Self.microseconds)) }

  private mutating func show(_ phase: Touch.Phase, _ place: Vector) {
    let touch = Touch(id: 0, phase: phase, position: place)
    engine.process(Frame(device: Self.device, time: time, touches: [touch]), into: &events)
  }
}

extension Sample {
  /// The longer side of the box around it.
  fileprivate var size: Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0), .leastNormalMagnitude)
  }
}
