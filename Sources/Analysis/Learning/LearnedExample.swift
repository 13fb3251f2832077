import Bindings
import GestureCore

/// One example of a drawing. Later drawings are compared with the examples.
public struct LearnedExample: Equatable, Sendable {
  public let sample: GestureSample
  public let fingers: Int
  /// A few points of the drawing, in mm from its first point.
  public let points: [Vector]
  /// The length of the whole drawing, in mm.
  public let length: Double
  /// The time from the landing of the last finger to the first lift.
  public let duration: TimeSpan
  /// The longest time that the rules allow for a stroke.
  let allowed: TimeSpan

  public var number: Int { sample.number }
  /// Whether the drawing took longer than a stroke may take, so that the gesture would fail.
  var isSlow: Bool { duration > allowed }

  /// The example as text for a file, with a comment that gives the device and the number of fingers.
  public var text: TemplateText.Example {
    let device = sample.device
    let name = device.name.isEmpty || device.name == device.deviceClass.rawValue ? "" : " \"\(device.name)\""
    return TemplateText.Example(
      points: points, remark: "\(device.deviceClass.rawValue)\(name), \(Measure.fingers(fingers))")
  }
}

public enum ExampleRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  case palm
  case still
  case fingers(Int, wanted: Int)
  /// The recognizer of strokes refused the drawing, for this reason.
  case noStroke(String)

  public var description: String {
    switch self {
    case .palm: "only a palm touched the surface"
    case .still: "nothing was drawn: the fingers hardly moved"
    case .fingers(let count, let wanted): "drawn with \(Measure.fingers(count)) instead of \(wanted)"
    case .noStroke(let reason): reason
    }
  }
}

/// Reads drawings from attempts, and refuses attempts that can't be drawings.
public struct ExampleReader: Sendable {
  /// The rules that divide touches into attempts. The rules have no gestures: an attempt ends when all fingers are up.
  public let separatingRules: RuleSet
  /// The number of fingers that examples must have; nil for any number.
  public let fingers: Int?

  /// Makes a reader that uses only the settings for devices and strokes in `rules`.
  public init(_ rules: RuleSet, fingers: Int?) {
    var separatingRules = rules
    separatingRules.gestures = []
    (self.separatingRules, self.fingers) = (separatingRules, fingers)
  }

  /// Reads the drawing of an attempt. Throws if the attempt isn't a drawing, has the wrong number of fingers, or isn't
  /// recognized as a stroke with this drawing as its template.
  public func read(_ sample: GestureSample) throws(ExampleRefusal) -> LearnedExample {
    let surface = Surface(separatingRules, of: sample.device)
    let motion = HandMotion(sample.frames, on: surface)
    let count = motion.fingers
    guard count > 0 else { throw .palm }
    if let fingers, count != fingers { throw .fingers(count, wanted: fingers) }
    let path = ExamplePath(sample.frames, on: surface, fingers: count)
    let points = StrokeThinning.thinned(path.points).map(Self.rounded)
    let isStill = points.allSatisfy { $0 == points.first }
    if isStill, motion.spread.magnitude < Self.leastSpread { throw .still }
    let rule = Self.rule(isStill ? Self.placeholder : points, fingers: count)
    var rules = separatingRules
    rules.gestures = [rule]
    guard let solo = SoloGesture(rule.name, of: rules) else { throw .noStroke("") }
    let outcome = solo.outcome(of: sample)
    guard outcome.isRecognized, !isStill else { throw .noStroke(solo.reason(outcome, sample)) }
    return LearnedExample(
      sample: sample, fingers: count, points: points, length: path.length, duration: path.duration,
      allowed: allowed(on: sample.device))
  }

  /// Rounds a point to tenths of a millimetre, the precision of files with examples.
  private static func rounded(_ point: Vector) -> Vector {
    Vector((point.x * partsPerMM).rounded() / partsPerMM, (point.y * partsPerMM).rounded() / partsPerMM)
  }

  /// The least change of the fingers' spread, in mm, that counts as a movement if the fingers' centre doesn't move.
  private static let leastSpread = 3.0
  /// The template if the fingers' centre didn't move. With this template, the recognizer fails and reports the reason.
  private static let placeholder = [Vector.zero, Vector(1, 0)]
  private static let partsPerMM = 10.0
  private static let name = "example"
  private static let durationSetting = "max-duration"
  private static let longestDuration = 30_000.0
  /// The tolerance in percent: so high that recognition succeeds even if the template lacks most points of the path.
  private static let tolerance = 400.0

  /// A rule for a stroke with `points` as its template, and with 30 seconds for the drawing.
  private static func rule(_ points: [Vector], fingers: Int) -> GestureRule {
    GestureRule(
      name: name, kind: Stroke.kind,
      settings: [
        "fingers": .countRange(fingers...fingers), "after": .start(.landing),
        durationSetting: .quantity(longestDuration),
        "tolerance": .quantity(tolerance), "templates": .templates([StrokeTemplates(name: name, strokes: [points])]),
      ])
  }

  private func allowed(on device: Device) -> TimeSpan {
    let rule = GestureRule(name: Self.name, kind: Stroke.kind)
    return TimeSpan(
      milliseconds: separatingRules.settings(of: rule, on: device).quantity(Self.durationSetting)
        ?? Self.longestDuration)
  }
}

private struct ExamplePath {
  /// The path of the fingers' centre, in mm from its beginning, on the surface as the user sees it.
  private(set) var points: [Vector] = [.zero]
  private(set) var length = 0.0
  private(set) var duration = TimeSpan(microseconds: 0)

  /// The least distance between two points, in mm. Nearer points are skipped, except the last point.
  private static let leastDistance = 0.05

  /// Finds the path of one attempt. `fingers` is the attempt's greatest number of fingers.
  init(_ frames: [Frame], on surface: Surface, fingers: Int) {
    var down = FingersDown()
    var began: Timestamp?
    for frame in frames {
      let before = down.fingers
      down.move(frame, on: surface)
      if began != nil { move(by: FingersDown.centre(of: down.fingers) - FingersDown.centre(of: before)) }
      _ = down.landAndLift(frame, on: surface)
      if began == nil, down.fingers.count == fingers { began = frame.time }
      guard let began else { continue }
      duration = frame.time - began
      if down.fingers.count < fingers { break }
    }
    if points.last != position { points.append(position) }
  }

  private var position = Vector.zero

  private mutating func move(by offset: Vector) {
    position += offset
    guard let last = points.last, (position - last).length >= Self.leastDistance else { return }
    length += (position - last).length
    points.append(position)
  }
}

/// Reduces a path to its corners and a few points of its bends.
enum StrokeThinning {
  static let most = 64
  /// The least distance between points in mm. The last point may be closer.
  static let gap = 0.5
  /// Points within this distance of the reduced path, in mm, are removed. Raised until at most `most` points remain.
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
  fileprivate func distance(fromLine start: Vector, _ end: Vector) -> Double {
    let line = end - start
    let square = line.dot(line)
    let share = square > 0 ? max(0, min(1, (self - start).dot(line) / square)) : 0
    return (self - (start + line * share)).length
  }
}

/// Removes points within `distance` of the lines between the remaining points (Ramer, Douglas, Peucker). Works on
/// pieces of `piece` points to save time.
package func simplified<Point>(
  _ points: [Point], within distance: Double, piece: Int = .max,
  _ measure: (_ point: Point, _ first: Point, _ last: Point) -> Double
) -> [Point] {
  guard points.count > 2 else { return points }
  let last = points.count - 1
  let piece = min(piece, last)
  var isKept = points.indices.map { $0 == 0 }
  var segments = stride(from: 0, to: last, by: piece).map { ($0, min($0 + piece, last)) }
  while let (first, last) = segments.popLast() {
    isKept[last] = true
    var farthest = (index: first, distance: distance)
    for index in first + 1..<last {
      let measured = measure(points[index], points[first], points[last])
      if measured > farthest.distance { farthest = (index, measured) }
    }
    if farthest.index != first { segments += [(first, farthest.index), (farthest.index, last)] }
  }
  return zip(points, isKept).filter(\.1).map(\.0)
}
