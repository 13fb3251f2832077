import GestureCore

/// Finds gestures that wait for one another in a circle: none of them could ever fire.
///
/// Gestures that wait for no remaining gesture are crossed out, again and again. When that stops, every path along the
/// requirements leads into a circle. The circle is reported and crossed out, and the crossing out goes on.
struct CircleCheck {
  /// What a gesture waits for; a gesture that names its own kind or tag does not mean itself.
  private enum Target: Hashable {
    case gesture(Int)
    /// The members of a kind or tag.
    case members(Reference)
    /// The gestures that demand it of a kind or tag, in `required-to-fail-by`.
    case demanders(Reference)
  }

  private let book: CheckContext
  private let problems: Problems
  private var isLeft: [Bool]
  private let targets: [[Target]]
  /// The gestures that wait for each target.
  private var waiting: [Target: [Int]] = [:]
  /// How many gestures of each target are left.
  private var left: [Target: Int] = [:]

  init(book: CheckContext, problems: Problems) {
    self.book = book
    self.problems = problems
    isLeft = [Bool](repeating: true, count: book.gestures.count)
    targets = book.gestures.indices.map { Self.targets(of: $0, book) }
    for (index, targets) in targets.enumerated() {
      for target in targets { waiting[target, default: []].append(index) }
    }
    for target in waiting.keys { left[target] = gestures(target).count }
  }

  private static func targets(of index: Int, _ book: CheckContext) -> [Target] {
    // Relations of a gesture that only observes are errors already.
    guard !book.onlyObserves(index),
      !book.rules.gestures[index].relations.requireToFail.isEmpty || book.roster.hasDemanders
    else { return [] }
    let rule = book.rule(index)
    var found: [Target] = []
    for requirement in rule.relations.requireToFail {
      switch requirement.reference {
      case .gesture(let name):
        if let place = book.roster.index(of: name), !book.onlyObserves(place) { found.append(.gesture(place)) }
      case .kind, .tag: found.append(.members(requirement.reference))
      }
    }
    found += book.roster.demanders(.gesture(rule.name)).map(Target.gesture)
    found += rule.groups.filter { !book.roster.demanders($0).isEmpty }.map(Target.demanders)
    var seen: Set<Target> = []
    return found.filter { seen.insert($0).inserted }
  }

  private func gestures(_ target: Target) -> [Int] {
    switch target {
    case .gesture(let index): [index]
    case .members(let group): book.roster.members(group)
    case .demanders(let group): book.roster.demanders(group)
    }
  }

  mutating func check() {
    crossOut(book.gestures.indices.filter { !waits($0) })
    for start in book.gestures.indices where isLeft[start] {
      // A gesture that was crossed out meanwhile may have freed it.
      while isLeft[start], let circle = circle(from: start) {
        report(circle)
        crossOut(circle)
      }
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
    case .members(let group): group.names(book.rules.gestures[gesture])
    case .demanders(let group):
      book.rules.gestures[gesture].relations.requiredToFailBy.contains { $0.reference == group }
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
    let demands = Set(book.rules.gestures[gesture].relations.requiredToFailBy.map(\.reference))
    return [.gesture(gesture)] + book.rules.gestures[gesture].groups.map(Target.members) + demands.map(Target.demanders)
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

  /// Reports the circle from its first gesture in the file, at the mention in either gesture that makes it wait for the
  /// next.
  private func report(_ circle: [Int]) {
    guard let first = circle.min(), let place = circle.firstIndex(of: first) else { return }
    let path = Array(circle[place...] + circle[..<place]) + [first]
    let next = path[1]
    let names = path.map { book.rule($0).name }
    let own = book.rule(first).relations.requireToFail.contains { $0.reference.names(book.rule(next)) }
    let key = own ? RelationKey.requireToFail : .requiredToFailBy
    let section = book.gestures[own ? first : next]
    problems.error(at: section.relations.ranges[key] ?? section.header, .circle(names, key))
  }
}
