/// Compares the drawn part of a stroke with the beginnings of templates.
///
/// The share of the drawing that is already drawn is unknown, so several shares are compared. A share is skipped if the
/// whole drawing would be too large for the surface, or shorter than `min-length`. Only directions are compared.
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

  /// The compared shares, counted in directions from the beginning. A whole form has `StrokeForm.count - 1` directions.
  private static let shares = [2, 4, 8, 12, 16, 20, 24, 28, StrokeForm.count - 1]
  /// The greatest length of a drawing, as a multiple of `StrokeForm.length(on:)`.
  private static let overlap = 1.25

  /// The limit for a beginning, divided by the limit for a whole drawing. 1 in 1,000 acceptable strokes fails early.
  private static let leniency = 2.0
  /// The length in mm up to which a hook at the landing doesn't count as a difference.
  private static let hookLength = 6.0

  private var points: [Vector] = Array(repeating: .zero, count: StrokeForm.count)
  private var directions: [Vector] = Array(repeating: .zero, count: StrokeForm.count - 1)

  /// Returns the least difference of `drawn` from the templates' beginnings, in percent of the limit; 0 if nothing can
  /// be compared. As soon as a difference is at most `enough`, compares no more.
  mutating func share(_ drawn: Drawn, _ templates: [StrokeTemplates], enough: Double) -> Double {
    var least = Double.infinity
    for index in Self.shares.indices where Self.isWithin(drawn, share: index) {
      guard fill(from: drawn.trail, Self.shares[index]) else { continue }
      for set in templates {
        for form in set.forms where Self.fits(drawn, form, share: index) {
          let distance = distance(form, Self.shares[index], turnedBy: drawn.rotation)
          // The longer the stroke is, the less a hook at the landing counts.
          let excess = max(0, distance - Self.hookLength / drawn.length)
          least = min(least, excess / (set.threshold * Self.leniency) * 100)
          if least <= enough { return least }
        }
      }
    }
    return least.isFinite ? least : 0
  }

  /// Whether this share of the shortest allowed drawing is already drawn. Always true for the first share.
  private static func isWithin(_ drawn: Drawn, share: Int) -> Bool {
    share == 0 || drawn.least * part(share) <= drawn.length
  }

  /// Whether the drawn part isn't longer than the next share of the longest possible drawing. True for the last share.
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

  /// The mean difference of the directions after the best turn up to `limit` radians: 0 if equal, 2 if opposite.
  private func distance(_ template: StrokeForm, _ count: Int, turnedBy limit: Double) -> Double {
    let fit = StrokeFit(directions, template.directions, count, turnedBy: limit)
    return StrokeMatcher.warp(directions, template.directions, count, turnedBy: fit.angle) / Double(count)
  }
}

extension StrokeForm {
  /// The greatest length in mm that this form can have on a surface.
  func length(on surface: Size) -> Double {
    let (short, long) = (min(surface.width, surface.height), max(surface.width, surface.height))
    let scale = min(long / max(extent.x, extent.y), short / min(extent.x, extent.y))
    return scale > 0 ? scale * length : .infinity
  }
}

/// The first few mm of a stroke. They can be a swing of the hand that isn't part of the first line.
struct LeadIn: Sendable {
  private struct PathPoint: Sendable {
    let position: Vector
    /// `PathLine.area` when the finger was at this position.
    let area: Double
  }

  private let reach: Double
  private var landing = Vector.zero
  private var points: [PathPoint] = []
  private var spacing = Self.finestSpacing

  /// Creates a lead-in of `reach` mm. A long line can have a longer lead-in.
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

  /// Moves the start to make the line as straight as possible. The farther the move, the more the bow must decrease.
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
  /// How much the bow must decrease, in percentage points, if the whole lead-in is skipped; less if a part is skipped.
  private static let skipPenalty = 8.0
}
