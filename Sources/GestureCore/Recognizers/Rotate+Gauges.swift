/// What a rotation is measured by: failures and gauges tell the same.
extension Rotate {
  /// What was missing when the fingers lifted.
  func shortfall(_ touches: TouchGroup, _ base: Base) -> Failure {
    let angle = turned(touches, base)
    let round = wentRound(touches, base)
    return Failure(!angle.isMet ? angle : !round.isMet ? round : share(touches, base))
  }

  func wrongWay(_ what: String, _ angle: Double) -> Failure {
    Failure(what, .degrees(angle), Self.direction.declaration.name, choice: direction.rawValue)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .close: [apart(touches)]
    case .still(let base): [turned(touches, base), wentRound(touches, base)] + Pinch.telling(share(touches, base))
    case .turning: lift.gauges(touches)
    }
  }

  func apart(_ touches: TouchGroup) -> Gauge {
    .reach("fingers apart", .mm(touches.span), Self.minSpan.declaration.name, .mm(minSpan))
  }

  private func turned(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let angle = Measure.degrees(abs(touches.turned - base.turned))
    return .reach("turned", angle, Self.minAngle.declaration.name, .degrees(minAngle))
  }

  private func wentRound(_ touches: TouchGroup, _ base: Base) -> Gauge {
    .reach("went round by", .mm(arc(touches, base)), Self.minArc.declaration.name, .mm(minArc))
  }

  private func share(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let share = Pinch.share(arc(touches, base), of: touches.travel - base.travel)
    return .reach("way round against travel", share, Self.minShare.declaration.name, .percent(minShare * 100))
  }
}
