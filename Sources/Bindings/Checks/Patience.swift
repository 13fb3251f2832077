import GestureCore

/// How long a gesture can stay possible.
///
/// Kinds are told by their names here: only those known by name to give up in time are taken to do so.
enum Patience: Equatable {
  /// Taps, each of this length, with pauses between them.
  case taps(Int, each: TimeSpan, pause: TimeSpan)
  /// From the moment its fingers rest: by then it has begun.
  case resting(TimeSpan)
  /// From its first movement; fingers that rest do not make it give up.
  case moving(TimeSpan)
  /// As long as the fingers are down.
  case untilLift

  init(_ kind: Kind, _ values: [String: SettingValue]) {
    let longest = values.time("max-duration")
    switch kind.name {
    case "tap":
      guard let longest, let pause = values.time("max-interval"), let taps = values.count("taps") else { break }
      self = .taps(taps, each: longest, pause: pause)
      return
    case "long-press":
      guard let rest = values.time("min-duration") else { break }
      self = .resting(rest)
      return
    case "swipe":
      guard let longest else { break }
      self = .moving(longest)
      return
    default: break
    }
    self = .untilLift
  }

  /// How long a gesture of this kind and these settings is held by it.
  func delay(of waiting: Kind, _ values: [String: SettingValue]) -> Delay {
    // A tap is recognized when its fingers are up: it has been made by then, and all that needs fingers has failed.
    let isTap = waiting.name == "tap"
    switch self {
    case .taps(let taps, let each, let pause):
      let more = Double(max(0, isTap ? taps - (values.count("taps") ?? 1) : taps - 1))
      let first = isTap ? 0 : each.milliseconds
      return .atMost(TimeSpan(milliseconds: first + more * (pause.milliseconds + each.milliseconds)))
    case .resting(let rest): return isTap ? .none : .atMost(rest)
    case .moving(let longest): return isTap ? .none : waiting.name == "long-press" ? .untilLift : .atMost(longest)
    case .untilLift: return isTap ? .none : .untilLift
    }
  }
}

extension Patience {
  /// The kinds that are recognized while the fingers are down; a tap is made of lifting. Of other kinds nothing is said.
  static let losesByWaiting: Set = ["swipe", "long-press", "pan", "pinch"]
  /// The kinds that may stay possible while the fingers are down.
  static let lasts: Set = ["swipe", "pan", "pinch"]
}

extension RuleBook {
  /// Whether `waiting` can't be recognized before the fingers lift, because `requirement` is possible until then.
  func isStuck(_ waiting: Int, waitingFor requirement: Int) -> Bool {
    let held = rule(waiting)
    let wanted = rule(requirement)
    guard Patience.losesByWaiting.contains(held.kind.name), Patience.lasts.contains(wanted.kind.name) else {
      return false
    }
    let classes = held.device.classes.filter(wanted.device.classes.contains)
    return classes.contains { deviceClass in
      let own = breadth(of: waiting, on: deviceClass)
      let other = breadth(of: requirement, on: deviceClass)
      guard own.fingers.overlaps(other.fingers) else { return false }
      let patience = Patience(wanted.kind, settings(of: requirement, on: deviceClass))
      guard patience.delay(of: held.kind, settings(of: waiting, on: deviceClass)) == .untilLift else { return false }
      // A drag along an axis fails by going across it, a pinch one way by going the other.
      let canTell = held.kind.name != "long-press" && (held.kind.name == "pinch") == (wanted.kind.name == "pinch")
      return !canTell || other.ways.isSuperset(of: own.ways)
    }
  }
}
