/// Estimates velocity from the latest movement: a least-squares fit over the last 80 ms, quadratic from four samples on.
///
/// The method is the second-order fit of Android's `VelocityTracker` (`LSQ2`), with a shorter window so that a change of
/// mind shows sooner.
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
  private static let quadraticFrom = 4

  /// Samples that grew too old stay before `first` until there are many: shifting them out each time would cost more.
  private static let capacity = 128

  private var samples: [Sample] = []
  private var first = 0

  /// Nothing has moved yet.
  public init() { samples.reserveCapacity(Self.capacity) }

  /// Forgets all movement.
  public mutating func clear() {
    samples.removeAll(keepingCapacity: true)
    first = 0
  }

  /// A place in mm, not earlier than the one before.
  public mutating func add(_ place: Vector, at time: Timestamp) {
    if let last = samples.last, time - last.time >= Self.pause { clear() }
    let sample = Sample(time: time, place: place)
    if samples.count - first >= 2, time - samples[samples.count - 2].time < Self.spacing {
      samples[samples.count - 1] = sample
    } else {
      samples.append(sample)
    }
    while time - samples[first].time > Self.window { first += 1 }
    if samples.count == Self.capacity {
      samples.removeFirst(first)
      first = 0
    }
  }

  /// The velocity at the last sample, in mm/s; zero with fewer than two.
  public func velocity() -> Vector {
    guard samples.count - first >= 2, let last = samples.last, last.time > samples[first].time else { return .zero }
    return samples.count - first < Self.quadraticFrom ? linear(last) : quadratic(last)
  }

  private func linear(_ last: Sample) -> Vector {
    var n = 0.0
    var t1 = 0.0
    var t2 = 0.0
    var p0 = Vector.zero
    var p1 = Vector.zero
    for index in first..<samples.count {
      let sample = samples[index]
      let t = (sample.time - last.time).seconds
      let place = sample.place - last.place
      n += 1
      t1 += t
      t2 += t * t
      p0 += place
      p1 += place * t
    }
    let determinant = n * t2 - t1 * t1
    return determinant > 0 ? (p1 * n - p0 * t1) * (1 / determinant) : .zero
  }

  /// Fits place = a + b t + c t² with t = 0 at the last sample, so that b is the velocity there (Cramer's rule).
  private func quadratic(_ last: Sample) -> Vector {
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
    let m0 = s2 * s4 - s3 * s3
    let m1 = s1 * s4 - s2 * s3
    let m2 = s1 * s3 - s2 * s2
    let determinant = s0 * m0 - s1 * m1 + s2 * m2
    guard determinant > 1e-9 else { return linear(last) }
    let b = p1 * (s0 * s4 - s2 * s2) - p0 * m1 - p2 * (s0 * s3 - s1 * s2)
    return b * (100 / determinant)
  }
}
