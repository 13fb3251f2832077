/// The place of a scope in the list of its device's `TouchRouter`.
struct ScopeID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The touches that recognizers with the same reception see: those of a zone, of a tool, under a condition.
///
/// A gesture that has begun and must ignore a finger beyond its range gets a scope of its own until it is over.
struct TouchScope: Sendable {
  /// What a rule asks of a touch.
  struct Reception: Hashable, Sendable {
    var receive: Condition
    let exclusiveTouchType: Bool

    init(_ rule: GestureRule) {
      receive = rule.receive
      // The device has been compared already.
      receive.device = .any
      exclusiveTouchType = rule.exclusiveTouchType
    }
  }

  private static let past = Timestamp(microseconds: 0)

  let isExclusiveToOneTool: Bool
  let zone: Int?
  let condition: DeviceCondition
  var group: TouchGroup

  /// By number of fingers down: how long after the first landing a gesture may still want more of them.
  private let landingWindow: [TimeSpan]
  /// By number of fingers down: how long after the first landing a gesture may still start to look.
  private let joinWindow: [TimeSpan]
  /// A gesture may start to look at any landing.
  private let isOpenToLateFingers: Bool

  /// The tool of the first touch.
  var tool = Touch.Tool.finger
  /// A touch was cancelled: gestures that don't look at the touches yet can't start to.
  var isSpoilt = false
  /// The unmet condition that was last reported in this attempt.
  var reportedUnmet: Condition.Unmet?
  /// The touches that have landed in this step.
  var received: [Touch] = []
  /// The same once the group has them.
  var landed: TouchMask = []
  /// One of its touches has moved, lifted or been cancelled in this step.
  var isConcerned = false
  /// A recognizer is shown its touches.
  var isWatched = false
  /// Until when a recognizer satisfied with the fingers down must wait for another one to land, as far as this scope goes.
  var ownLandingEnds = past
  /// The same with all scopes that share a touch.
  var landingEnds = past
  /// It belongs to one gesture and receives nothing more.
  private(set) var isOfOneGesture = false
  /// It belonged to one gesture, which is over.
  private(set) var isFree = false

  /// A scope of the rules, with the contenders whose touches are those of this scope. A source that has counted the
  /// fingers (`isSettled`) needs no landing windows.
  init(
    _ reception: Reception, zone: Int?, condition: DeviceCondition, surface: Size, members: [Contender], isSettled: Bool
  ) {
    isExclusiveToOneTool = reception.exclusiveTouchType
    self.zone = zone
    self.condition = condition
    group = TouchGroup(surface: surface)
    let none = TimeSpan(microseconds: 0)
    let counts = 0...TouchTracker.limit
    let waiting = isSettled ? [] : members
    landingWindow = counts.map { count in
      waiting.reduce(none) { $1.awaitsFingers && $1.fingers.upperBound > count ? max($0, $1.landWithin) : $0 }
    }
    joinWindow = counts.map { count in
      waiting.reduce(none) { !$1.landsApart && $1.fingers.lowerBound > count ? max($0, $1.landWithin) : $0 }
    }
    isOpenToLateFingers = members.contains(where: \.landsApart)
  }

  /// A copy with the same touches for one gesture.
  func forOneGesture() -> TouchScope {
    var scope = self
    scope.received = []
    scope.isOfOneGesture = true
    return scope
  }

  /// Its gesture is over.
  mutating func free() {
    isFree = true
    group = TouchGroup(surface: group.surface)
    ownLandingEnds = Self.past
    landingEnds = Self.past
  }

  /// Takes in the touches it has received; returns how many were down before.
  mutating func land(at time: Timestamp) -> Int {
    let before = group.count
    if before == 0 {
      isSpoilt = false
      tool = received.first?.tool ?? .finger
    }
    group.land(received, at: time)
    landed = received.reduce(into: []) { $0.formUnion($1.bit) }
    return before
  }

  /// Until when a gesture that does not look yet may start to.
  var joinEnds: Timestamp {
    guard group.count > 0 else { return Self.past }
    guard !isOpenToLateFingers || isOfOneGesture else { return .never }
    return isSpoilt ? group.firstLanded : group.firstLanded + joinWindow[min(group.count, joinWindow.count - 1)]
  }

  /// Sets `ownLandingEnds`: until when a gesture may still want more fingers.
  mutating func noteLandingEnd() {
    let isLanding = group.count > 0 && !group.hasLifted && !isOfOneGesture
    ownLandingEnds =
      isLanding ? group.firstLanded + landingWindow[min(group.count, landingWindow.count - 1)] : Self.past
    landingEnds = ownLandingEnds
  }
}
