import Bindings
import GestureCore

/// One drawing by which a gesture is to be recognized from now on.
public struct LearnedExample: Equatable, Sendable {
  public let sample: GestureSample
  public let fingers: Int
  /// In mm from where it began, as the user sees the surface; few, but with its form.
  public let points: [Vector]
  /// Of all that was drawn, in mm.
  public let length: Double
  /// From when the last finger landed.
  public let duration: TimeSpan
  /// How long a stroke may take under the rules.
  let allowed: TimeSpan

  public var number: Int { sample.number }
  /// Whether a gesture would be given up before such a drawing is done.
  var isSlow: Bool { duration > allowed }

  /// As it stands in a file, below a remark: `touchscreen "ELAN", 1 finger`.
  public var text: TemplateText.Example {
    let device = sample.device
    let name = device.name.isEmpty || device.name == device.deviceClass.rawValue ? "" : " \"\(device.name)\""
    return TemplateText.Example(
      points: points, remark: "\(device.deviceClass.rawValue)\(name), \(Measure.fingers(fingers))")
  }
}

public enum ExampleRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing but a palm touched the surface.
  case palm
  case still
  /// It has other fingers than those asked for.
  case fingers(Int, wanted: Int)
  /// No stroke can be drawn so, for a reason in words.
  case noStroke(String)

  public var description: String {
    switch self {
    case .palm: "only a palm touched the surface"
    case .still: "nothing was drawn, as in a tap"
    case .fingers(let count, let wanted): "drawn with \(Measure.fingers(count)) instead of \(wanted)"
    case .noStroke(let reason): reason
    }
  }
}

/// Tells drawings from what can't be one.
public struct ExampleReader: Sendable {
  /// What tells attempts apart: no gesture lets one wait for the next.
  public let cutting: RuleSet
  /// Only examples with this number of fingers are taken; nil for any number.
  public let fingers: Int?

  /// Of the rules only what they say of devices and of strokes counts.
  public init(_ rules: RuleSet, fingers: Int?) {
    var cutting = rules
    cutting.gestures = []
    self.cutting = cutting
    self.fingers = fingers
  }

  /// Looks at an attempt as a stroke with its own form for a template would be looked for.
  public func read(_ sample: GestureSample) throws(ExampleRefusal) -> LearnedExample {
    let surface = Surface(cutting, of: sample.device)
    let motion = HandMotion(sample.frames, on: surface)
    let count = motion.fingers
    guard count > 0 else { throw .palm }
    if let fingers, count != fingers { throw .fingers(count, wanted: fingers) }
    let way = ExampleWay(sample.frames, on: surface, fingers: count)
    let points = StrokeThinning.thinned(way.points).map(Self.rounded)
    let isStill = points.allSatisfy { $0 == points.first }
    if isStill, motion.spread.magnitude < Self.pinch { throw .still }
    let rule = Self.rule(isStill ? Self.standIn : points, fingers: count)
    var rules = cutting
    rules.gestures = [rule]
    guard let solo = SoloGesture(rule.name, of: rules) else { throw .noStroke("") }
    let outcome = solo.outcome(of: sample)
    guard outcome.isRecognized, !isStill else { throw .noStroke(solo.reason(outcome, sample)) }
    return LearnedExample(
      sample: sample, fingers: count, points: points, length: way.length, duration: way.duration,
      allowed: allowed(on: sample.device))
  }

  /// As it is written, so that what is said of it now holds when it is read again.
  private static func rounded(_ point: Vector) -> Vector {
    Vector((point.x * parts).rounded() / parts, (point.y * parts).rounded() / parts)
  }

  /// In mm: fingers that get farther apart by more than this do more than tap, though their centre rests.
  private static let pinch = 3.0
  /// What the recognizer is given where nothing was drawn: it then says what was wrong.
  private static let standIn = [Vector.zero, Vector(1, 0)]
  private static let parts = 10.0
  private static let name = "example"
  private static let time = "max-duration"
  private static let patience = 30_000.0
  /// Points that were left out must not matter.
  private static let tolerance = 400.0

  /// A stroke that looks like these points, and has all the time there is.
  private static func rule(_ points: [Vector], fingers: Int) -> GestureRule {
    GestureRule(
      name: name, kind: Stroke.kind,
      settings: [
        "fingers": .countRange(fingers...fingers), "after": .start(.atOnce), time: .quantity(patience),
        "tolerance": .quantity(tolerance), "templates": .templates([StrokeTemplates(name: name, strokes: [points])]),
      ])
  }

  private func allowed(on device: Device) -> TimeSpan {
    let rule = GestureRule(name: Self.name, kind: Stroke.kind)
    return TimeSpan(milliseconds: cutting.settings(of: rule, on: device).quantity(Self.time) ?? Self.patience)
  }
}

/// The way on which fingers drew together: from when the last of them has landed until the first one lifts.
private struct ExampleWay {
  /// In mm from where it began, as the user sees the surface.
  private(set) var points: [Vector] = [.zero]
  private(set) var length = 0.0
  /// From when the last finger landed.
  private(set) var duration = TimeSpan(microseconds: 0)

  /// What is nearer than that to the point before, in mm, is no point of its own.
  private static let grain = 0.05

  /// The way of `fingers` fingers, the most that were down at once, in the frames of one attempt.
  init(_ frames: [Frame], on surface: Surface, fingers: Int) {
    var down = FingersDown()
    var began: Timestamp?
    for frame in frames {
      let before = down.fingers
      down.move(frame, on: surface)
      if began != nil { go(FingersDown.centre(of: down.fingers) - FingersDown.centre(of: before)) }
      _ = down.settle(frame, on: surface)
      if began == nil, down.fingers.count == fingers { began = frame.time }
      guard let began else { continue }
      duration = frame.time - began
      if down.fingers.count < fingers { break }
    }
    if points.last != place { points.append(place) }
  }

  private var place = Vector.zero

  private mutating func go(_ way: Vector) {
    place += way
    guard let last = points.last, (place - last).length >= Self.grain else { return }
    length += (place - last).length
    points.append(place)
  }
}

/// Makes of a drawn way the few points that a person can read: its corners all, and of its bends enough.
enum StrokeThinning {
  /// No example has more.
  static let most = 64
  /// The least distance between points in mm; the last one may be closer.
  static let gap = 0.5
  /// How far the connections of the points may be from the way, in mm; more only where the points would be too many.
  private static let distance = 0.1
  private static let widening = 1.4

  static func thinned(_ points: [Vector]) -> [Vector] {
    guard points.count > 2 else { return points }
    var distance = distance
    while true {
      let thinned = spaced(simplified(points, within: distance) { $0.distance(fromLine: $1, $2) })
      guard thinned.count > most else { return thinned }
      distance *= widening
    }
  }

  private static func spaced(_ points: [Vector]) -> [Vector] {
    var spaced: [Vector] = []
    for (index, point) in points.enumerated() {
      let isFar = spaced.last.map { (point - $0).length >= gap } ?? true
      if isFar || index == points.count - 1 { spaced.append(point) }
    }
    return spaced
  }
}

extension Vector {
  /// How far it is from the nearest place of the line between two others.
  fileprivate func distance(fromLine start: Vector, _ end: Vector) -> Double {
    let line = end - start
    let square = line.dot(line)
    let share = square > 0 ? max(0, min(1, (self - start).dot(line) / square)) : 0
    return (self - (start + line * share)).length
  }
}

/// Leaves out points that are near the straight connections of the others, in the way of Ramer, Douglas and Peucker: no point is farther away
/// than `distance`. `measure` is the distance of a point from the connection of two others. Points are cut into pieces of at most `piece`, so
/// that a long line does not take the square of its length.
package func simplified<Point>(
  _ points: [Point], within distance: Double, piece: Int = .max,
  _ measure: (_ point: Point, _ first: Point, _ last: Point) -> Double
) -> [Point] {
  guard points.count > 2 else { return points }
  let last = points.count - 1
  let piece = min(piece, last)
  var isKept = points.indices.map { $0 == 0 }
  var open = stride(from: 0, to: last, by: piece).map { ($0, min($0 + piece, last)) }
  while let (first, last) = open.popLast() {
    isKept[last] = true
    var farthest = (place: first, distance: distance)
    for place in first + 1..<last {
      let measured = measure(points[place], points[first], points[last])
      if measured > farthest.distance { farthest = (place, measured) }
    }
    if farthest.place != first { open += [(first, farthest.place), (farthest.place, last)] }
  }
  return zip(points, isKept).filter(\.1).map(\.0)
}
