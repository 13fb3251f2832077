import Bindings
import Glibc
import Logging

/// Sends what gestures ask for to the session, by the first way that can: opens it where rules need one, keeps it open, and looks
/// for one again when it is gone.
///
///     needed -> opening one way after another -> ready -> gone -> opening, after a pause
public final class InputEmulator {
  /// Where nothing can send anything it is tried again after so many microseconds, and then after twice as many each time, for two
  /// minutes. After that it takes new rules, or a session that comes back.
  private static let firstPause: Int64 = 500_000
  private static let longestPause: Int64 = 64_000_000
  /// A way that has not been opened by then is left, in microseconds.
  private static let patience: Int64 = 3_000_000
  /// Requests that wait while a way is opened; more than a hand makes in that time.
  private static let mostPending = 64

  /// Whether what would be sent is only reported.
  public var isDryRun: Bool {
    didSet {
      guard isDryRun != oldValue else { return }
      if isDryRun { releaseAll() }
      begin()
    }
  }

  private let log: Logger
  private let now: () -> Int64
  private let openers: (InputNeeds) -> [EmulationWays.Opener]
  private var needs: InputNeeds = []
  private var way: (any EmulationWay)?
  /// Counts the ways that were opened: the descriptor of another one may have the same number.
  public private(set) var opened = 0
  /// The ways that are tried if this one can't be used.
  private var rest: ArraySlice<EmulationWays.Opener> = []
  /// Why the ways before can't be used, a sentence each.
  private var reasons: [String] = []
  private var deadline: Int64?
  private var pause = InputEmulator.firstPause
  private var held = HeldKeys()
  private var pending: [InputRequest] = []
  private var batch: [EmulatedEvent] = []
  /// What the log has.
  private var told: Set<String> = []

  /// `now` is CLOCK_MONOTONIC in microseconds; `openers` gives the ways for what is needed.
  public init(
    dryRun: Bool, log: Logger, now: @escaping () -> Int64, openers: @escaping (InputNeeds) -> [EmulationWays.Opener]
  ) {
    isDryRun = dryRun
    self.log = log
    self.now = now
    self.openers = openers
  }

  /// Rules with these needs are in force: opens a way for them, or closes the one that there is.
  public func use(_ needs: InputNeeds) {
    releaseAll()
    told = []
    guard needs != self.needs else { return }
    self.needs = needs
    pause = Self.firstPause
    begin()
  }

  /// Looks for a way again, as when the session is back.
  public func ask() {
    pause = Self.firstPause
    if way == nil, !needs.isEmpty { begin() }
  }

  /// Releases what is down, and closes the way.
  public func stop() {
    held.removeAll()
    pending = []
    way?.finish()
    way = nil
    (rest, deadline, needs) = ([], nil, [])
  }

  /// The way that is used; nil if there is none yet.
  public var readyWay: String? {
    guard let way, case .ready = way.state else { return nil }
    return way.name
  }

  /// Whether it is known by which way it sends, or that there is none.
  public var isSettled: Bool { way == nil || readyWay != nil }

  /// Why others can't be used, a clause each.
  public var problems: [String] { reasons }

  /// The symbols in `inputs` that the session's keyboard lacks, each once, as people name them.
  public func lacking(of inputs: [EmulatedInput]) -> [String] {
    guard let way, case .ready = way.state else { return [] }
    var names: [String] = []
    for input in inputs {
      let lacking =
        switch input {
        case .keys(let chords): chords.flatMap(\.symbols).filter(way.lacks)
        case .text(_, let symbols): symbols.filter { keys(for: $0, of: way) == nil }
        case .hold(let chord): chord.symbols.filter(way.lacks)
        case .click, .scroll: [KeySymbol]()
        }
      for name in lacking.map(\.name) where !names.contains(name) { names.append(name) }
    }
    return names
  }

  // MARK: Requests

  /// Sends what is asked for; returns at once in any case.
  public func perform(_ request: InputRequest) {
    if isDryRun {
      if request.moment != .end { log.notice("\(EmulationWording.dryRun(request))") }
      return
    }
    guard let way, case .ready(let means) = way.state else { return postpone(request) }
    guard means.isSuperset(of: request.input.needs) else {
      return tell(EmulationWording.wayCannot(request, way.name))
    }
    batch.removeAll(keepingCapacity: true)
    switch request.input {
    case .keys(let chords): for chord in chords where !isLacking(chord.symbols, request, way) { press(chord.symbols) }
    case .text(_, let symbols): type(symbols, request, way)
    case .hold(let chord): hold(chord, request, way)
    case .click(let button): batch += [.press(button), .release(button)]
    case .scroll(let direction): batch.append(.scroll(direction))
    }
    if !batch.isEmpty { way.send(batch) }
    settle()
  }

  /// Releases all that gestures keep down.
  public func releaseAll() {
    pending = []
    held.removeAll()
    batch.removeAll(keepingCapacity: true)
    for symbol in downSymbols.reversed() { batch.append(.up(symbol)) }
    downSymbols = []
    if !batch.isEmpty { way?.send(batch) }
  }

  /// What is held, in the order in which it went down.
  private var downSymbols: [KeySymbol] = []

  private func press(_ symbols: [KeySymbol]) {
    for symbol in symbols where !held.isDown(symbol) { batch.append(.down(symbol)) }
    for symbol in symbols.reversed() where !held.isDown(symbol) { batch.append(.up(symbol)) }
  }

  private func type(_ symbols: [KeySymbol], _ request: InputRequest, _ way: any EmulationWay) {
    var strokes: [KeySymbol] = []
    for symbol in symbols {
      guard let keys = keys(for: symbol, of: way) else {
        return tell(EmulationWording.lacking(symbol, request))
      }
      strokes += keys
    }
    for symbol in strokes { batch += [.down(symbol), .up(symbol)] }
  }

  private func hold(_ chord: KeyChord, _ request: InputRequest, _ way: any EmulationWay) {
    switch request.moment {
    case .once, .beginning:
      guard !isLacking(chord.symbols, request, way) else { return }
      for symbol in held.hold(chord.symbols, by: request.holder) {
        downSymbols.append(symbol)
        batch.append(.down(symbol))
      }
    case .end:
      for symbol in held.release(by: request.holder) {
        downSymbols.removeAll { $0 == symbol }
        batch.append(.up(symbol))
      }
    }
  }

  private func isLacking(_ symbols: [KeySymbol], _ request: InputRequest, _ way: any EmulationWay) -> Bool {
    guard let lacking = symbols.first(where: way.lacks) else { return false }
    tell(EmulationWording.lacking(lacking, request))
    return true
  }

  /// The key for a symbol, or a dead key and another one; nil if the keyboard has none.
  private func keys(for symbol: KeySymbol, of way: any EmulationWay) -> [KeySymbol]? {
    guard way.lacks(symbol) else { return [symbol] }
    guard let strokes = DeadKeys.strokes(for: symbol), !strokes.contains(where: way.lacks) else { return nil }
    return strokes
  }

  private func postpone(_ request: InputRequest) {
    guard way != nil, pending.count < Self.mostPending else {
      return tell(EmulationWording.noWay(request, reasons))
    }
    pending.append(request)
  }

  /// Each sentence once, until there are other rules.
  private func tell(_ text: String) {
    if told.insert(text).inserted { log.warning("\(text)") }
  }

  // MARK: Ways

  /// Waits until it is known by which way it sends, or that there is none, at most so many microseconds.
  public func wait(within microseconds: Int64) {
    let end = now() + microseconds
    while let way, case .opening = way.state {
      let left = end - now()
      guard left > 0 else { return }
      var polls = wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
      let next = max(0, min(left, (way.nextDeadline ?? .max) - now()))
      if poll(&polls, nfds_t(polls.count), Int32((next + 999) / 1000)) > 0 { ready() }
      advance(to: now())
    }
  }

  /// What to wait for, as in poll(2); nil for nothing.
  public var wait: (descriptor: Int32, events: Int16)? { way?.wait }

  public func ready() {
    way?.ready()
    settle()
  }

  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  public var nextDeadline: Int64? {
    let next = min(deadline ?? .max, way?.nextDeadline ?? .max)
    return next < .max ? next : nil
  }

  public func advance(to now: Int64) {
    if let way, let due = way.nextDeadline, due <= now {
      way.advance(to: now)
      settle()
    }
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    if let way, case .opening = way.state {
      leave(way, because: "it does not answer")
      return settle()
    }
    if way == nil, !needs.isEmpty { begin() }
  }

  private func begin() {
    way?.finish()
    way = nil
    (reasons, deadline) = ([], nil)
    guard !needs.isEmpty, !isDryRun else { return }
    rest = openers(needs)[...]
    next()
    settle()
  }

  private func next() {
    way = rest.popFirst()?()
    opened += 1
    deadline = way == nil ? nil : now() + Self.patience
  }

  private func leave(_ left: any EmulationWay, because reason: String) {
    reasons.append("\(left.name): \(reason)")
    left.finish()
    next()
  }

  /// Goes on with what the way's state asks for.
  private func settle() {
    while let way {
      switch way.state {
      case .opening: return
      case .ready: return begun()
      case .unavailable(let reason):
        if deadline == nil { lost(way, reason) } else { leave(way, because: reason) }
      }
    }
    guard deadline == nil, !needs.isEmpty else { return }
    for request in pending { tell(EmulationWording.noWay(request, reasons)) }
    pending = []
    guard pause <= Self.longestPause else { return }
    deadline = now() + pause
    pause *= 2
  }

  /// The way can be used; what has waited for it is sent.
  private func begun() {
    guard deadline != nil else { return }
    (deadline, pause) = (nil, Self.firstPause)
    if let name = readyWay { log.info("\(EmulationWording.ready(name))") }
    let waiting = pending
    pending = []
    for request in waiting { perform(request) }
  }

  /// What was down is up, for the connection is gone.
  private func lost(_ way: any EmulationWay, _ reason: String) {
    log.info("\(EmulationWording.lost(way.name, reason))")
    held.removeAll()
    downSymbols = []
    reasons = ["\(way.name): \(reason)"]
    rest = []
    way.finish()
    self.way = nil
  }
}
