/// The touches that a group of recognizers sees. The rules of these recognizers accept the same touches. A begun
/// gesture that ignores further fingers gets a private scope.
struct TouchScope: Sendable {
  /// The conditions that a touch must meet so that a rule receives the touch.
  struct Reception: Hashable, Sendable {
    var receive: Condition
    fileprivate let exclusiveTouchType: Bool

    init(_ rule: GestureRule) {
      receive = rule.receive
      // A rule for another device has no recognizer here, so its device doesn't have to be compared.
      receive.device = .any
      exclusiveTouchType = rule.exclusiveTouchType
    }
  }

  private static let distantPast = Timestamp(microseconds: 0)
  /// The fingers' mean movement in mm after which, in recordings, no other finger joins. Equal to a pan's default slop.
  private static let togetherDistances = (touchscreen: 2.5, touchpad: 1.5)
  /// The share of the mean movement that each finger must reach, so that the fingers count as moving together.
  private static let togetherShare = 0.5

  let isExclusiveToOneTool: Bool
  let zone: Int?
  let condition: DeviceCondition
  var group: TouchGroup

  /// For each number of fingers down, the longest `land-within` of the gestures that wait for more fingers; 0 without
  /// such gestures, or if the device reports fingers only when their number is final.
  private let landingWindow: [TimeSpan]
  /// The length in mm that the fingers' mean movement must exceed before `movesAsOne` can be true.
  private let togetherDistance: Double

  var tool = Touch.Tool.finger
  /// The start of the present landing. A finger starts a new landing if no gesture waits for this finger any more.
  private(set) var landingBegan = distantPast
  var reportedUnmet: Condition.Unmet?
  /// The touches received in this step. `land` adds them to the group, and `TouchRouter.endLanding` empties this list.
  var received: [Touch] = []
  /// The touches that `land` added to the group in this step.
  var landed: TouchMask = []
  /// Whether a touch has moved, lifted or been cancelled in this step.
  var isAffected = false
  var isWatched = false
  /// The end of this scope's own wait for more fingers. Other scopes can extend the wait to `landingDeadline`.
  var ownLandingDeadline = distantPast
  /// The latest `ownLandingDeadline` of all scopes that share a touch with this scope.
  var landingDeadline = distantPast
  /// Whether the scope belongs to one gesture and receives no more touches.
  private(set) var isOfOneGesture = false
  /// Whether this private scope can be reused.
  private(set) var isFree = false

  /// Creates a scope. `members` are the contenders that see the touches.
  init(
    _ reception: Reception, zone: Int?, condition: DeviceCondition, surface: Size, members: [Contender],
    on device: Device
  ) {
    isExclusiveToOneTool = reception.exclusiveTouchType
    (self.zone, self.condition) = (zone, condition)
    group = TouchGroup(surface: surface)
    let none = TimeSpan(microseconds: 0)
    let counts = 0...TouchTracker.limit
    let waiting = device.capabilities.contains(.settledFingers) ? [] : members
    landingWindow = counts.map { count in
      waiting.reduce(none) { $1.awaitsFingers && $1.fingers.upperBound > count ? max($0, $1.landWithin) : $0 }
    }
    togetherDistance =
      device.deviceClass == .touchpad ? Self.togetherDistances.touchpad : Self.togetherDistances.touchscreen
  }

  func forOneGesture() -> TouchScope {
    var scope = self
    scope.received = []
    scope.isOfOneGesture = true
    return scope
  }

  /// Empties a private scope, so that it can be reused.
  mutating func free() {
    isFree = true
    group = TouchGroup(surface: group.surface)
    ownLandingDeadline = Self.distantPast
    landingDeadline = Self.distantPast
  }

  /// Adds the received touches to the group. Returns the group's previous number of touches.
  mutating func land(at time: Timestamp) -> Int {
    let before = group.count
    if before == 0 { tool = received.first?.tool ?? .finger }
    // If no gesture waits for these fingers any more, a new landing starts, which includes the fingers already down.
    let isNewLanding = before == 0 || time >= landingBegan + (landingWindow.first ?? TimeSpan(microseconds: 0))
    if isNewLanding { landingBegan = time }
    group.land(received, at: time, isNewLanding: isNewLanding)
    landed = received.reduce(into: []) { $0.formUnion($1.bit) }
    return before
  }

  var hasLostLastTouch: Bool { isAffected && group.count == 0 }

  /// Whether several fingers have moved away together, so that no other finger is expected to join them.
  var movesAsOne: Bool {
    guard let movement = group.commonMovement, movement.length > togetherDistance else { return false }
    return movement.least >= Self.togetherShare * movement.length
  }

  mutating func updateLandingDeadline() {
    let isLanding = group.count > 0 && !group.hasLifted && !isOfOneGesture
    ownLandingDeadline =
      isLanding ? landingBegan + landingWindow[min(group.count, landingWindow.count - 1)] : Self.distantPast
    landingDeadline = ownLandingDeadline
  }
}

/// The index of a scope in the list of its device's `TouchRouter`.
struct ScopeID: ListIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The zones of one device, in mm.
struct ZoneMap: Sendable {
  private struct Area: Sendable {
    let zone: Zone
    let rectangle: Rectangle
    /// The indices of the zone and of the zones around it, innermost first.
    var lineage: [Int]
  }

  private let areas: [Area]
  private let surface: Size

  /// The zones on `device` whose outer zones are on `device` too. `surface` is the size in mm after rotation.
  init(_ rules: RuleSet, on device: Device, surface: Size) {
    self.surface = surface
    let present = rules.zones.filter { $0.device.matches(device) }
    var lineages: [[String]] = []
    let zones = present.filter { zone in
      guard let lineage = Self.lineage(of: zone, among: present) else { return false }
      lineages.append(lineage)
      return true
    }
    areas = zip(zones, lineages).map { zone, lineage in
      Area(
        zone: zone, rectangle: zone.rectangle(on: surface),
        lineage: lineage.compactMap { name in zones.firstIndex { $0.name == name } })
    }
  }

  /// The names of the zone and its outer zones, innermost first. Nil if an outer zone is missing or contains itself.
  private static func lineage(of zone: Zone, among zones: [Zone]) -> [String]? {
    var names = [zone.name]
    var outer = zone.inside
    while let name = outer {
      guard !names.contains(name), let next = zones.first(where: { $0.name == name }) else { return nil }
      names.append(name)
      outer = next.inside
    }
    return names
  }

  var indices: Range<Int> { areas.indices }

  var shown: [Surface.Area] { areas.map { Surface.Area(zone: $0.zone, rectangle: $0.rectangle) } }

  func index(of name: String) -> Int? { areas.firstIndex { $0.zone.name == name } }

  func name(of zone: Int) -> String { areas[zone].zone.name }

  /// The depth of the zone: 1 plus the number of zones around it.
  func depth(of zone: Int) -> Int { areas[zone].lineage.count }

  func lineage(of zone: Int) -> [Int] { areas[zone].lineage }

  func allowsMultiTouch(_ zone: Int) -> Bool { areas[zone].zone.allowsMultiTouch }

  /// Whether `inner` is `outer` or, according to the rules, inside it.
  func isWithin(_ inner: Int, _ outer: Int) -> Bool { areas[inner].lineage.contains(outer) }

  func contains(_ position: Vector, _ zone: Int) -> Bool {
    areas[zone].lineage.allSatisfy { areas[$0].rectangle.contains(position, on: surface) }
  }

  func ignoredZone(at position: Vector) -> Int? {
    areas.indices.first { areas[$0].zone.isIgnored && contains(position, $0) }
  }

  /// The innermost exclusive zone at a position, or nil. Of equally deep zones, the last one in the rules counts.
  func owner(of position: Vector) -> Int? {
    var owner: Int?
    for zone in areas.indices where areas[zone].zone.isExclusive && contains(position, zone) {
      if let best = owner, depth(of: best) > depth(of: zone) { continue }  // fault: innermost-owner
      owner = zone
    }
    return owner
  }
}
