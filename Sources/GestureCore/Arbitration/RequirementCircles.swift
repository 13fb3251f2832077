/// The circles of gestures that wait for one another to fail, whatever the conditions: none of these gestures could be recognized.
///
/// Gestures that wait for no remaining gesture are crossed out, again and again. When that stops, every path along the requirements leads into
/// a circle. The circle is found and crossed out, and the crossing out goes on.
package struct RequirementCircles: Sequence, IteratorProtocol {
  /// The gestures that each one waits for, in the order in which they are named; one that is named twice is there twice.
  private let requirements: [[Int]]
  /// The gestures that wait for each one.
  private var waiting: [[Int]]
  /// How many requirements of each gesture are left.
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

  /// A gesture that names its own kind or tag does not mean itself; by its name it does.
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

  /// Follows the remaining requirements until a gesture comes up again; nil if they come to an end.
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
