import RealModule

@testable import GestureCore

/// Makes the strokes of a hand that draws paths.
struct StrokeMaker {
  /// The places of the ideal stroke, corner to corner, and the finger's places along it.
  private(set) var corners: [Vector] = [.zero]
  private(set) var points: [Vector] = [.zero]

  /// The distance from frame to frame, in mm.
  var stepLength = 1.0
  /// How far each frame is off, at most, along each axis.
  var noise = 0.0
  /// How round its corners are, in mm.
  var radius = 0.0
  private var dice: Dice

  init(seed: UInt64 = 1) { dice = Dice(seed: seed) }

  /// Draws a straight line by `movement`.
  mutating func line(_ movement: Vector) {
    let start = corners[corners.count - 1]
    corners.append(start + movement)
    let count = max(1, Int((movement.length / stepLength).rounded(.up)))
    for index in 1...count { points.append(start + movement * (Double(index) / Double(count))) }
  }

  /// Draws an arc of `degrees`, clockwise, beginning in this direction; `flat` is the ratio of its height to its width.
  mutating func arc(_ heading: Vector, width: Double, degrees: Double = 360, flat: Double = 1, growth: Double = 1) {
    let start = corners[corners.count - 1]
    let side = degrees < 0 ? -1.0 : 1.0
    let inward = Vector(-heading.y, heading.x) * side
    let count = max(8, Int((width * .pi * abs(degrees) / 360 / stepLength).rounded(.up)))
    for index in 1...count {
      let done = Double(index) / Double(count)
      let angle = abs(degrees) * .pi / 180 * done
      let radius = width / 2 * (1 + (growth - 1) * done)
      points.append(
        start + heading * (Double.sin(angle) * radius) + inward * (width / 2 - Double.cos(angle) * radius) * flat)
    }
    corners.append(points[points.count - 1])
  }

  /// Draws a path as a person does: each line leans at random, by `lean` degrees at most.
  mutating func draw(_ path: StrokePath, length: Double, lean: Double = 0) {
    for element in path.elements {
      let size = length * (element.share ?? dice.number(0.8...1.25))
      switch element.form {
      case .line(let direction): line(TestHand.turned(direction.vector, by: dice.number(-lean...lean)) * size)
      case .circle(let clockwise):
        let heading = TestHand.turned(Vector(1, 0), by: dice.number(0...360))
        arc(heading, width: size, degrees: clockwise ? 360 : -360, flat: dice.number(0.8...1))
      }
    }
  }

  /// The places that the device reports.
  mutating func reported() -> [Vector] {
    var stroke = radius > 0 ? rounded() : points
    for index in stroke.indices {
      stroke[index] += Vector(dice.number(-noise...noise), dice.number(-noise...noise))
    }
    return stroke
  }

  /// Replaces each place by the mean of those within the radius, as quick fingers round corners.
  private func rounded() -> [Vector] {
    let reach = Int((radius / stepLength).rounded())
    return points.indices.map { index in
      let near = points[max(0, index - min(reach, index))...min(points.count - 1, index + reach)]
      return near.reduce(Vector.zero) { $0 + $1 } * (1 / Double(near.count))
    }
  }
}

/// The result of one stroke.
struct PathOutcome {
  /// `done`, or why it failed.
  var text = ""
  /// The number of places until then.
  var count = 0
  var corners: [Vector] = []

  var isDone: Bool { text == "done" }

  init(_ stroke: [Vector], _ drawing: inout PathDrawing) {
    var status = DrawingStatus.possible
    if let first = stroke.first { drawing.begin(at: first) }
    while status == .possible, count + 1 < stroke.count {
      count += 1
      status = drawing.move(to: stroke[count])
    }
    if status == .possible { status = drawing.lift() }
    switch status {
    case .possible: text = "stays"
    case .complete: text = "done"
    case .failed(let failure): text = failure.description
    }
    corners = drawing.corners
  }

  init(_ stroke: [Vector], _ path: String, _ settings: [String: Double] = [:]) throws {
    var drawing = PathDrawing(try StrokePath(path), Self.settings(settings))
    self.init(stroke, &drawing)
  }

  static func settings(_ values: [String: Double] = [:]) -> Settings {
    Settings(Stroke.kind, for: .touchscreen, layers: [values.mapValues(SettingValue.quantity)])
  }
}
