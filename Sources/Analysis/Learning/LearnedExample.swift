import Bindings
import GestureCore

/// One drawing by which a gesture is to be recognized from now on.
public struct LearnedExample: Equatable, Sendable {
  public let trial: Trial
  public let fingers: Int
  /// In mm from where it began, as the user sees the surface; few, but with its form.
  public let points: [Vector]
  /// Of all that was drawn, in mm.
  public let length: Double
  /// From when the last finger landed.
  public let duration: TimeSpan
  /// How long a stroke may take under the rules.
  let allowed: TimeSpan

  public var number: Int { trial.number }
  /// Whether a gesture would be given up before such a drawing is done.
  var isSlow: Bool { duration > allowed }

  /// As it stands in a file.
  public var text: TemplateText.Example {
    TemplateText.Example(points: points, remark: LearningWording.remark(trial.device, fingers))
  }
}

/// Why an attempt is no example.
public enum ExampleRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// Nothing but a palm touched the surface.
  case palm
  case still
  /// It has other fingers than those asked for.
  case fingers(Int, wanted: Int)
  /// No stroke can be drawn so, for a reason in words.
  case noStroke(String)

  public var description: String { LearningWording.refusal(self) }
}

/// Tells drawings from what can't be one.
public struct ExampleReader: Sendable {
  /// What tells attempts apart: no gesture lets one wait for the next.
  public let cutting: RuleSet
  /// Only examples with so many fingers are taken; nil for any.
  public let fingers: Int?

  /// Of the rules only what they say of devices and of strokes counts.
  public init(_ rules: RuleSet, fingers: Int?) {
    var cutting = rules
    cutting.gestures = []
    self.cutting = cutting
    self.fingers = fingers
  }

  /// Looks at an attempt as a stroke with its own form for a template would be looked for.
  public func read(_ trial: Trial) throws(ExampleRefusal) -> LearnedExample {
    let surface = Surface(cutting, of: trial.device)
    let motion = HandMotion(trial.frames, on: surface)
    let count = motion.fingers
    guard count > 0 else { throw .palm }
    if let fingers, count != fingers { throw .fingers(count, wanted: fingers) }
    let way = DrawnWay(trial.frames, on: surface, fingers: count)
    let points = StrokeThinning.thinned(way.points).map(Self.rounded)
    let isStill = points.allSatisfy { $0 == points.first }
    if isStill, motion.spread.magnitude < Self.pinch { throw .still }
    let rule = Self.rule(isStill ? Self.standIn : points, fingers: count)
    var rules = cutting
    rules.gestures = [rule]
    guard let solo = SoloGesture(rule.name, of: rules) else { throw .noStroke("") }
    let outcome = solo.outcome(of: trial)
    guard outcome.isRecognized, !isStill else { throw .noStroke(solo.reason(outcome, trial)) }
    return LearnedExample(
      trial: trial, fingers: count, points: points, length: way.length, duration: way.duration,
      allowed: allowed(on: trial.device))
  }

  /// As it is written, so that what is said of it now holds when it is read again.
  private static func rounded(_ point: Vector) -> Vector {
    Vector((point.x * parts).rounded() / parts, (point.y * parts).rounded() / parts)
  }

  /// Fingers that get farther apart by so many mm do more than tap, though their centre rests.
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
    guard case .quantity(let time)? = cutting.settings(of: rule, on: device).values[Self.time] else {
      return TimeSpan(milliseconds: Self.patience)
    }
    return TimeSpan(milliseconds: time)
  }
}

/// The way on which fingers drew together: from when the last of them has landed until the first one lifts.
struct DrawnWay {
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
