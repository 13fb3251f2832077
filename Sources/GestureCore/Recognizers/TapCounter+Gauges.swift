/// What taps in a row are measured by: failures and gauges tell the same.
extension TapCounter {
  /// How the attempt stands as far as the taps go.
  func gauges(_ touches: TouchGroup) -> [Gauge] {
    let count = taps > 1 ? [madeSoFar] : []
    switch state {
    case .idle:
      // Only just landed, and too soon after a tap: a bounce.
      guard touches.count > 0, let last, touches.firstLanded - last.lifted < bounce else { return [] }
      return [landedAgain(touches, after: last.lifted)]
    case .down(_, let firstLift):
      return [held(touches), moved(touches)] + (firstLift.map { [liftedApart(touches, since: $0)] } ?? []) + count
    case .between:
      guard let last else { return count }
      guard touches.count > 0 else { return [waited(touches, since: last.lifted)] + count }
      return [landed(touches, after: last.lifted), landedAway(touches, from: last.place)] + count
    case .bouncing: return (last.map { [waited(touches, since: $0.lifted)] } ?? []) + count
    case .over: return []
    }
  }

  var madeSoFar: Gauge { .reach("made", .taps(made), "taps", .taps(taps)) }

  func held(_ touches: TouchGroup) -> Gauge {
    .stay("held", Measure(touches.time - touches.firstLanded), within: names.maxDuration, Measure(maxDuration))
  }

  func moved(_ touches: TouchGroup) -> Gauge {
    .stay("moved", .mm(touches.strayed), within: names.slop, .mm(slop))
  }

  func liftedApart(_ touches: TouchGroup, since firstLift: Timestamp) -> Gauge {
    .liftedApart(by: touches.time - firstLift, liftWithin)
  }

  func waited(_ touches: TouchGroup, since lifted: Timestamp) -> Gauge {
    .stay("waited", Measure(touches.time - lifted), within: Self.maxInterval.declaration.name, Measure(maxInterval))
  }

  func landed(_ touches: TouchGroup, after lifted: Timestamp) -> Gauge {
    let gap = Measure(touches.firstLanded - lifted)
    return .stay("landed after", gap, within: Self.maxInterval.declaration.name, Measure(maxInterval))
  }

  func landedAway(_ touches: TouchGroup, from place: Vector) -> Gauge {
    let distance = Measure.mm((touches.centroid - place).length)
    return .stay("landed away", distance, within: Self.maxDistance.declaration.name, .mm(maxDistance))
  }

  func landedAgain(_ touches: TouchGroup, after lifted: Timestamp) -> Gauge {
    let gap = Measure(touches.firstLanded - lifted)
    return .reach("landed again after", gap, Self.bounce.declaration.name, Measure(bounce))
  }
}

extension Gauge {
  /// The fingers of a tap or a swipe lift one after another.
  static func liftedApart(by span: TimeSpan, _ limit: TimeSpan) -> Gauge {
    .stay("lifted apart by", Measure(span), within: CommonSettings.liftWithin.declaration.name, Measure(limit))
  }
}
