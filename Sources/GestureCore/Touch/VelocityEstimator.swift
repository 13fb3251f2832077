/// Estimates the velocity from the last 80 ms of a movement. A line is fitted, or a parabola if the velocity changes.
///
/// The method is the second-order fit of Android's `VelocityTracker` (`LSQ2`). The window is shorter than Android's, so
/// that a change of direction shows sooner. Three cases differ from Android's method:
///
/// - The sample of a resting finger counts only until enough later samples exist.
/// - Of several samples at one instant, only the last counts.
/// - A change of the velocity that rounding can explain doesn't count.
public struct VelocityEstimator: Sendable {
  private struct Sample {
    var time: Timestamp
    var position: Vector
  }

  /// The age up to which samples count; Android uses 100 ms.
  private static let window = TimeSpan(milliseconds: 80)
  /// The time without movement after which a finger counts as stopped. Source: Android.
  public static let pause = TimeSpan(milliseconds: 40)
  /// The least time that three samples in a row cover. A new sample that comes too early replaces the last sample.
  private static let spacing = TimeSpan(milliseconds: 2.5)
  /// The time between two samples below which the samples count as simultaneous.
  private static let instant = TimeSpan(milliseconds: 0.5)
  private static let quadraticFrom = 4
  /// The unit of the coarsest sensors, in mm. Positions at most one unit apart count as equal.
  private static let unit = 0.1
  /// The greatest mean square error that rounding can cause at constant velocity, in mm².
  private static let rounding = unit * unit / 2
  /// The number of samples at which a resting finger's sample can be dropped. With more, that sample is always dropped.
  private static let ownSamples = 3

  /// The number of samples at which `samples` is full, so that old samples are removed.
  private static let capacity = 128

  private var samples: [Sample] = []
  private var first = 0
  /// The finger's present position, and the time at which the finger arrived there.
  private var restingSample = Sample(time: Timestamp(microseconds: 0), position: .zero)
  private var startsAtRest = true

  /// An estimator without samples.
  public init() { samples.reserveCapacity(Self.capacity) }

  private var count: Int { samples.count - first }

  /// Forgets all samples.
  public mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Adds a position in mm. `time` must not be earlier than the time of the previous sample.
  public mutating func add(_ position: Vector, at time: Timestamp) {
    let sample = Sample(time: time, position: position)
    guard let last = samples.last else { return start(with: sample, isRest: true) }
    if time - last.time >= Self.pause {
      return start(with: sample, isRest: Self.isSamePosition(position, last.position))
    }
    if !Self.isSamePosition(position, restingSample.position) {
      restingSample = sample
    } else if count == 1 && startsAtRest || time - restingSample.time >= Self.pause {
      return startAtRest(at: sample)
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

  private static func isSamePosition(_ one: Vector, _ other: Vector) -> Bool {
    let difference = one - other
    // Positions are sums and quotients, so rounding may make a unit slightly greater.
    return difference.dot(difference) <= unit * unit * 1.001
  }

  private mutating func start(with sample: Sample, isRest: Bool) {
    startAtRest(at: sample)
    restingSample = sample
    startsAtRest = isRest
  }

  private mutating func startAtRest(at sample: Sample) {
    clear()
    samples.append(sample)
    startsAtRest = true
  }

  private mutating func append(_ sample: Sample, after last: Sample) {
    if sample.time - last.time < Self.instant {
      // The finger is moving now, although the time at which it started is unknown.
      if count == 1 { startsAtRest = false }
      samples[samples.count - 1] = sample
    } else if count >= 2, sample.time - samples[samples.count - 2].time < Self.spacing {
      samples[samples.count - 1] = sample
    } else {
      samples.append(sample)
    }
  }

  /// Whether the resting finger's sample can be dropped: always with more than three samples; with three samples, only
  /// if the finger hasn't slowed down and the last two samples are at least `spacing` apart.
  private var isRestDispensable: Bool {
    guard count == Self.ownSamples else { return count > Self.ownSamples }
    let (rest, one, two) = (samples[first], samples[first + 1], samples[first + 2])
    // A late report and the next one come almost together: the time between them says nothing about the speed.
    guard two.time - one.time >= Self.spacing else { return false }
    return (two.position - one.position).length * (one.time - rest.time).seconds
      >= (one.position - rest.position).length * (two.time - one.time).seconds
  }

  /// The velocity at the last sample, in mm/s. Zero with fewer than two samples.
  ///
  /// Fits a + b t + c t², with t = 0 at the last sample. The velocity is b (Cramer's rule).
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
      // In units of 10 ms, so that the sums have similar magnitudes.
      let t = (sample.time - last.time).seconds * 100
      let position = sample.position - last.position
      let tt = t * t
      s0 += 1
      s1 += t
      s2 += tt
      s3 += tt * t
      s4 += tt * tt
      p0 += position
      p1 += position * t
      p2 += position * tt
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
    // `bend` is c times the determinant. The parabola's sum of squared errors is less than the line's, by c² times the
    // determinant divided by `spread`.
    let bend = p2 * spread - p1 * m3 + p0 * m2
    guard bend.dot(bend) > s0 * Self.rounding * determinant * spread else { return line }
    return (p1 * (s0 * s4 - s2 * s2) - p0 * m1 - p2 * m3) * (100 / determinant)
  }
}
