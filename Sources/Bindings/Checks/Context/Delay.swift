import GestureCore

/// The longest time that waiting for a requirement can take.
public enum Delay: Equatable, Sendable, CustomStringConvertible {
  case atMost(TimeSpan)
  /// The requirement stays possible as long as the fingers are down.
  case untilLift
  /// The requirement stays possible even after the fingers lift, because they may land again.
  case beyondLift

  public static let none = Delay.atMost(TimeSpan(microseconds: 0))

  public var description: String {
    switch self {
    case .atMost(let span): "\(Measure(span))"
    case .untilLift: "until the fingers lift"
    case .beyondLift: "until some time after the fingers lift"
    }
  }

  fileprivate static func longer(_ a: Delay, _ b: Delay) -> Delay {
    switch (a, b) {
    case (.beyondLift, _), (_, .beyondLift): .beyondLift
    case (.untilLift, _), (_, .untilLift): .untilLift
    case (.atMost(let first), .atMost(let second)): .atMost(max(first, second))
    }
  }
}

extension Kind.Timeout {
  /// Whether the gesture can stay possible until the fingers lift, but not after that.
  var lasts: Bool {
    switch self {
    case .moving, .untilLift: true
    case .taps, .resting, .beyondLift: false
    }
  }

  var isOfTaps: Bool { if case .taps = self { true } else { false } }

  fileprivate var taps: Int { if case .taps(let taps, _, _) = self { taps } else { 1 } }
}

extension Kind {
  /// The longest time that a gesture of this kind with `settings` waits for a `requirement` with the settings `others`.
  func delay(_ settings: Settings, waitingFor requirement: Kind, _ others: Settings) -> Delay {
    let (isMadeByLifting, isMadeWithoutMoving) = (traits.isMadeByLifting(settings), isMadeWithoutMoving(settings))
    // A gesture that is made by lifting is complete when its fingers are up. A requirement whose fingers must stay down
    // has failed by then. If one finger of a requirement lands separately, it may land at any time while the other
    // fingers rest.
    if requirement.traits.landsSeparately, isMadeWithoutMoving { return .untilLift }
    switch requirement.traits.timeout(others) {
    case .taps(let taps, let each, let pause):
      let more = Double(max(0, isMadeByLifting ? taps - traits.timeout(settings).taps : taps - 1))
      let first = isMadeByLifting ? 0 : each.milliseconds
      return .atMost(TimeSpan(milliseconds: first + more * (pause.milliseconds + each.milliseconds)))
    case .resting(let rest): return isMadeByLifting ? .none : .atMost(rest)
    case .moving(let longest): return isMadeByLifting ? .none : isMadeWithoutMoving ? .untilLift : .atMost(longest)
    case .untilLift: return isMadeByLifting ? .none : .untilLift
    case .beyondLift: return .beyondLift
    }
  }

  /// Whether the gesture is recognized while its fingers rest.
  package func isMadeWithoutMoving(_ settings: Settings) -> Bool {
    switch traits.timeout(settings) {
    case .resting, .taps: !traits.isMadeByLifting(settings) && traits.travel(settings) == nil
    case .moving, .untilLift, .beyondLift: false
    }
  }
}

extension CheckContext {
  /// Whether a gesture consists only of taps, on at least one class of device.
  func isTap(_ index: Int) -> Bool {
    let traits = rule(index).kind.traits
    return !traits.landsSeparately
      && classes(of: index).contains {
        patience(of: index, on: $0).isOfTaps && traits.isMadeByLifting(settings(of: index, on: $0))
      }
  }

  /// Whether the gesture comes too late if it waits until the fingers lift.
  func losesByWaiting(_ index: Int) -> Bool {
    let kind = rule(index).kind
    return !classes(of: index).contains { kind.traits.isMadeByLifting(settings(of: index, on: $0)) }
  }

  func lasts(_ index: Int) -> Bool {
    let kind = rule(index).kind
    return kind.traits.landsSeparately || classes(of: index).contains { patience(of: index, on: $0).lasts }
  }

  /// Whether `waiting` must wait for the lift because `requirement` is possible until then.
  func isStuck(_ waiting: Int, waitingFor requirement: Int) -> Bool {
    guard rule(waiting).sharesMode(with: rule(requirement)) else { return false }
    let held = rule(waiting).kind
    let wanted = rule(requirement).kind
    let others = classes(of: requirement)
    return classes(of: waiting).contains { deviceClass in
      guard others.contains(deviceClass) else { return false }
      let own = acceptedTouches(of: waiting, on: deviceClass)
      let other = acceptedTouches(of: requirement, on: deviceClass)
      guard own.fingers.overlaps(other.fingers) else { return false }
      let settings = settings(of: waiting, on: deviceClass)
      let delay = held.delay(settings, waitingFor: wanted, self.settings(of: requirement, on: deviceClass))
      guard delay == .untilLift else { return false }
      // A drag along an axis fails if the fingers move across the axis. A pinch in one direction fails if they move in the other.
      let canFailEarly = !held.isMadeWithoutMoving(settings) && AllowedDirections.areComparable(held, wanted)
      return !canFailEarly || other.directions.isSuperset(of: own.directions)
    }
  }
}

/// Computes how long gestures wait for one another.
public struct Delays {
  /// A gesture's wait for another gesture.
  public struct Wait: Equatable, Sendable {
    public let longest: Delay
    /// Whether the wait ends when another tap would be too late.
    public let isForTaps: Bool
  }

  private let gestures: [GestureRule]
  private let index: GestureIndex
  private let settings: [[DeviceClass: Settings]]
  /// For each gesture, the gestures that must fail first because these gestures begin in start areas.
  private var edges: [Int: Set<Int>] = [:]
  /// For each drawn gesture, the gestures with longer drawings that can begin with the drawn gesture's drawing.
  private var drawings: [Int: Set<Int>] = [:]

  public init(_ rules: Rules) {
    let ruleSet = rules.ruleSet
    let gestures = ruleSet.gestures
    self.gestures = gestures
    index = GestureIndex(gestures)
    settings = gestures.map { rule in
      rules.classes(of: rule).reduce(into: [:]) { $0[$1] = ruleSet.settings(of: rule, on: .some($1)) }
    }
    for deviceClass in DeviceClass.allCases {
      let device = Device.some(deviceClass)
      let here = gestures.indices.filter { gestures[$0].classes(in: nil).contains(deviceClass) }
      for precedence in ruleSet.precedences(among: here.map { gestures[$0] }, on: device, surface: device.size) {
        let (first, other) = (here[precedence.first], here[precedence.other])
        // A gesture that waits for the other one has no precedence over it.
        guard gestures[first].sharesMode(with: gestures[other]), !index.requirements(of: first).contains(other) else {
          continue
        }
        switch precedence.reason {
        case .edge: edges[other, default: []].insert(first)
        case .drawing: drawings[other, default: []].insert(first)
        }
      }
    }
  }

  /// The gestures that must fail before `gesture` is recognized, including longer drawings that can begin with the
  /// drawing of `gesture`. Gestures that precede only because of their start areas aren't included.
  public func requirements(of gesture: GestureID) -> [GestureID] {
    gestures.indices.contains(gesture.rawValue) ? requirements(of: gesture.rawValue).map(GestureID.init) : []
  }

  private func requirements(of gesture: Int) -> [Int] {
    (drawings[gesture] ?? []).union(index.requirements(of: gesture)).sorted()
  }

  /// The longest wait for `requirement` and all gestures that `requirement` awaits: from the last lift if `waiting` is
  /// made by lifting, otherwise from the first touch or movement. Only device sections for a class or `*` count.
  public func wait(for requirement: GestureID, holding waiting: GestureID) -> Wait {
    let (requirement, waiting) = (requirement.rawValue, waiting.rawValue)
    var found = Wait(longest: .none, isForTaps: false)
    // A gesture that is looked for only in other modes counts as failed.
    guard gestures.indices.contains(requirement), gestures.indices.contains(waiting),
      gestures[requirement].sharesMode(with: gestures[waiting])
    else { return found }
    for one in chain(from: requirement, without: waiting) {
      for (deviceClass, wanted) in settings[one] {
        guard let held = settings[waiting][deviceClass] else { continue }
        let kind = gestures[one].kind
        let delay = Delay.longer(found.longest, gestures[waiting].kind.delay(held, waitingFor: kind, wanted))
        if delay != found.longest { found = Wait(longest: delay, isForTaps: kind.traits.timeout(wanted).isOfTaps) }
      }
    }
    return found
  }

  /// Returns `first`, and all gestures for which `first` waits, directly or through other gestures. Skips `last`.
  private func chain(from first: Int, without last: Int) -> [Int] {
    var chain: [Int] = []
    var seen: Set = [last]
    var next = [first]
    while let one = next.popLast() {
      guard seen.insert(one).inserted else { continue }
      chain.append(one)
      next +=
        requirements(of: one).filter { gestures[one].sharesMode(with: gestures[$0]) } + (edges[one] ?? []).sorted()
    }
    return chain
  }
}
