import GestureCore

/// Finds gestures that wait for one another in a circle: none of them could ever fire.
///
/// Gestures that wait for nothing that is left are crossed out, again and again; where that comes to a halt, following
/// any requirement must lead round in a circle. It is reported, crossed out, and the crossing out goes on.
struct Circles {
  private let book: RuleBook
  private let problems: Problems
  private var isLeft: [Bool]
  /// How many gestures of each kind are left.
  private var left: [String: Int] = [:]
  private var waitingForGesture: [Int: [Int]] = [:]
  private var waitingForKind: [String: [Int]] = [:]

  init(book: RuleBook, problems: Problems) {
    self.book = book
    self.problems = problems
    isLeft = [Bool](repeating: true, count: book.gestures.count)
    for (index, rule) in book.rules.gestures.enumerated() {
      left[rule.kind.name, default: 0] += 1
      for reference in rule.relations.requireToFail.map(\.reference) {
        switch reference {
        case .gesture(let name): book.index(of: name).map { waitingForGesture[$0, default: []].append(index) }
        case .kind(let kind): waitingForKind[kind, default: []].append(index)
        case .tag: break
        }
      }
    }
  }

  mutating func check() {
    crossOut(book.gestures.indices.filter { !waits($0) })
    for start in book.gestures.indices where isLeft[start] {
      // What was crossed out meanwhile may have freed it.
      while isLeft[start], let circle = circle(from: start) {
        report(circle)
        crossOut(circle)
      }
    }
  }

  private func waits(_ gesture: Int) -> Bool {
    book.rule(gesture).relations.requireToFail.map(\.reference).contains { reference in
      switch reference {
      case .gesture(let name): book.index(of: name).map { isLeft[$0] } ?? false
      case .kind(let kind): left[kind, default: 0] > (book.rule(gesture).kind.name == kind && isLeft[gesture] ? 1 : 0)
      case .tag: false
      }
    }
  }

  private mutating func crossOut(_ gestures: [Int]) {
    var free = gestures
    while let gesture = free.popLast() {
      guard isLeft[gesture] else { continue }
      remove(gesture)
      var waiting = waitingForGesture[gesture] ?? []
      let kind = book.rule(gesture).kind.name
      // With one left, that one may be waiting for all others of its kind.
      if left[kind, default: 0] <= 1 { waiting += waitingForKind[kind] ?? [] }
      free += waiting.filter { isLeft[$0] && !waits($0) }
    }
  }

  private mutating func remove(_ gesture: Int) {
    isLeft[gesture] = false
    left[book.rule(gesture).kind.name, default: 1] -= 1
  }

  /// Follows the requirements that are left until one comes again; nil where they come to an end.
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
    for reference in book.rule(gesture).relations.requireToFail.map(\.reference) {
      switch reference {
      case .gesture(let name):
        if let target = book.index(of: name), isLeft[target] { return target }
      case .kind(let kind):
        if let target = book.members(of: kind).first(where: { isLeft[$0] && $0 != gesture }) { return target }
      case .tag: break
      }
    }
    return nil
  }

  /// Shows the circle from its first gesture in the file.
  private func report(_ circle: [Int]) {
    guard let first = circle.min(), let place = circle.firstIndex(of: first) else { return }
    let names = (circle[place...] + circle[..<place] + [first]).map { book.rule($0).name }
    let range = book.gestures[first].requireToFail?.range ?? book.gestures[first].header
    problems.error(at: range, .circle(names))
  }
}
