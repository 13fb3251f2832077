import GestureCore

extension Kind.Patience {
  /// Whether it says that fingers which are down can keep the gesture possible.
  var lasts: Bool { self == .untilLift || isMoving }

  var isOfTaps: Bool {
    if case .taps = self { true } else { false }
  }

  fileprivate var isResting: Bool {
    if case .resting = self { true } else { false }
  }

  private var isMoving: Bool {
    if case .moving = self { true } else { false }
  }

  fileprivate var taps: Int {
    if case .taps(let taps, _, _) = self { taps } else { 1 }
  }
}

extension Kind {
  /// How long `requirement` can hold a gesture of this kind, each with its own settings.
  func delay(_ settings: Settings, waitingFor requirement: Kind, _ others: Settings) -> Delay {
    // What is made by lifting is over when its fingers are up: all that needs fingers has failed by then.
    let isMadeByLifting = traits.isMadeByLifting(settings)
    let isAtRest = isMadeAtRest(settings)
    // Its tapping finger may come at any time while others rest.
    if requirement.traits.landsApart, isAtRest { return .untilLift }
    switch requirement.traits.patience(others) {
    case .taps(let taps, let each, let pause):
      let more = Double(max(0, isMadeByLifting ? taps - traits.patience(settings).taps : taps - 1))
      let first = isMadeByLifting ? 0 : each.milliseconds
      return .atMost(TimeSpan(milliseconds: first + more * (pause.milliseconds + each.milliseconds)))
    case .resting(let rest): return isMadeByLifting ? .none : .atMost(rest)
    case .moving(let longest): return isMadeByLifting ? .none : isAtRest ? .untilLift : .atMost(longest)
    case .untilLift: return isMadeByLifting ? .none : .untilLift
    case .beyondLift: return .beyondLift
    }
  }

  /// Whether fingers make it without moving or lifting, at least with the last of its taps.
  func isMadeAtRest(_ settings: Settings) -> Bool {
    let patience = traits.patience(settings)
    return (patience.isResting || patience.isOfTaps) && !traits.isMadeByLifting(settings)
      && traits.travel(settings) == nil
  }
}

/// All that decides whether a gesture waits in vain for another.
struct WaitSignature: Hashable {
  /// How it stands on one class of device.
  struct Place: Hashable {
    let deviceClass: DeviceClass
    let fingers: ClosedRange<Int>
    let ways: AllowedWays
    let patience: String
    let isMadeAtRest: Bool
  }

  let kind: String
  let places: [Place]
}

extension CheckContext {
  func stance(of index: Int) -> WaitSignature {
    let kind = rule(index).kind
    let places = classes(of: index).map { deviceClass in
      let breadth = breadth(of: index, on: deviceClass)
      return WaitSignature.Place(
        deviceClass: deviceClass, fingers: breadth.fingers, ways: breadth.ways,
        patience: "\(patience(of: index, on: deviceClass))",
        isMadeAtRest: kind.isMadeAtRest(settings(of: index, on: deviceClass)))
    }
    return WaitSignature(kind: kind.name, places: places)
  }

  /// Whether it is recognized while its fingers are down, and so loses by waiting for them to lift.
  func losesByWaiting(_ index: Int) -> Bool {
    let kind = rule(index).kind
    // When gestures made of others are recognized is the matter of these.
    guard kind.fingers != nil else { return false }
    return !classes(of: index).contains { kind.traits.isMadeByLifting(settings(of: index, on: $0)) }
  }

  /// Whether it may stay possible while fingers are down.
  func lasts(_ index: Int) -> Bool {
    let kind = rule(index).kind
    guard kind.fingers != nil else { return false }
    return kind.traits.landsApart || classes(of: index).contains { patience(of: index, on: $0).lasts }
  }

  /// Whether `waiting` can't be recognized before the fingers lift, because `requirement` is possible until then.
  func isStuck(_ waiting: Int, waitingFor requirement: Int) -> Bool {
    guard rule(waiting).meets(rule(requirement)) else { return false }
    let held = rule(waiting).kind
    let wanted = rule(requirement).kind
    let others = classes(of: requirement)
    return classes(of: waiting).contains { deviceClass in
      guard others.contains(deviceClass) else { return false }
      let own = breadth(of: waiting, on: deviceClass)
      let other = breadth(of: requirement, on: deviceClass)
      guard own.fingers.overlaps(other.fingers) else { return false }
      let settings = settings(of: waiting, on: deviceClass)
      let delay = held.delay(settings, waitingFor: wanted, self.settings(of: requirement, on: deviceClass))
      guard delay == .untilLift else { return false }
      // A drag along an axis fails by going across it, a pinch one way by going the other.
      let canTell = !held.isMadeAtRest(settings) && AllowedWays.areComparable(held, wanted)
      return !canTell || other.ways.isSuperset(of: own.ways)
    }
  }
}
