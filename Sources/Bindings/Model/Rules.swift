import GestureCore

/// A checked rules file: which gestures to look for, and what they do.
///
/// Of the bindings of one gesture the last one is chosen and takes the place of all before it, of the gesture's own
/// actions too; a binding that says `also = true` goes with whichever was chosen.
public struct Rules: Sendable {
  public let ruleSet: RuleSet
  /// The gestures' own actions first, then every `[[binding]]`; both in the order of the file.
  public let bindings: [Binding]
  /// Where each gesture's section begins, by the gesture's number; empty where the rules come from no file.
  public let locations: [FileLocation]
  let roster: Roster
  /// The gestures that go first at an edge.
  let edges: [Int]
  /// What to do, for each gesture and each state, so that looking it up costs nothing.
  private let table: [[Action]]

  public init(ruleSet: RuleSet = RuleSet(), bindings: [Binding] = [], locations: [FileLocation] = []) {
    self.ruleSet = ruleSet
    self.locations = locations
    roster = Roster(ruleSet.gestures)
    edges = Self.edges(in: ruleSet)
    var bindings = bindings
    for binding in bindings.indices {
      for action in bindings[binding].actions.indices { bindings[binding].actions[action].binding = binding }
    }
    self.bindings = bindings
    table = Self.table(of: bindings, gestures: ruleSet.gestures.count)
  }

  /// What to run when `gesture` goes into `state`, in this order; nothing for a gesture that is not of these rules.
  public func actions(for gesture: GestureID, state: RecognizerState) -> [Action] {
    guard ruleSet.gestures.indices.contains(gesture.rawValue) else { return [] }
    return table[Self.place(gesture, state)]
  }

  private static func table(of bindings: [Binding], gestures: Int) -> [[Action]] {
    var table = [[Action]](repeating: [], count: gestures * RecognizerState.allCases.count)
    for binding in inForce(bindings) where (0..<gestures).contains(binding.gesture.rawValue) {
      for action in binding.actions {
        for state in RecognizerState.allCases where action.trigger.fires(in: state) {
          table[place(binding.gesture, state)].append(action)
        }
      }
    }
    return table
  }

  /// The bindings that are not replaced by a later one: the chosen ones first.
  private static func inForce(_ bindings: [Binding]) -> [Binding] {
    var chosen: [GestureID: Int] = [:]
    for (place, binding) in bindings.enumerated() where !binding.isAddition { chosen[binding.gesture] = place }
    return chosen.values.sorted().map { bindings[$0] } + bindings.filter(\.isAddition)
  }

  private static func place(_ gesture: GestureID, _ state: RecognizerState) -> Int {
    let column =
      switch state {
      case .possible: 0
      case .began: 1
      case .changed: 2
      case .ended: 3
      case .cancelled: 4
      case .recognized: 5
      case .failed: 6
      }
    return gesture.rawValue * RecognizerState.allCases.count + column
  }
}
