/// What a pinch is measured by: failures and gauges tell the same.
extension Pinch {
  /// What was missing when the fingers lifted.
  func shortfall(_ touches: TouchGroup, _ base: Base) -> Failure {
    let change = change(touches, base)
    let scale = scale(touches, base)
    return Failure(!change.isMet ? change : !scale.isMet ? scale : share(touches, base))
  }

  func wrongWay(_ what: String, _ change: Double) -> Failure {
    Failure(what, .mm(change), Self.direction.declaration.name, choice: direction.rawValue)
  }

  public func gauges(_ touches: TouchGroup) -> [Gauge] {
    switch state {
    case .idle: []
    case .close: [apart(touches)]
    case .still(let base): [change(touches, base), scale(touches, base)] + Self.telling(share(touches, base))
    case .pinching: lift.gauges(touches)
    }
  }

  func apart(_ touches: TouchGroup) -> Gauge {
    .reach("fingers apart", .mm(touches.span), Self.minSpan.declaration.name, .mm(minSpan))
  }

  private func change(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let change = Measure.mm(abs(touches.spanChange - base.spanChange))
    return .reach("spread or closed by", change, Self.minChange.declaration.name, .mm(minChange))
  }

  private func scale(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let scale = Measure.percent(abs(touches.scale / base.scale - 1) * 100)
    return .reach("spread or closed by", scale, Self.minScale.declaration.name, .percent(minScale * 100))
  }

  private func share(_ touches: TouchGroup, _ base: Base) -> Gauge {
    let share = Self.share(abs(touches.spanChange - base.spanChange), of: touches.travel - base.travel)
    return .reach("span against travel", share, Self.minShare.declaration.name, .percent(minShare * 100))
  }

  /// A movement of the fingers for each mm the hand travels; a hand that hardly travels is taken to do so a little.
  static func share(_ movement: Double, of travel: Vector) -> Measure {
    .percent(movement / max(travel.length, leastTravel) * 100)
  }

  /// None while the hand travels so little that no setting could decide by it.
  static func telling(_ share: Gauge) -> [Gauge] { share.measured.value > shares.upperBound ? [] : [share] }

  private static let leastTravel = 0.01
}
