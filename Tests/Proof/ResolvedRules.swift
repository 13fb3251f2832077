import GestureCore

/// The consequences of the rules of a world: which gesture goes first, which lets which continue, which waits for
/// which, and which touches each of them sees.
///
/// Written from the specification's text alone, and worked out once for each world.
final class ResolvedRules: Sendable {
  /// The effect of a winner on another gesture that shares a touch.
  enum Impact: Sendable {
    case continues
    /// An undecided gesture fails, a begun one continues.
    case excludes
    /// An undecided gesture fails, a begun one is cancelled.
    case prevents
  }

  /// A failure requirement.
  struct Wait: Sendable {
    let on: Int
    let condition: Condition
    let reason: Reason
  }

  /// Why one waits for another.
  enum Reason: Equatable, Sendable {
    /// A declared relation.
    case declared
    /// Only for touches that land in a start area of the other.
    case edge
    /// The other one is a drawing that continues from it.
    case drawing
  }

  struct ZoneFacts: Sendable {
    let zone: Zone
    let rectangle: Rectangle
    let parent: Int?
    let depth: Int
  }

  let actors: [World.Actor]
  /// Whether applications get the touches from the engine.
  let isIntercepted: Bool
  let zones: [ZoneFacts]
  let fingers: [ClosedRange<Int>]
  let landWithin: [Int64]
  /// The longest landing time of the gestures that see the same touches.
  let longestLanding: [Int64]
  /// `isBefore[a][b]`: by taps, whatever the priorities.
  let isBefore: [[Bool]]
  /// All gestures, in the order of priority, depth and file.
  let order: [Int]
  /// `isNearer[a][b]`: a has the same priority and depth, and a smaller distance.
  let isNearer: [[Bool]]
  let impacts: [[Impact]]
  let waits: [[Wait]]
  /// All gestures that are tied to it by requirements, including itself.
  let tied: [[Int]]
  /// The zones around a gesture, its own first.
  let zonesAround: [[Int]]

  init(_ world: World) {
    let actors = world.actors
    self.actors = actors
    isIntercepted = world.isIntercepted
    let count = actors.indices
    let zones = ResolvedRules.facts(of: world.zones)
    self.zones = zones
    fingers = actors.map(\.plan.fingers)
    landWithin = actors.map { Int64($0.plan.landWithin) * 1000 }
    longestLanding = actors.map { actor in
      let others = actors.filter {
        $0.receive == actor.receive && $0.exclusiveTouchType == actor.exclusiveTouchType && !$0.plan.landsSeparately
          && !$0.plan.isMadeByButton
      }
      return others.map { Int64($0.plan.landWithin) * 1000 }.max() ?? 0
    }
    isBefore = count.map { a in count.map { b in ResolvedRules.isBefore(actors[a], actors[b]) } }
    zonesAround = actors.map { actor in
      ResolvedRules.chain(zones.firstIndex { $0.zone.name == actor.receive.zone }, zones)
    }
    let depths = zonesAround.map(\.count)
    order = count.sorted { a, b in
      if actors[a].priority != actors[b].priority { return actors[a].priority > actors[b].priority }
      if depths[a] != depths[b] { return depths[a] > depths[b] }
      return a < b
    }
    isNearer = count.map { a in
      count.map { b in
        guard let near = actors[a].plan.distance, let far = actors[b].plan.distance, near < far else { return false }
        return actors[a].priority == actors[b].priority && depths[a] == depths[b]
      }
    }
    impacts = count.map { winner in count.map { other in ResolvedRules.impact(winner, other, actors) } }
    var waits = count.map { ResolvedRules.declaredWaits($0, actors) }
    for edge in order {
      for index in order where ResolvedRules.yields(index, to: edge, actors, waits) {
        waits[index].append(Wait(on: edge, condition: Condition(), reason: .edge))
      }
    }
    for longer in order {
      for index in order where ResolvedRules.isBeginning(index, of: longer, actors, waits) {
        waits[index].append(Wait(on: longer, condition: Condition(), reason: .drawing))
      }
    }
    self.waits = waits
    tied = ResolvedRules.components(waits)
  }

  /// Whether a reference names `other`.
  private static func includes(_ reference: Reference, _ other: Int, by owner: Int, _ actors: [World.Actor]) -> Bool {
    switch reference {
    case .gesture(let name): actors[other].name == name
    case .kind(let kind): actors[other].kind == kind && other != owner
    case .tag(let tag): actors[other].tags.contains(tag) && other != owner
    }
  }

  private static func lists(_ list: [Reference], _ owner: Int, _ other: Int, _ actors: [World.Actor]) -> Bool {
    list.contains { includes($0, other, by: owner, actors) }
  }

  private static func isBefore(_ a: World.Actor, _ b: World.Actor) -> Bool {
    b.plan.taps > 0 && a.plan.taps > b.plan.taps
  }

  private static func impact(_ winner: Int, _ other: Int, _ actors: [World.Actor]) -> Impact {
    let w = actors[winner]
    let o = actors[other]
    if lists(w.relations.cannotPrevent, winner, other, actors) { return .continues }
    if lists(o.relations.cannotBePreventedBy, other, winner, actors) { return .continues }
    if lists(w.relations.prevents, winner, other, actors) { return .prevents }
    if areSimultaneous(winner, other, actors) { return .continues }
    if w.plan.taps > 0, o.plan.taps > w.plan.taps { return .continues }
    return .excludes
  }

  private static func areSimultaneous(_ a: Int, _ b: Int, _ actors: [World.Actor]) -> Bool {
    lists(actors[a].relations.simultaneousWith, a, b, actors)
      || lists(actors[b].relations.simultaneousWith, b, a, actors)
  }
}

extension ResolvedRules {
  private static func declaredWaits(_ index: Int, _ actors: [World.Actor]) -> [Wait] {
    var waits: [Wait] = []
    for other in actors.indices {
      for requirement in actors[index].relations.requireToFail
      where includes(requirement.reference, other, by: index, actors) {
        waits.append(Wait(on: other, condition: requirement.condition, reason: .declared))
      }
      for requirement in actors[other].relations.requiredToFailBy
      where includes(requirement.reference, index, by: other, actors) {
        waits.append(Wait(on: other, condition: requirement.condition, reason: .declared))
      }
    }
    return waits
  }

  /// Whether a gesture waits for an edge gesture; no gesture waits for one that waits for it.
  private static func yields(_ index: Int, to edge: Int, _ actors: [World.Actor], _ waits: [[Wait]]) -> Bool {
    actors[index].plan.yieldsToEdges && index != edge && actors[edge].plan.band > 0
      && !areSimultaneous(index, edge, actors) && !reaches(from: edge, to: index, waits)
      && !lists(actors[index].relations.cannotBePreventedBy, index, edge, actors)
      && !lists(actors[edge].relations.cannotPrevent, edge, index, actors)
  }

  /// Whether a gesture is a path that can be complete before a longer drawing of as many fingers is.
  private static func isBeginning(_ index: Int, of longer: Int, _ actors: [World.Actor], _ waits: [[Wait]]) -> Bool {
    actors[index].plan.drawn > 0
      && actors[index].plan.drawn < min(actors[longer].plan.drawn, Plan.whole)
      && actors[index].plan.fingers.overlaps(actors[longer].plan.fingers)
      && !areSimultaneous(index, longer, actors) && !reaches(from: longer, to: index, waits)
      && !lists(actors[index].relations.cannotBePreventedBy, index, longer, actors)
      && !lists(actors[longer].relations.cannotPrevent, longer, index, actors)
  }

  /// Whether one requires the other to fail, directly or through others.
  private static func reaches(from: Int, to: Int, _ waits: [[Wait]]) -> Bool {
    var seen: Set<Int> = [from]
    var open = [from]
    while let next = open.popLast() {
      for wait in waits[next] {
        if wait.on == to { return true }
        if seen.insert(wait.on).inserted { open.append(wait.on) }
      }
    }
    return false
  }

  private static func components(_ waits: [[Wait]]) -> [[Int]] {
    var group = Array(waits.indices)
    var changed = true
    while changed {
      changed = false
      for index in waits.indices {
        for wait in waits[index] where wait.reason == .declared && group[wait.on] != group[index] {
          let least = min(group[wait.on], group[index])
          group[wait.on] = least
          group[index] = least
          changed = true
        }
      }
    }
    return waits.indices.map { index in waits.indices.filter { group[$0] == group[index] } }
  }
}

extension ResolvedRules {
  private static func facts(of zones: [Zone]) -> [ZoneFacts] {
    zones.indices.map { index in
      ZoneFacts(
        zone: zones[index], rectangle: zones[index].rectangle(on: World.surface),
        parent: zones.firstIndex { $0.name == zones[index].inside }, depth: depth(index, zones))
    }
  }

  private static func depth(_ index: Int, _ zones: [Zone]) -> Int {
    guard let parent = zones.firstIndex(where: { $0.name == zones[index].inside }) else { return 1 }
    return 1 + depth(parent, zones)
  }

  /// A zone and those around it.
  func zones(around zone: Int) -> [Int] { ResolvedRules.chain(zone, zones) }

  private static func chain(_ zone: Int?, _ zones: [ZoneFacts]) -> [Int] {
    var chain: [Int] = []
    var next = zone
    while let index = next {
      chain.append(index)
      next = zones[index].parent
    }
    return chain
  }

  /// The zones a touch that lands here belongs to.
  func zones(at position: Vector) -> [Int] {
    zones.indices.filter { isIn($0, position) }
  }

  private func isIn(_ index: Int, _ position: Vector) -> Bool {
    guard zones[index].rectangle.contains(position, on: World.surface) else { return false }
    return zones[index].parent.map { isIn($0, position) } ?? true
  }
}

extension ResolvedRules {
  /// Whether the order of the rules has no effect: for each two gestures the priority or the distance decides which
  /// goes first.
  var isIndifferentToOrder: Bool {
    actors.indices.allSatisfy { a in
      actors.indices.allSatisfy { b in
        a == b || actors[a].priority != actors[b].priority
          || (isNearer[a][b] || isNearer[b][a]) && isPlain(a) && isPlain(b)
      }
    }
  }

  /// Whether gestures wait for each other as in `other`, whose rules are in another order. They don't if two gestures
  /// would each wait for the other, such as edge gestures that yield to edges: then the first one in the order goes
  /// first.
  func waits(as other: ResolvedRules, in order: [Int]) -> Bool {
    order.indices.allSatisfy { position in
      let there = Set(other.waits[position].map { "\(order[$0.on]) \($0.reason)" })
      return there == Set(waits[order[position]].map { "\($0.on) \($0.reason)" })
    }
  }

  /// Whether it is recognized once, and only its distance decides whether it goes before others.
  private func isPlain(_ index: Int) -> Bool {
    let plan = actors[index].plan
    return plan.isDiscrete && plan.taps == 0 && !plan.reactions.contains { $0.action == .afresh }
  }
}
