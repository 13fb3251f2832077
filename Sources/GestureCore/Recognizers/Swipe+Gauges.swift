/// What a swipe is measured by: failures and gauges tell the same.
extension Swipe {
  /// Slower than this share of `min-speed` it has slowed down.
  static let slow = 0.5

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    let lifting = firstLift.map { [Gauge.liftedApart(by: touches.time - $0, liftWithin)] } ?? []
    switch state {
    case .idle: return []
    case .still(let base):
      let moved = touches.travel - base
      return [self.moved(moved), leftSlop(moved)] + lifting
    case .moving(let base, let since, let peak):
      let moved = touches.travel - base
      let way = precision.nearest(to: moved)
      var gauges = [self.moved(moved), self.moved(at: peak)]
      if precision.angle(at: peak) < .infinity { gauges.append(angle(way.angle, at: peak)) }
      gauges.append(took(touches, since: since))
      if touches.touches.count > 1 { gauges.append(advanced(touches, moved)) }
      if minSpeed > 0, touches.time - since >= slowAfter { gauges.append(speed(touches)) }
      return gauges + lifting
    }
  }

  /// What was missing when the time was over or the fingers lifted.
  func shortfall(_ touches: TouchGroup) -> Failure {
    switch state {
    case .idle: return Failure("lifted")
    case .still(let base):
      let moved = touches.travel - base
      return Failure(moved.length < minDistance ? self.moved(moved) : leftSlop(moved))
    case .moving(let base, let since, let peak):
      let moved = touches.travel - base
      if moved.length < minDistance { return Failure(self.moved(moved)) }
      if peak < minSpeed { return Failure(self.moved(at: peak)) }
      let advance = advanced(touches, moved)
      if !advance.isMet { return Failure(advance) }
      guard touches.time - since < maxDuration, let firstLift else {
        return Failure(took(touches, since: since)).openEnded
      }
      return Failure(Gauge.liftedApart(by: touches.time - firstLift, liftWithin)).openEnded
    }
  }

  /// A finger that goes on at more than half of `min-speed` is not slow.
  func slowed(_ touches: TouchGroup) -> Failure {
    let speed = touches.velocity.length
    return Failure("slowed to", .speed(speed), Self.minSpeed.declaration.name, .speed(minSpeed))
      .needing(.speed(speed / Self.slow))
  }

  /// It went too far off its direction, or another way.
  func turned(_ angle: Double, at peak: Double) -> Failure {
    guard precision.isWithinReach(angle) else {
      return Failure("turned", .degrees(angle), Self.direction.declaration.name, choice: precision.way)
    }
    return Failure(self.angle(angle, at: peak)).needing(.degrees(angle / precision.share(at: peak)))
  }

  private func moved(_ moved: Vector) -> Gauge {
    .reach("moved", .mm(moved.length), Self.minDistance.declaration.name, .mm(minDistance))
  }

  private func leftSlop(_ moved: Vector) -> Gauge {
    .reach("moved", .mm(moved.length), Self.slop.declaration.name, .mm(slop))
  }

  private func moved(at peak: Double) -> Gauge {
    .reach("moved at", .speed(peak), Self.minSpeed.declaration.name, .speed(minSpeed))
  }

  private func speed(_ touches: TouchGroup) -> Gauge {
    var gauge = Gauge.reach(
      "slowed to", .speed(touches.velocity.length), Self.minSpeed.declaration.name, .speed(minSpeed * Self.slow))
    gauge.circumstance = "halved"
    return gauge
  }

  private func angle(_ angle: Double, at peak: Double) -> Gauge {
    var gauge = Gauge.stay(
      "turned", .degrees(angle), within: Self.maxAngle.declaration.name, .degrees(precision.angle(at: peak)))
    gauge.circumstance = "at its speed"
    return gauge
  }

  private func took(_ touches: TouchGroup, since: Timestamp) -> Gauge {
    .stay("took", Measure(touches.time - since), within: Self.maxDuration.declaration.name, Measure(maxDuration))
  }

  private func advanced(_ touches: TouchGroup, _ moved: Vector) -> Gauge {
    let advance = min(touches.leastAdvance(towards: moved), advanceAtLift ?? .infinity)
    return .reach(
      "one finger moved", .percent(max(0, advance) / minDistance * 100), Self.together.declaration.name,
      .percent(together * 100))
  }
}

extension TouchGroup {
  /// How far the touch that went least went the way of `movement`, in mm; as far as any where nothing moved.
  func leastAdvance(towards movement: Vector) -> Double {
    let length = movement.length
    return length > 0 ? leastAdvance(along: movement * (1 / length)) : 0
  }
}
