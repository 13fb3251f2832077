/// A device's scopes, each with the touches that some recognizers see. A scope accepts a touch at the landing or never.
struct TouchRouter: Sendable {
  /// A scope that does not see a touch, and the reason.
  struct Refusal: Sendable {
    let scope: ScopeID
    let reason: Decision.Refusal
  }

  /// The present state of the session. The condition for the beginning of a gesture is checked in this state.
  var context: Context {
    didSet {
      landing.mode = context.mode
      landing.complete(with: context)
    }
  }
  /// The session's state when the first finger landed, but with the present mode and facts that became known later.
  private(set) var landing: Context
  private let zones: ZoneMap
  /// The scopes of the rules, followed by the private scopes of single gestures.
  private(set) var scopes: [TouchScope]
  /// For each zone, the touch that occupies it. Empty for a free zone, and for a zone that allows several touches.
  private var occupants: [TouchMask]
  private let collectsRefusals: Bool
  private(set) var refusals: [Refusal] = []

  init(_ scopes: [TouchScope], _ zones: ZoneMap, _ context: Context, collectsRefusals: Bool) {
    (self.scopes, self.zones, self.context) = (scopes, zones, context)
    landing = context
    self.collectsRefusals = collectsRefusals
    occupants = Array(repeating: [], count: zones.indices.count)
  }

  var ids: some Sequence<ScopeID> { scopes.indices.lazy.map { ScopeID($0) } }

  // MARK: The touches of a scope

  subscript(scope: ScopeID) -> TouchGroup { _read { yield scopes[scope].group } }

  // MARK: Landing

  /// Adds each touch to `received` of scopes that accept it. If no other finger is down, sets `landing` to `context`.
  mutating func receive(_ landed: [Touch], isFirst: Bool) {
    refusals.removeAll(keepingCapacity: true)
    if isFirst { landing = context }
    for touch in landed { receive(touch) }
  }

  private mutating func receive(_ touch: Touch) {
    let ignoredZone = zones.ignoredZone(at: touch.start)
    let owner = zones.owner(of: touch.start)
    for index in scopes.indices where !scopes[index].isOfOneGesture {
      if let reason = refusal(of: touch, by: index, ignoredZone: ignoredZone, owner: owner) {
        if collectsRefusals { collect(reason, index) }
      } else {
        scopes[index].received.append(touch)
      }
    }
    guard ignoredZone == nil else { return }
    occupyZones(with: touch, owner: owner)
  }

  private func refusal(of touch: Touch, by index: Int, ignoredZone: Int?, owner: Int?) -> Decision.Refusal? {
    if let ignoredZone { return .ignored(zone: zones.name(of: ignoredZone)) }
    let zone = scopes[index].zone
    if let zone, !zones.contains(touch.start, zone) { return .outside(zone: zones.name(of: zone)) }
    if let owner, !(zone.map { zones.isWithin($0, owner) } ?? false) { return .exclusive(zone: zones.name(of: owner)) }
    if let zone, let taken = zones.lineage(of: zone).first(where: { !occupants[$0].isEmpty }) {
      return .singleTouch(zone: zones.name(of: taken))
    }
    let first = scopes[index].group.count > 0 ? scopes[index].tool : scopes[index].received.first?.tool
    if scopes[index].isExclusiveToOneTool, let first, first != touch.tool { return .otherTool(first) }
    return scopes[index].condition.unmet(in: landing, tool: touch.tool, position: touch.start, zones).map {
      .condition($0)
    }
  }

  /// Adds a refusal, unless the reason is an unmet condition equal to the scope's last reported unmet condition.
  private mutating func collect(_ reason: Decision.Refusal, _ index: Int) {
    if case .condition(let unmet) = reason {
      guard scopes[index].reportedUnmet != unmet else { return }
      scopes[index].reportedUnmet = unmet
    }
    refusals.append(Refusal(scope: ScopeID(index), reason: reason))
  }

  /// Forgets which unmet conditions were reported, so that a new attempt reports them again.
  mutating func forgetReports() { for index in scopes.indices { scopes[index].reportedUnmet = nil } }

  /// Makes the touch the occupant of each single-touch zone in which the touch began, unless another touch occupies
  /// this zone or a zone around it. If `owner` isn't nil, only `owner` and the zones inside `owner` count.
  private mutating func occupyZones(with touch: Touch, owner: Int?) {
    for zone in zones.indices where !zones.allowsMultiTouch(zone) && zones.contains(touch.start, zone) {
      if let owner, !zones.isWithin(zone, owner) { continue }
      let isFree = zones.lineage(of: zone).allSatisfy { occupants[$0].isEmpty || occupants[$0] == touch.bit }
      if isFree { occupants[zone] = touch.bit }
    }
  }

  /// Whether touches were received while other fingers are down, and the sum of both exceeds the limit of `fingers`.
  func exceeds(_ fingers: ClosedRange<Int>, in scope: ScopeID) -> Bool {
    let received = scopes[scope].received.count
    let count = scopes[scope].group.count
    return received > 0 && count > 0 && count + received > fingers.upperBound
  }

  /// Makes a private scope with the touches of `scope`, and returns its index. `free` releases the private scope.
  mutating func split(_ scope: ScopeID) -> ScopeID {
    let own = scopes[scope].forOneGesture()
    if let free = scopes.firstIndex(where: \.isFree) {
      scopes[free] = own
      return ScopeID(free)
    }
    scopes.append(own)
    return ScopeID(scopes.count - 1)
  }

  mutating func free(_ scope: ScopeID) { scopes[scope].free() }

  /// Adds the received touches to the scope's group. Returns the group's previous count; nil if no touch was received.
  mutating func land(in scope: ScopeID, at time: Timestamp) -> Int? {
    scopes[scope].received.isEmpty ? nil : scopes[scope].land(at: time)
  }

  /// Ends the step of a landing: empties the lists of received and landed touches.
  mutating func endLanding() {
    for index in scopes.indices {
      scopes[index].landed = []
      if !scopes[index].received.isEmpty { scopes[index].received.removeAll(keepingCapacity: true) }
    }
  }

  /// Sets the end of each scope's wait for fingers: the latest end of all scopes that share a touch with the scope.
  mutating func updateLandingDeadlines() {
    for index in scopes.indices { scopes[index].updateLandingDeadline() }
    for index in scopes.indices where scopes[index].group.count > 0 {
      for other in scopes.indices where scopes[other].ownLandingDeadline > scopes[index].landingDeadline {
        guard !scopes[index].group.mask.isDisjoint(with: scopes[other].group.mask) else { continue }
        scopes[index].landingDeadline = scopes[other].ownLandingDeadline
      }
    }
  }

  func landingDeadline(after time: Timestamp) -> Timestamp {
    var earliest = Timestamp.never
    for index in scopes.indices where scopes[index].landingDeadline > time {
      earliest = min(earliest, scopes[index].landingDeadline)
    }
    return earliest
  }

  // MARK: Moving, lifting, cancelling

  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>, at time: Timestamp) {
    for index in scopes.indices {
      scopes[index].isAffected =
        scopes[index].group.count > 0 && scopes[index].group.move(moved, at: time, isWatched: scopes[index].isWatched)
    }
  }

  /// Subtracts lifted or cancelled touches from the counts of the scopes, and frees the zones that these touches
  /// occupy. Groups keep the centre and span of all touches until `removeLifted`.
  mutating func lift(_ removed: [Touch], at time: Timestamp) {
    for index in scopes.indices { scopes[index].isAffected = scopes[index].group.lift(removed, at: time) }
    let mask = removed.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for zone in occupants.indices { occupants[zone].subtract(mask) }
    updateLandingDeadlines()
  }

  /// In each scope that has just lost a palm, lowers `peakCount` to the present number of touches.
  mutating func forgetPeaks() {
    for index in scopes.indices where scopes[index].isAffected { scopes[index].group.forgetPeak() }
  }

  mutating func updatePosition(of touch: Touch) {
    for index in scopes.indices { scopes[index].group.updatePosition(of: touch) }
  }

  mutating func removeLifted() {
    for index in scopes.indices where scopes[index].isAffected { scopes[index].group.removeLifted() }
  }

  mutating func setTime(_ time: Timestamp) { for index in scopes.indices { scopes[index].group.time = time } }

  // MARK: Watching

  mutating func unwatchAll() {
    for index in scopes.indices {
      scopes[index].group.measures = []
      scopes[index].isWatched = false
    }
  }

  mutating func watch(_ scope: ScopeID, _ facts: Kind.Facts) {
    scopes[scope].isWatched = true
    scopes[scope].group.measures.formUnion(facts)
  }

  // MARK: Conditions

  /// Whether a condition holds for the first touch of a scope, in the session's state at the landing.
  func holds(_ condition: DeviceCondition, in scope: ScopeID) -> Bool {
    let start = scopes[scope].group.touches.first?.start ?? .zero
    return condition.holds(in: landing, tool: scopes[scope].tool, position: start, zones)
  }

  /// Whether a condition holds for a gesture with these values, in the session's present state.
  func holds(_ condition: DeviceCondition, for values: GestureValues, in scope: ScopeID) -> Bool {
    condition.holds(for: values, in: context, tool: scopes[scope].tool, zones)
  }

  func mayHold(_ condition: DeviceCondition, in scope: ScopeID) -> Bool {
    condition.mayHold(in: context, tool: scopes[scope].tool, fingers: scopes[scope].group.count)
  }
}
