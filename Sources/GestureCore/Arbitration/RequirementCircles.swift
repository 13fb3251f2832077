/// The circles of gestures that wait for one another to fail, whatever the conditions: none of these gestures could be recognized.
///
/// Gestures that wait for no remaining gesture are crossed out, again and again. When that stops, every path along the requirements leads into
/// a circle. The circle is found and crossed out, and the crossing out goes on.
package struct RequirementCircles: Sequence, IteratorProtocol {
  /// What a gesture waits for; a gesture that names its own kind or tag does not mean itself.
  private enum Target: Hashable {
    case gesture(Int)
    /// The members of a kind or tag.
    case members(Reference)
    /// The gestures that demand it of a kind or tag, in `required-to-fail-by`.
    case demanders(Reference)
  }

  private let index: GestureIndex
  private var isLeft: [Bool]
  private let targets: [[Target]]
  /// The gestures that wait for each target.
  private var waiting: [Target: [Int]] = [:]
  /// How many gestures of each target are left.
  private var left: [Target: Int] = [:]
  private var start = 0

  package init(_ index: GestureIndex) {
    self.index = index
    isLeft = [Bool](repeating: true, count: index.rules.count)
    targets = index.rules.indices.map { Self.targets(of: $0, index) }
    for (gesture, targets) in targets.enumerated() {
      for target in targets { waiting[target, default: []].append(gesture) }
    }
    for target in waiting.keys { left[target] = gestures(target).count }
    crossOut(index.rules.indices.filter { !waits($0) })
  }

  /// The next circle, each gesture waiting for the next one and the last for the first.
  package mutating func next() -> [Int]? {
    while start < isLeft.count {
      // A gesture that was crossed out meanwhile may have freed it.
      if isLeft[start], let circle = circle(from: start) {
        crossOut(circle)
        return circle
      }
      start += 1
    }
    return nil
  }

  /// The first circle; nil if there is none.
  var first: [Int]? {
    var circles = self
    return circles.next()
  }

  private static func targets(of gesture: Int, _ index: GestureIndex) -> [Target] {
    let rule = index.rules[gesture]
    guard !rule.kind.traits.onlyObserves, !rule.relations.requireToFail.isEmpty || index.hasDemanders else { return [] }
    var found: [Target] = []
    for requirement in rule.relations.requireToFail {
      switch requirement.reference {
      case .gesture: found += index.members(requirement.reference).map(Target.gesture)
      case .kind, .tag: found.append(.members(requirement.reference))
      }
    }
    found += index.demanders(.gesture(rule.name)).map(Target.gesture)
    found += rule.groups.filter { !index.demanders($0).isEmpty }.map(Target.demanders)
    var seen: Set<Target> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func gestures(_ target: Target) -> [Int] {
    switch target {
    case .gesture(let gesture): [gesture]
    case .members(let group): index.members(group)
    case .demanders(let group): index.demanders(group)
    }
  }

  private func waits(_ gesture: Int) -> Bool {
    targets[gesture].contains { target in
      left[target, default: 0] > (isLeft[gesture] && isItself(gesture, target) ? 1 : 0)
    }
  }

  /// Whether the gesture belongs to the kind or tag of its own target, which does not mean the gesture itself.
  private func isItself(_ gesture: Int, _ target: Target) -> Bool {
    switch target {
    case .gesture: false
    case .members(let group): group.names(index.rules[gesture])
    case .demanders(let group):
      index.rules[gesture].relations.requiredToFailBy.contains { $0.reference == group }
    }
  }

  private mutating func crossOut(_ gestures: [Int]) {
    var free = gestures
    while let gesture = free.popLast() {
      guard isLeft[gesture] else { continue }
      isLeft[gesture] = false
      for target in meanings(of: gesture) {
        guard let before = left[target] else { continue }
        left[target] = before - 1
        // If one is left, it may be waiting for all others of its kind.
        guard before <= 2 else { continue }
        free += (waiting[target] ?? []).filter { isLeft[$0] && !waits($0) }
      }
    }
  }

  /// Every target that includes this gesture.
  private func meanings(of gesture: Int) -> [Target] {
    let demands = Set(index.rules[gesture].relations.requiredToFailBy.map(\.reference))
    return [.gesture(gesture)] + index.rules[gesture].groups.map(Target.members) + demands.map(Target.demanders)
  }

  /// Follows the remaining requirements until a gesture comes up again; nil if they come to an end.
  private func circle(from start: Int) -> [Int]? {
    var path = [start]
    var places = [start: 0]
    while let next = requirement(of: path[path.count - 1]) {
      if let place = places[next] { return Array(path[place...]) }
      places[next] = path.count
      path.append(next)
    }
    return nil
  }

  private func requirement(of gesture: Int) -> Int? {
    for target in targets[gesture] where left[target, default: 0] > 0 {
      let isItself = isItself(gesture, target)
      if let next = gestures(target).first(where: { isLeft[$0] && !(isItself && $0 == gesture) }) { return next }
    }
    return nil
  }
}
