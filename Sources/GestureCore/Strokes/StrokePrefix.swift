/// Tells how unlike any beginning of a template what has been drawn so far is.
///
/// How much of the whole is drawn is not known yet, so it is compared with several shares of the template: those it can
/// be, as no drawing is larger than the surface, nor shorter than a drawing must be. Only directions are compared, by the
/// same dynamic time warping as the whole. It allocates nothing.
struct StrokePrefix: Sendable {
  /// The beginning of a stroke that is drawn.
  struct Drawn {
    let trail: [Vector]
    let length: Double
    let least: Double
    let surface: Size
    /// How far it may be turned, in radians.
    let rotation: Double
  }

  /// How many of a form's directions make a share.
  private static let shares = [2, 4, 8, 12, 16, 20, 24, 28, StrokeForm.count - 1]
  /// So much longer than what just fits on the surface a hand's drawing may be: it overlaps, and lines tremble.
  private static let overlap = 1.25

  /// Beginnings may be more unlike than the whole. With this and `astray`, 1 in 1,000 strokes of subject 1 of the $1
  /// recognizer's study that would be accepted, drawn 15 to 55 mm large, is given up, and half of a touchpad's contacts.
  private static let leniency = 2.0
  /// How far a finger may go astray besides, in mm: hooks where it comes down.
  private static let astray = 6.0

  private var places: [Vector] = Array(repeating: .zero, count: StrokeForm.count)
  private var directions: [Vector] = Array(repeating: .zero, count: StrokeForm.count - 1)

  /// How unlike all of the templates it is, in percent of what is let through; not exact once it is no more than `enough`.
  mutating func share(_ drawn: Drawn, _ templates: [StrokeTemplates], enough: Double) -> Double {
    var least = Double.infinity
    for index in Self.shares.indices where Self.isWithin(drawn, share: index) {
      guard fill(from: drawn.trail, Self.shares[index]) else { continue }
      for set in templates {
        for form in set.forms where Self.fits(drawn, form, share: index) {
          let distance = distance(form, Self.shares[index], turnedBy: drawn.rotation)
          // What the finger goes astray while it comes down weighs less the longer the way is.
          let excess = max(0, distance - Self.astray / drawn.length)
          least = min(least, excess / (set.threshold * Self.leniency) * 100)
          if least <= enough { return least }
        }
      }
    }
    // Where no share is both long enough and small enough nothing is known.
    return least.isFinite ? least : 0
  }

  /// Whether it would be long enough when it is whole.
  private static func isWithin(_ drawn: Drawn, share: Int) -> Bool {
    share == 0 || drawn.least * part(share) <= drawn.length
  }

  /// Whether it would fit on the surface when it is whole; what is too long for any share is taken for the whole.
  private static func fits(_ drawn: Drawn, _ form: StrokeForm, share: Int) -> Bool {
    let next = share + 1
    guard next < shares.count else { return true }
    return drawn.length <= part(next) * form.length(on: drawn.surface) * overlap
  }

  private static func part(_ share: Int) -> Double { Double(shares[share]) / Double(StrokeForm.count - 1) }

  private mutating func fill(from trail: [Vector], _ count: Int) -> Bool {
    guard trail.resample(to: count + 1, into: &places) else { return false }
    for index in 0..<count { directions[index] = (places[index + 1] - places[index]).unit }
    return true
  }

  /// Per direction: 0 for the same, 1 at right angles, 2 for opposite ones.
  private func distance(_ template: StrokeForm, _ count: Int, turnedBy limit: Double) -> Double {
    let fit = StrokeFit(directions, template.directions, count, turnedBy: limit)
    return StrokeMatcher.warp(directions, template.directions, count, turnedBy: fit.angle) / Double(count)
  }
}

extension StrokeForm {
  /// The length of the largest drawing of this form that a surface has room for, whichever way round; in mm.
  func length(on surface: Size) -> Double {
    let (short, long) = (min(surface.width, surface.height), max(surface.width, surface.height))
    let scale = min(long / max(extent.x, extent.y), short / min(extent.x, extent.y))
    return scale > 0 ? scale * length : .infinity
  }
}

/// The first few millimetres of a stroke; some of them may not belong to its first line, because hands swing in.
struct LeadIn: Sendable {
  private struct PathPoint: Sendable {
    let place: Vector
    /// What lay between the way and the straight one when the finger was here.
    let area: Double
  }

  private let reach: Double
  private var landing = Vector.zero
  private var places: [PathPoint] = []
  private var grain = Self.finest

  /// Its length in mm, where the line is not long.
  init(_ reach: Double) {
    self.reach = reach
    places.reserveCapacity(Self.most)
  }

  mutating func land(at place: Vector) { landing = place }

  /// A first line is tried from here on.
  mutating func begin(at place: Vector) {
    places.removeAll(keepingCapacity: true)
    places.append(PathPoint(place: place, area: 0))
    grain = Self.finest
  }

  func holds(_ place: Vector) -> Bool { (place - landing).length <= reach }

  mutating func note(_ line: PathLine) {
    guard let last = places.last, (line.place - last.place).length >= grain else { return }
    if places.count == Self.most {
      places.keepEverySecond()
      grain *= 2
    }
    places.append(PathPoint(place: line.place, area: line.area))
  }

  /// Lets the line begin where that makes it straightest.
  func settle(_ line: inout PathLine) {
    guard let first = places.first else { return }
    let reach = max(reach, (line.end - first.place).length * Self.share)
    var best = Double.infinity
    for place in places where (place.place - first.place).length <= reach {
      let chord = line.end - place.place
      let area = line.endArea - place.area - (place.place - first.place).cross(chord) / 2
      let bow = PathLine.bow(area, chord)
      let worth = bow + (place.place - first.place).length / reach * Self.cost
      guard worth < best else { continue }
      best = worth
      line.start = place.place
      line.bow = bow
    }
  }

  private static let finest = 1.0
  private static let most = 32
  /// Of long lines so much may be led in.
  private static let share = 0.3
  /// How much straighter, in percent, a line must be when all of it is left out.
  private static let cost = 8.0
}
