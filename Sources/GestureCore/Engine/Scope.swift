/// The touches that recognizers with the same reception see: those of a zone, of a tool, under a condition.
///
/// A gesture that has begun and must not look at a finger beyond its range gets a scope of its own for the rest of it.
struct Scope: Sendable {
  /// What is asked of a touch.
  struct Reception: Hashable, Sendable {
    var receive: Condition
    let exclusiveTouchType: Bool

    init(_ rule: GestureRule) {
      receive = rule.receive
      // Whether the device is right has been asked already.
      receive.device = .any
      exclusiveTouchType = rule.exclusiveTouchType
    }
  }

  /// The contenders that want the same number of fingers.
  struct FingerClass: Sendable {
    let fingers: ClosedRange<Int>
    var members: [Int]
  }

  let reception: Reception
  let zone: Int?
  let condition: DeviceCondition
  var group: TouchGroup

  /// Those who take part from the first landing on: others depend on their being possible, or someone observes them.
  var early: [Int] = []
  /// By their fingers: those who take part once so many are down.
  var byFingers: [FingerClass] = []
  /// Those whose fingers may land at any time.
  var landingApart: [Int] = []
  /// By number of fingers down: how long after the first landing someone may still want more.
  var landingWindow: [TimeSpan] = []
  /// By number of fingers down: how long after the first landing someone may still come to take part.
  var joinWindow: [TimeSpan] = []

  /// The tool of the first touch.
  var tool = Touch.Tool.finger
  /// A touch was cancelled: who has not taken part so far can't any more.
  var isSpoilt = false
  /// Where someone observes: what has been told in this attempt of why touches are not received.
  var toldUnmet: Condition.Unmet?
  /// What landed in this step.
  var received: [Touch] = []
  var landed: TouchMask = []
  /// Whether this step is about one of its touches.
  var isConcerned = false
  /// Someone is shown what its touches do.
  var isWatched = false
  /// Until when a recognizer satisfied with the fingers down must wait for another one to land, as far as this scope goes.
  var ownLandingEnds = Timestamp(microseconds: 0)
  /// The same with all scopes that share a touch.
  var landingEnds = Timestamp(microseconds: 0)
  /// It is the scope of one gesture, which receives nothing more.
  var isOfOneGesture = false
  /// For the scope of one gesture: whether nobody has it at the moment.
  var isFree = false

  init(_ reception: Reception, zone: Int?, condition: DeviceCondition, surface: Size) {
    self.reception = reception
    self.zone = zone
    self.condition = condition
    group = TouchGroup(surface: surface)
  }

  /// A scope with the same touches, for one gesture; it receives no others.
  func apart() -> Scope {
    var scope = self
    scope.early = []
    scope.byFingers = []
    scope.landingApart = []
    scope.received = []
    scope.isOfOneGesture = true
    return scope
  }

  /// Nobody needs it any more.
  mutating func free() {
    isFree = true
    group = TouchGroup(surface: group.surface)
    ownLandingEnds = Timestamp(microseconds: 0)
    landingEnds = ownLandingEnds
  }

  /// Enters a contender among those who take part.
  mutating func add(_ index: Int, _ contender: Contender, isEarly: Bool) {
    if isEarly { early.append(index) }
    guard !contender.landsApart else { return landingApart.append(index) }
    if let place = byFingers.firstIndex(where: { $0.fingers == contender.fingers }) {
      byFingers[place].members.append(index)
    } else {
      byFingers.append(FingerClass(fingers: contender.fingers, members: [index]))
    }
  }

  /// Computes the windows for its members; a source that has counted the fingers needs none.
  mutating func setWindows(_ members: [Contender], settled: Bool) {
    let none = TimeSpan(microseconds: 0)
    let counts = 0...TouchTracker.limit
    let waiting = settled ? [] : members.filter { !$0.landsApart }
    landingWindow = counts.map { count in
      waiting.filter { !$0.isBystander }.reduce(none) { $1.fingers.upperBound > count ? max($0, $1.landWithin) : $0 }
    }
    joinWindow = counts.map { count in
      waiting.reduce(none) { $1.fingers.lowerBound > count ? max($0, $1.landWithin) : $0 }
    }
  }

  /// Until when someone who has not taken part so far may come to do so.
  var joinEnds: Timestamp {
    guard group.count > 0 else { return Timestamp(microseconds: 0) }
    guard landingApart.isEmpty else { return .never }
    return isSpoilt ? group.firstLanded : group.firstLanded + joinWindow[min(group.count, joinWindow.count - 1)]
  }

  /// Until when someone may still want more fingers.
  var landingWindowEnds: Timestamp { group.firstLanded + landingWindow[min(group.count, landingWindow.count - 1)] }
}
