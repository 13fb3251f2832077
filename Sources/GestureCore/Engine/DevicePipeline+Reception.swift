/// Who sees which touch, decided when it lands.
extension DevicePipeline {
  /// Hands a touch that lands to the scopes that see it.
  mutating func receive(_ touch: Touch) {
    let ignoring = zones.ignoring(touch.start)
    let owner = zones.owner(of: touch.start)
    for place in scopes.indices where !scopes[place].isOfOneGesture {
      if let refusal = refusal(of: touch, by: place, ignoring: ignoring, owner: owner) {
        if observer != nil { reportRefusal(refusal, in: place) }
      } else {
        scopes[place].received.append(touch)
      }
    }
    guard ignoring == nil else { return }
    occupyZones(with: touch, owner: owner)
  }

  /// The zones that take one touch at a time have one now, if they see it.
  private mutating func occupyZones(with touch: Touch, owner: Int?) {
    for zone in zones.indices where !zones.allowsMultiTouch(zone) && zones.contains(touch.start, zone) {
      if let owner, !zones.isWithin(zone, owner) { continue }
      let isFree = zones.lineage(of: zone).allSatisfy { occupant[$0].isEmpty || occupant[$0] == touch.bit }
      if isFree { occupant[zone] = touch.bit }
    }
  }

  private func refusal(of touch: Touch, by place: Int, ignoring: Int?, owner: Int?) -> Decision.Refusal? {
    if let ignoring { return .ignored(zone: zones.name(of: ignoring)) }
    let zone = scopes[place].zone
    if let zone, !zones.contains(touch.start, zone) { return .outside(zone: zones.name(of: zone)) }
    if let owner, !(zone.map { zones.isWithin($0, owner) } ?? false) {
      return .exclusive(zone: zones.name(of: owner))
    }
    if let zone, let taken = zones.lineage(of: zone).first(where: { !occupant[$0].isEmpty }) {
      return .singleTouch(zone: zones.name(of: taken))
    }
    let first = scopes[place].group.count > 0 ? scopes[place].tool : scopes[place].received.first?.tool
    if scopes[place].reception.exclusiveTouchType, let first, first != touch.tool { return .otherTool(first) }
    return scopes[place].condition.unmet(in: context, tool: touch.tool, place: touch.start, zones).map {
      .condition($0)
    }
  }

  /// What the session is like counts for all fingers of an attempt, and is told of the first.
  private mutating func reportRefusal(_ refusal: Decision.Refusal, in place: Int) {
    if case .condition(let unmet) = refusal {
      guard scopes[place].toldUnmet != unmet else { return }
      scopes[place].toldUnmet = unmet
    }
    for index in contenders.indices where contenders[index].home == place { report(index, .notReceived(refusal)) }
  }

  /// The touches that land, so many, are the first of a new attempt, unless others are down.
  mutating func forgetRefusals(_ landed: Int) {
    guard touchCount == landed else { return }
    for place in scopes.indices { scopes[place].toldUnmet = nil }
  }

  /// Touches are gone: their zones may have another.
  mutating func vacate(_ gone: TouchMask) {
    for zone in occupant.indices { occupant[zone].subtract(gone) }
  }

  /// The attempt of a contender begins: which of its requirements count?
  mutating func shutGates(of index: Int) {
    for gate in relations.requirements.ownGates[index] {
      switch relations.requirements.gates[gate] {
      case .condition(let condition):
        let scope = scopes[contenders[index].home]
        let place = scope.group.touches.first?.start ?? .zero
        isOpen[gate] = condition.holds(in: context, tool: scope.tool, place: place, zones)
      case .bornIn: isOpen[gate] = false
      }
    }
  }

  /// A touch that was born where others go first makes a contender wait for them.
  mutating func openGates(of index: Int, with landed: [Touch]) {
    for gate in relations.requirements.ownGates[index] {
      guard case .bornIn(let territory) = relations.requirements.gates[gate] else { continue }
      let surface = scopes[contenders[index].home].group.surface
      if landed.contains(where: { touch in territory.contains { $0.contains(touch.start, on: surface) } }) {
        isOpen[gate] = true
      }
    }
  }
}
