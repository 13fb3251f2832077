/// Gestures that require one another to fail, each the next and the last the first.
public struct RequirementCycle: Error, Equatable, Sendable {
  public let gestures: [GestureID]
}

extension RuleSet {
  /// A circle in the failure requirements, whatever their conditions, each requiring the next and the last the first; nil
  /// if there is none.
  public func requirementCycle() -> [GestureID]? {
    let reader = RelationReader(self, gestures.indices.map(GestureID.init))
    var requirements = [[Int]](repeating: [], count: gestures.count)
    for id in reader.ids {
      let relations = reader.rule(id).relations
      requirements[id] += reader.targets(relations.requireToFail.map(\.reference), of: id).map(\.rawValue)
      for other in reader.targets(relations.requiredToFailBy.map(\.reference), of: id) {
        requirements[other].append(id.rawValue)
      }
    }
    var finished = Set<Int>()
    for start in gestures.indices where !finished.contains(start) {
      if let cycle = Self.cycle(from: start, requirements, &finished) { return cycle.map(GestureID.init) }
    }
    return nil
  }

  /// Walks all ways from `start` without recursion, so that no rules file is too deep.
  private static func cycle(from start: Int, _ requirements: [[Int]], _ finished: inout Set<Int>) -> [Int]? {
    var path = [start]
    var next = [0]
    while let here = path.last, let choice = next.last {
      guard choice < requirements[here].count else {
        finished.insert(here)
        path.removeLast()
        next.removeLast()
        continue
      }
      next[next.count - 1] += 1
      let there = requirements[here][choice]
      if let back = path.firstIndex(of: there) { return Array(path[back...]) }
      guard !finished.contains(there) else { continue }
      path.append(there)
      next.append(0)
    }
    return nil
  }
}
