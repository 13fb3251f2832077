/// The cycles of gestures that wait for one another to fail. Requirements with a condition count too.
///
/// Gestures that wait for no remaining gesture are removed, until no such gesture remains. A search that follows the
/// waits of the remaining gestures then always finds a cycle. Each cycle found is removed, and the search continues.
package struct RequirementCycles: Sequence, IteratorProtocol {
  /// For each gesture, the gestures that it waits for. A gesture can be listed twice.
  private let requirements: [[Int]]
  private var waiting: [[Int]]
  private var remainingCounts: [Int]
  private var isRemaining: [Bool]
  private var start = 0

  package init(_ index: GestureIndex) {
    let gestures = index.rules.indices
    requirements = gestures.map { Self.requirements(of: $0, index) }
    waiting = Array(repeating: [], count: gestures.count)
    remainingCounts = requirements.map(\.count)
    isRemaining = Array(repeating: true, count: gestures.count)
    for gesture in gestures { for requirement in requirements[gesture] { waiting[requirement].append(gesture) } }
    remove(gestures.filter { remainingCounts[$0] == 0 })
  }

  /// The next cycle, or nil after the last cycle. Each gesture waits for the next gesture, and the last for the first.
  package mutating func next() -> [Int]? {
    while start < isRemaining.count {
      // The gesture may have been removed meanwhile.
      if isRemaining[start], let cycle = cycle(from: start) {
        remove(cycle)
        return cycle
      }
      start += 1
    }
    return nil
  }

  /// The gestures for which `gesture` waits. Includes `gesture` only if a relation names it, not its kind or tag.
  private static func requirements(of gesture: Int, _ index: GestureIndex) -> [Int] {
    let rule = index.rules[gesture]
    guard !rule.kind.traits.onlyObserves else { return [] }
    let asked = rule.relations.requireToFail.flatMap { index.targets($0.reference, of: gesture) }
    guard index.hasDemanders else { return asked }
    return asked + index.demanders(.gesture(rule.name))
      + rule.groups.flatMap(index.demanders).filter { $0 != gesture }
  }

  private mutating func remove(_ gestures: [Int]) {
    var free = gestures
    while let gesture = free.popLast() {
      guard isRemaining[gesture] else { continue }
      isRemaining[gesture] = false
      for other in waiting[gesture] {
        remainingCounts[other] -= 1
        if remainingCounts[other] == 0 { free.append(other) }
      }
    }
  }

  /// Follows requirements until a gesture repeats. Returns the cycle; nil if a gesture waits for no remaining gesture.
  private func cycle(from start: Int) -> [Int]? {
    var path = [start]
    var positions = [start: 0]
    while let next = requirements[path[path.count - 1]].first(where: { isRemaining[$0] }) {
      if let position = positions[next] { return Array(path[position...]) }
      positions[next] = path.count
      path.append(next)
    }
    return nil
  }
}
