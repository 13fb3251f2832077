/// Decides which scopes see a touch: each scope decides once, when the touch lands, and keeps it until it is gone.
///
/// Scopes differ in zone, tool and condition. The router has each scope's touches as a `TouchGroup`; it knows of gestures
/// only how long they wait for fingers to land.
struct TouchRouter: Sendable {
  /// A scope that does not see a touch, with the reason.
  struct Refusal: Sendable {
    let scope: ScopeID
    let reason: Decision.Refusal
  }

  /// What the session is like; compared when gestures begin.
  var context: Context {
    didSet {
      landing.mode = context.mode
      landing.complete(with: context)
    }
  }
  /// What the session was like when the first of the fingers landed; compared as fingers land. Until all have lifted only the
  /// mode changes, which orders set, and what was unknown becomes known, as a desktop answers to a question after a moment. A
  /// change of focus amid a gesture changes nothing.
  private(set) var landing: Context
  private let zones: ZoneMap
  /// First those of the rules, then those of single gestures.
  private(set) var scopes: [TouchScope]
  /// For each zone that takes one touch at a time, the touch it has.
  private var occupants: [TouchMask]
  private let collectsRefusals: Bool
  /// The refusals of the touches that have just landed, where they are collected.
  private(set) var refusals: [Refusal] = []

  init(_ scopes: [TouchScope], _ zones: ZoneMap, _ context: Context, collectsRefusals: Bool) {
    self.scopes = scopes
    self.zones = zones
    self.context = context
    landing = context
    self.collectsRefusals = collectsRefusals
    occupants = Array(repeating: [], count: zones.indices.count)
  }

  /// All scopes, those of single gestures too.
  var ids: some Sequence<ScopeID> { scopes.indices.lazy.map { ScopeID($0) } }

  // MARK: What a scope sees

  /// The touches of a scope.
  subscript(scope: ScopeID) -> TouchGroup { _read { yield scopes[scope].group } }

  // MARK: Landing

  /// Hands touches that have landed to the scopes that see them; `land` takes them in. `isFirst` is whether no other finger is
  /// down.
  mutating func receive(_ landed: [Touch], isFirst: Bool) {
    refusals.removeAll(keepingCapacity: true)
    if isFirst { landing = context }
    for touch in landed { receive(touch) }
  }

  private mutating func receive(_ touch: Touch) {
    let ignoring = zones.ignoring(touch.start)
    let owner = zones.owner(of: touch.start)
    for index in scopes.indices where !scopes[index].isOfOneGesture {
      if let reason = refusal(of: touch, by: index, ignoring: ignoring, owner: owner) {
        if collectsRefusals { collect(reason, index) }
      } else {
        scopes[index].received.append(touch)
      }
    }
    guard ignoring == nil else { return }
    occupyZones(with: touch, owner: owner)
  }

  private func refusal(of touch: Touch, by index: Int, ignoring: Int?, owner: Int?) -> Decision.Refusal? {
    if let ignoring { return .ignored(zone: zones.name(of: ignoring)) }
    let zone = scopes[index].zone
    if let zone, !zones.contains(touch.start, zone) { return .outside(zone: zones.name(of: zone)) }
    if let owner, !(zone.map { zones.isWithin($0, owner) } ?? false) {
      return .exclusive(zone: zones.name(of: owner))
    }
    if let zone, let taken = zones.lineage(of: zone).first(where: { !occupants[$0].isEmpty }) {
      return .singleTouch(zone: zones.name(of: taken))
    }
    let first = scopes[index].group.count > 0 ? scopes[index].tool : scopes[index].received.first?.tool
    if scopes[index].isExclusiveToOneTool, let first, first != touch.tool { return .otherTool(first) }
    return scopes[index].condition.unmet(in: landing, tool: touch.tool, place: touch.start, zones).map {
      .condition($0)
    }
  }

  /// The session's state counts for all fingers of an attempt, so it is reported for the first only.
  private mutating func collect(_ reason: Decision.Refusal, _ index: Int) {
    if case .condition(let unmet) = reason {
      guard scopes[index].reportedUnmet != unmet else { return }
      scopes[index].reportedUnmet = unmet
    }
    refusals.append(Refusal(scope: ScopeID(index), reason: reason))
  }

  /// A new attempt begins: unmet conditions are reported again.
  mutating func forgetReports() {
    for index in scopes.indices { scopes[index].reportedUnmet = nil }
  }

  /// The zones that take one touch at a time have one now, if they see it.
  private mutating func occupyZones(with touch: Touch, owner: Int?) {
    for zone in zones.indices where !zones.allowsMultiTouch(zone) && zones.contains(touch.start, zone) {
      if let owner, !zones.isWithin(zone, owner) { continue }
      let isFree = zones.lineage(of: zone).allSatisfy { occupants[$0].isEmpty || occupants[$0] == touch.bit }
      if isFree { occupants[zone] = touch.bit }
    }
  }

  /// Whether the touches just received make more fingers than a gesture of this scope may have.
  func exceeds(_ fingers: ClosedRange<Int>, in scope: ScopeID) -> Bool {
    let received = scopes[scope].received.count
    let count = scopes[scope].group.count
    return received > 0 && count > 0 && count + received > fingers.upperBound
  }

  /// A scope for one gesture, with the touches that `scope` has now. `rejoin` ends it.
  mutating func split(_ scope: ScopeID) -> ScopeID {
    let own = scopes[scope].forOneGesture()
    if let free = scopes.firstIndex(where: \.isFree) {
      scopes[free] = own
      return ScopeID(free)
    }
    scopes.append(own)
    return ScopeID(scopes.count - 1)
  }

  /// The gesture with this scope of its own is over.
  mutating func rejoin(_ scope: ScopeID) { scopes[scope].free() }

  /// Takes in what a scope has received; returns how many touches were down before, nil where it has received none.
  mutating func land(in scope: ScopeID, at time: Timestamp) -> Int? {
    scopes[scope].received.isEmpty ? nil : scopes[scope].land(at: time)
  }

  /// The step of a landing is over.
  mutating func endLanding() {
    for index in scopes.indices {
      scopes[index].landed = []
      if !scopes[index].received.isEmpty { scopes[index].received.removeAll(keepingCapacity: true) }
    }
  }

  /// Finds out anew until when recognizers must wait for another finger; scopes that share a touch wait for one another.
  mutating func noteLandingEnds() {
    for index in scopes.indices { scopes[index].noteLandingEnd() }
    for index in scopes.indices where scopes[index].group.count > 0 {
      for other in scopes.indices where scopes[other].ownLandingEnds > scopes[index].landingEnds {
        guard !scopes[index].group.mask.isDisjoint(with: scopes[other].group.mask) else { continue }
        scopes[index].landingEnds = scopes[other].ownLandingEnds
      }
    }
  }

  /// The earliest of the landing ends after `time`.
  func landingEnd(after time: Timestamp) -> Timestamp {
    var earliest = Timestamp.never
    for index in scopes.indices where scopes[index].landingEnds > time {
      earliest = min(earliest, scopes[index].landingEnds)
    }
    return earliest
  }

  // MARK: Moving, lifting, cancelling

  mutating func move(_ moved: ReusableBuffer<TouchTracker.Motion>, at time: Timestamp) {
    for index in scopes.indices {
      scopes[index].isConcerned =
        scopes[index].group.count > 0 && scopes[index].group.move(moved, at: time, isWatched: scopes[index].isWatched)
    }
  }

  /// Touches are gone; their scopes keep the geometry until `settle`.
  mutating func lift(_ gone: [Touch], at time: Timestamp) {
    for index in scopes.indices { scopes[index].isConcerned = scopes[index].group.lift(gone, at: time) }
    let mask = gone.reduce(into: TouchMask()) { $0.formUnion($1.bit) }
    for zone in occupants.indices { occupants[zone].subtract(mask) }
    noteLandingEnds()
  }

  /// The touches that `lift` was called with were no fingers: it is as if they had not been there.
  mutating func forgetPeaks() {
    for index in scopes.indices where scopes[index].isConcerned { scopes[index].group.forgetPeak() }
  }

  /// Takes over the place of a touch that moved while motion was left out.
  mutating func place(_ touch: Touch) {
    for index in scopes.indices { scopes[index].group.place(touch) }
  }

  /// Measures what is left after touches have lifted.
  mutating func settle() {
    for index in scopes.indices where scopes[index].isConcerned { scopes[index].group.settle() }
  }

  /// A deadline is served at this time.
  mutating func setTime(_ time: Timestamp) {
    for index in scopes.indices { scopes[index].group.time = time }
  }

  // MARK: Watching

  /// Forgets which scopes are watched.
  mutating func startSurvey() {
    for index in scopes.indices {
      scopes[index].group.measures = []
      scopes[index].isWatched = false
    }
  }

  /// A recognizer that needs these facts is shown the touches of a scope.
  mutating func watch(_ scope: ScopeID, _ facts: Kind.Facts) {
    scopes[scope].isWatched = true
    scopes[scope].group.measures.formUnion(facts)
  }

  // MARK: Conditions

  /// Whether a condition holds for the first touch of a scope.
  func holds(_ condition: DeviceCondition, in scope: ScopeID) -> Bool {
    let start = scopes[scope].group.touches.first?.start ?? .zero
    return condition.holds(in: landing, tool: scopes[scope].tool, place: start, zones)
  }

  /// Whether a condition holds for a gesture of this scope that is about to begin.
  func holds(_ condition: DeviceCondition, for values: GestureValues, in scope: ScopeID) -> Bool {
    condition.holds(for: values, in: context, tool: scopes[scope].tool, zones)
  }

  /// Whether a condition may hold for a gesture of this scope, wherever its fingers may go.
  func mayHold(_ condition: DeviceCondition, in scope: ScopeID) -> Bool {
    condition.mayHold(in: context, tool: scopes[scope].tool, fingers: scopes[scope].group.count)
  }
}
