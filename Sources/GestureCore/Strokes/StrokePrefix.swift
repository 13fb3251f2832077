/// A comparison of the drawn part of a stroke with the beginnings of templates.
///
/// It is unknown which share of the whole drawing is drawn, so several shares of each template are compared. Only
/// possible shares count: no drawing is larger than the surface or shorter than `min-length`. Only directions are
/// compared, by the dynamic time warping of `StrokeMatcher`, without allocating memory.
struct StrokePrefix: Sendable {
  /// The part of a stroke that is already drawn; lengths in mm.
  struct Drawn {
    let trail: [Vector]
    let length: Double
    let least: Double
    let surface: Size
    /// The greatest angle by which the drawing can be turned, in radians.
    let rotation: Double
  }

  /// The shares that are compared, each as a number of directions from the beginning of a form.
  private static let shares = [2, 4, 8, 12, 16, 20, 24, 28, StrokeForm.count - 1]
  /// How many times longer a drawing can be than one that fits on the surface: drawings overlap, and lines tremble.
  private static let overlap = 1.25

  /// The factor by which a beginning can differ more than a whole drawing. With this and `astray`, 1 in 1,000
  /// acceptable strokes of subject 1 of the $1 recognizer's study and half of a touchpad's contacts are rejected early.
  private static let leniency = 2.0
  /// The additional distance in mm that a finger can stray, as in a hook where it lands.
  private static let astray = 6.0

  private var points: [Vector] = Array(repeating: .zero, count: StrokeForm.count)
  private var directions: [Vector] = Array(repeating: .zero, count: StrokeForm.count - 1)

  /// The difference from the nearest template, in percent of the limit; 0 if unknown. Any value up to `enough` is
  /// returned at once.
  mutating func share(_ drawn: Drawn, _ templates: [StrokeTemplates], enough: Double) -> Double {
    var least = Double.infinity
    for index in Self.shares.indices where Self.isWithin(drawn, share: index) {
      guard fill(from: drawn.trail, Self.shares[index]) else { continue }
      for set in templates {
        for form in set.forms where Self.fits(drawn, form, share: index) {
          let distance = distance(form, Self.shares[index], turnedBy: drawn.rotation)
          // The longer the stroke is, the less a hook at the landing counts.
          let excess = max(0, distance - Self.astray / drawn.length)
          least = min(least, excess / (set.threshold * Self.leniency) * 100)
          if least <= enough { return least }
        }
      }
    }
    return least.isFinite ? least : 0
  }

  /// Whether the whole drawing would be long enough if the drawn part were this share of it.
  private static func isWithin(_ drawn: Drawn, share: Int) -> Bool {
    share == 0 || drawn.least * part(share) <= drawn.length
  }

  /// Whether the whole drawing fits on the surface if the drawn part is the next share of it; true for the last share.
  private static func fits(_ drawn: Drawn, _ form: StrokeForm, share: Int) -> Bool {
    let next = share + 1
    guard next < shares.count else { return true }
    return drawn.length <= part(next) * form.length(on: drawn.surface) * overlap
  }

  private static func part(_ share: Int) -> Double { Double(shares[share]) / Double(StrokeForm.count - 1) }

  private mutating func fill(from trail: [Vector], _ count: Int) -> Bool {
    guard trail.resample(to: count + 1, into: &points) else { return false }
    for index in 0..<count { directions[index] = (points[index + 1] - points[index]).unit }
    return true
  }

  /// The mean difference of the directions: 0 for equal ones, 1 at right angles, 2 for opposite ones.
  private func distance(_ template: StrokeForm, _ count: Int, turnedBy limit: Double) -> Double {
    let fit = StrokeFit(directions, template.directions, count, turnedBy: limit)
    return StrokeMatcher.warp(directions, template.directions, count, turnedBy: fit.angle) / Double(count)
  }
}

extension StrokeForm {
  /// The length of the largest drawing of this form that fits on a surface, upright or turned by 90°, in mm.
  func length(on surface: Size) -> Double {
    let (short, long) = (min(surface.width, surface.height), max(surface.width, surface.height))
    let scale = min(long / max(extent.x, extent.y), short / min(extent.x, extent.y))
    return scale > 0 ? scale * length : .infinity
  }
}

/// The first few mm of a stroke. They can include a swing of the hand that isn't part of the first line.
struct LeadIn: Sendable {
  private struct PathPoint: Sendable {
    let position: Vector
    /// The `area` of the line when the finger was at this position.
    let area: Double
  }

  private let reach: Double
  private var landing = Vector.zero
  private var points: [PathPoint] = []
  private var spacing = Self.finestSpacing

  /// `reach` is the length of the lead-in in mm; a long line can have a longer lead-in.
  init(_ reach: Double) {
    self.reach = reach
    points.reserveCapacity(Self.most)
  }

  mutating func land(at position: Vector) { landing = position }

  mutating func begin(at position: Vector) {
    points.removeAll(keepingCapacity: true)
    points.append(PathPoint(position: position, area: 0))
    spacing = Self.finestSpacing
  }

  func contains(_ position: Vector) -> Bool { (position - landing).length <= reach }

  mutating func record(_ line: PathLine) {
    guard let last = points.last, (line.position - last.position).length >= spacing else { return }
    if points.count == Self.most {
      points.keepEverySecond()
      spacing *= 2
    }
    points.append(PathPoint(position: line.position, area: line.area))
  }

  /// Moves the start of the line to the recorded position in the lead-in that makes the line straightest. The more of
  /// the lead-in is skipped, the straighter the line must become.
  func adjustStart(of line: inout PathLine) {
    guard let first = points.first else { return }
    let reach = max(reach, (line.end - first.position).length * Self.share)
    var best = Double.infinity
    for point in points where (point.position - first.position).length <= reach {
      let chord = line.end - point.position
      let area = line.endArea - point.area - (point.position - first.position).cross(chord) / 2
      let bow = PathLine.bow(area, chord)
      let score = bow + (point.position - first.position).length / reach * Self.skipPenalty
      guard score < best else { continue }
      best = score
      line.start = point.position
      line.bow = bow
    }
  }

  private static let finestSpacing = 1.0
  private static let most = 32
  /// The greatest share of a long line that can be lead-in.
  private static let share = 0.3
  /// How much straighter the line must be (its bow in percentage points) if the whole lead-in is skipped.
  private static let skipPenalty = 8.0
}
