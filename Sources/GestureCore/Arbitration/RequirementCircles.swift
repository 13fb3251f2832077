/// The circles of gestures that wait for one another to fail, whatever the conditions: none of these gestures could be recognized.
///
/// Gestures that wait for no remaining gesture are crossed out repeatedly. Then every path along the requirements leads into
/// a circle. The circle is returned and crossed out, and the search continues.
package struct RequirementCircles: Sequence, IteratorProtocol {
  /// The gestures for which each gesture waits, in the order in which relations name them; a gesture named twice is listed twice.
  private let requirements: [[Int]]
  /// The gestures that wait for each gesture.
  private var waiting: [[Int]]
  /// The number of remaining requirements of each gesture.
  private var left: [Int]
  private var isLeft: [Bool]
  private var start = 0

  package init(_ index: GestureIndex) {
    let gestures = index.rules.indices
    requirements = gestures.map { Self.requirements(of: $0, index) }
    waiting = Array(repeating: [], count: gestures.count)
    left = requirements.map(\.count)
    isLeft = Array(repeating: true, count: gestures.count)
    for gesture in gestures {
      for requirement in requirements[gesture] { waiting[requirement].append(gesture) }
    }
    crossOut(gestures.filter { left[$0] == 0 })
  }

  /// The next circle: each gesture waits for the next one, and the last for the first.
  package mutating func next() -> [Int]? {
    while start < isLeft.count {
      // The gesture may have been crossed out meanwhile.
      if isLeft[start], let circle = circle(from: start) {
        crossOut(circle)
        return circle
      }
      start += 1
    }
    return nil
  }

  /// The gestures for which `gesture` waits. A reference to its own kind or tag does not include it; its own name does.
  private static func requirements(of gesture: Int, _ index: GestureIndex) -> [Int] {
    let rule = index.rules[gesture]
    guard !rule.kind.traits.onlyObserves else { return [] }
    let asked = rule.relations.requireToFail.flatMap { index.targets($0.reference, of: gesture) }
    guard index.hasDemanders else { return asked }
    return asked + index.demanders(.gesture(rule.name))
      + rule.groups.flatMap(index.demanders).filter { $0 != gesture }
  }

  private mutating func crossOut(_ gestures: [Int]) {
    var free = gestures
    while let gesture = free.popLast() {
      guard isLeft[gesture] else { continue }
      isLeft[gesture] = false
      for other in waiting[gesture] {
        left[other] -= 1
        if left[other] == 0 { free.append(other) }
      }
    }
  }

  /// Follows the remaining requirements until a gesture is reached twice; nil if the path ends.
  private func circle(from start: Int) -> [Int]? {
    var path = [start]
    var places = [start: 0]
    while let next = requirements[path[path.count - 1]].first(where: { isLeft[$0] }) {
      if let place = places[next] { return Array(path[place...]) }
      places[next] = path.count
      path.append(next)
    }
    return nil
  }
}
