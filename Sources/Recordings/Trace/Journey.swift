import GestureCore

/// How one touch has moved since it landed: the way it went and the greatest speed it had.
struct Journey {
  private struct Sample {
    let time: Timestamp
    let place: Vector
  }

  /// A speed is that over at least so long, so that what trembles is not taken for fast; some three reports of a
  /// touchscreen.
  private static let shortest = TimeSpan(milliseconds: 20)

  /// Where the touch is.
  private(set) var place: Vector
  /// When it landed.
  let began: Timestamp
  /// The length of its path in mm, there and back counted.
  private(set) var way = 0.0
  /// In mm/s; zero for a touch that was down for too short a time to tell.
  private(set) var peakSpeed = 0.0
  /// From the latest one that is old enough on.
  private var samples: [Sample]

  /// A touch that has landed at `place`.
  init(at place: Vector, _ time: Timestamp) {
    self.place = place
    began = time
    samples = [Sample(time: time, place: place)]
  }

  /// The touch has gone to `next`; what is no place is no movement.
  mutating func move(to next: Vector, at time: Timestamp) {
    guard next.isFinite else { return }
    way += (next - place).length
    place = next
    while samples.count > 1, time - samples[1].time >= Self.shortest { samples.removeFirst() }
    let old = samples[0]
    if time - old.time >= Self.shortest {
      peakSpeed = max(peakSpeed, (next - old.place).length / (time - old.time).seconds)
    }
    if let last = samples.last, time > last.time { samples.append(Sample(time: time, place: next)) }
  }
}
