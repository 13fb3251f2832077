/// Estimates velocity from the latest movement: a least-squares fit over its last 80 ms, of a line, or from four samples on
/// of a parabola where the movement bends.
///
/// The method is the second-order fit of Android's `VelocityTracker` (`LSQ2`), with a shorter window so that a change of
/// mind shows sooner. It differs in what it does not take for movement:
///
/// - A rest. A device reports where a finger rested, but not when it left. So the place of a rest counts only until the
///   movement has enough samples of its own.
/// - A way gone at one instant: how long it took is unknown. So only the last place of an instant counts.
/// - A bend that rounding explains: a sensor of few units per mm makes a straight movement uneven, and the end of a fitted
///   parabola exaggerates that several times.
public struct VelocityEstimator: Sendable {
  private struct Sample {
    var time: Timestamp
    var place: Vector
  }

  /// How far back samples count; Android uses 100 ms.
  private static let window = TimeSpan(milliseconds: 80)
  /// A finger that did not move for so long has stopped; the figure is Android's.
  public static let pause = TimeSpan(milliseconds: 40)
  /// Samples closer than this replace one another, so that a 1,000 Hz device costs no more than a 400 Hz one.
  private static let spacing = TimeSpan(milliseconds: 2.5)
  /// Samples closer than this are of one instant: no device is so fast, and a recording keeps them a microsecond apart.
  private static let instant = TimeSpan(milliseconds: 0.5)
  private static let quadraticFrom = 4
  /// The unit of the coarsest sensors, 10 per mm. Places no farther apart are the same: a resting finger flickers so.
  private static let unit = 0.1
  /// The mean square that rounding makes of a straight movement at most: half a unit, in x and in y.
  private static let rounding = unit * unit / 2
  /// With so many samples of its own the movement needs no rest before it.
  private static let ownSamples = 3

  /// Samples that grew too old stay before `first` until there are many: shifting them out each time would cost more.
  private static let capacity = 128

  private var samples: [Sample] = []
  private var first = 0
  /// The finger has not left this place since.
  private var stay = Sample(time: Timestamp(microseconds: 0), place: .zero)
  /// Whether the first sample is where the finger rested last, before it left at a time unknown.
  private var startsAtRest = true

  /// Nothing has moved yet.
  public init() { samples.reserveCapacity(Self.capacity) }

  private var count: Int { samples.count - first }

  /// Forgets all movement.
  public mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    first = 0
  }

  /// A place in mm, not earlier than the one before.
  public mutating func add(_ place: Vector, at time: Timestamp) {
    let sample = Sample(time: time, place: place)
    guard let last = samples.last else { return start(with: sample, isRest: true) }
    if time - last.time >= Self.pause { return start(with: sample, isRest: Self.areSame(place, last.place)) }
    if !Self.areSame(place, stay.place) {
      stay = sample
    } else if count == 1 && startsAtRest || time - stay.time >= Self.pause {
      return rest(at: sample)
    }
    append(sample, after: last)
    if startsAtRest, isRestDispensable {
      first += 1
      startsAtRest = false
    }
    while time - samples[first].time > Self.window { first += 1 }
    if samples.count == Self.capacity {
      samples.removeFirst(first)
      first = 0
    }
  }

  private static func areSame(_ one: Vector, _ other: Vector) -> Bool {
    let way = one - other
    // Places are sums and quotients: a unit may be a little more than it is.
    return way.dot(way) <= unit * unit * 1.001
  }

  private mutating func start(with sample: Sample, isRest: Bool) {
    rest(at: sample)
    stay = sample
    startsAtRest = isRest
  }

  private mutating func rest(at sample: Sample) {
    clear()
    samples.append(sample)
    startsAtRest = true
  }

  private mutating func append(_ sample: Sample, after last: Sample) {
    if sample.time - last.time < Self.instant {
      // It is not known when the finger left for here, but it moves now.
      if count == 1 { startsAtRest = false }
      samples[samples.count - 1] = sample
    } else if count >= 2, sample.time - samples[samples.count - 2].time < Self.spacing {
      samples[samples.count - 1] = sample
    } else {
      samples.append(sample)
    }
  }

  /// Two samples of the movement do without the rest if they are faster: until the first of them it rested for a while.
  private var isRestDispensable: Bool {
    guard count == Self.ownSamples else { return count > Self.ownSamples }
    let (rest, one, two) = (samples[first], samples[first + 1], samples[first + 2])
    return (two.place - one.place).length * (one.time - rest.time).seconds
      >= (one.place - rest.place).length * (two.time - one.time).seconds
  }

  /// The velocity at the last sample, in mm/s; zero with fewer than two.
  ///
  /// With t = 0 at the last sample, the line is place = a + b t and the parabola place = a + b t + c t², so b is the
  /// velocity there (Cramer's rule).
  public func velocity() -> Vector {
    guard count >= 2, let last = samples.last else { return .zero }
    var s0 = 0.0
    var s1 = 0.0
    var s2 = 0.0
    var s3 = 0.0
    var s4 = 0.0
    var p0 = Vector.zero
    var p1 = Vector.zero
    var p2 = Vector.zero
    for index in first..<samples.count {
      let sample = samples[index]
      // In tens of milliseconds, which keeps the sums near one another in size.
      let t = (sample.time - last.time).seconds * 100
      let place = sample.place - last.place
      let tt = t * t
      s0 += 1
      s1 += t
      s2 += tt
      s3 += tt * t
      s4 += tt * tt
      p0 += place
      p1 += place * t
      p2 += place * tt
    }
    let spread = s0 * s2 - s1 * s1
    guard spread > 0 else { return .zero }
    let line = (p1 * s0 - p0 * s1) * (100 / spread)
    guard count >= Self.quadraticFrom else { return line }
    let m0 = s2 * s4 - s3 * s3
    let m1 = s1 * s4 - s2 * s3
    let m2 = s1 * s3 - s2 * s2
    let m3 = s0 * s3 - s1 * s2
    let determinant = s0 * m0 - s1 * m1 + s2 * m2
    guard determinant > 1e-9 else { return line }
    // c times the determinant; the parabola's sum of squares is less than the line's by c² determinant / spread.
    let bend = p2 * spread - p1 * m3 + p0 * m2
    guard bend.dot(bend) > s0 * Self.rounding * determinant * spread else { return line }
    return (p1 * (s0 * s4 - s2 * s2) - p0 * m1 - p2 * m3) * (100 / determinant)
  }
}
