/// Who must fail before whom and who may run beside whom, among the recognizers of one device.
///
/// Recognizers are named by their place in the device's order.
struct Relations: Sendable {
  /// For each recognizer, those that must fail before it.
  let requirements: [[Int]]
  /// Recognizers tied by requirements, directly or through others, have the same component: they reset together.
  let component: [Int]
  private let simultaneous: [Set<Int>]

  /// The relations of `rules` among `gestures`; what is not among them counts as failed, and names nobody.
  init(_ rules: RuleSet, among gestures: [GestureID]) {
    var place: [GestureID: Int] = [:]
    for (index, gesture) in gestures.enumerated() { place[gesture] = index }
    func places(_ references: [Reference], of gesture: GestureID) -> [Int] {
      references.isEmpty ? [] : rules.gestures(references, of: gesture).compactMap { place[$0] }
    }
    requirements = gestures.map { places(rules.gestures[$0.rawValue].relations.requireToFail.map(\.reference), of: $0) }
    var beside = [Set<Int>](repeating: [], count: gestures.count)
    for (index, gesture) in gestures.enumerated() {
      for other in places(rules.gestures[gesture.rawValue].relations.simultaneousWith, of: gesture) {
        beside[index].insert(other)
        beside[other].insert(index)
      }
    }
    simultaneous = beside
    component = Self.components(requirements)
  }

  /// Whether one side has named the other: that is enough.
  func areSimultaneous(_ a: Int, _ b: Int) -> Bool { simultaneous[a].contains(b) }

  private static func components(_ requirements: [[Int]]) -> [Int] {
    var root = Array(requirements.indices)
    func find(_ index: Int) -> Int {
      var index = index
      while root[index] != index { index = root[index] }
      return index
    }
    for (index, others) in requirements.enumerated() {
      for other in others {
        let (a, b) = (find(index), find(other))
        root[max(a, b)] = min(a, b)
      }
    }
    return requirements.indices.map(find)
  }
}

/// Gestures that require one another to fail, each the next and the last the first.
public struct RequirementCycle: Error, Equatable, Sendable {
  public let gestures: [GestureID]
}

extension RuleSet {
  /// A circle in the failure requirements, each requiring the next and the last the first; nil if there is none.
  public func requirementCycle() -> [GestureID]? {
    let requirements = gestures.indices.map { index in
      gestures(gestures[index].relations.requireToFail.map(\.reference), of: GestureID(index)).map(\.rawValue)
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
