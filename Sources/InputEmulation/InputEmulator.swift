import Bindings
import Desktop
import GestureCore
import Logging
import Runtime

/// The name of a symbol that can't be pressed, and the obstacle.
public struct LackingSymbol: Equatable, Sendable {
  public let name: String
  public let obstacle: KeyObstacle
}

extension LackingSymbol {
  init(_ symbol: KeySymbol, _ obstacle: KeyObstacle) { self.init(name: symbol.name, obstacle: obstacle) }
}

enum SkipReason {
  case lacking(LackingSymbol)
  case linkCannot(String)
  case noLink([String])
  case noSpot
}

/// Performs the input that gestures request: sends keys, clicks, movement and scrolling through the first usable link.
public final class InputEmulator {
  /// The greatest number of requests that wait while a link opens; further requests are skipped.
  private static let mostPending = 64
  /// Pixels of pointer movement or scrolling per mm of finger movement: the value of touchpads for slow fingers.
  private static let pixelsPerMillimetre = 12.0
  /// The longest possible movement between two reports, in mm; longer movements are ignored.
  private static let farthest = 1000.0

  public var isDryRun: Bool {
    didSet {
      guard isDryRun != oldValue else { return }
      if isDryRun { releaseAll() }
      begin()
    }
  }

  /// The reasons why no input except releases is sent now; empty if all input is sent. While the session is inactive,
  /// no link is open, because another session would get the keys from uinput.
  public var suspension: SuspensionReasons = [] {
    didSet {
      guard suspension != oldValue else { return }
      if !suspension.isEmpty { links.ready?.cancelPending() }
      releaseAll()
      if suspension.contains(.inactive) != oldValue.contains(.inactive) {
        begin()
      } else if suspension.isEmpty {
        links.ask()
      }
    }
  }

  /// Called for each skipped action, even if the log already has the reason.
  public var skipped: (SkippedAction) -> Void = { _ in }

  public let links: LinkChooser<any EmulationLink>
  public let glide = Glide()

  private let log: Logger
  private let openers: (InputNeeds) -> [EmulationLinks.Opener]
  private var needs: InputNeeds = []
  private var held = HeldDown<KeySymbol>()
  private var heldButtons = HeldDown<PointerButton>()
  private var pending: [InputRequest] = []
  private var batch: [EmulatedEvent] = []
  private var logged: Set<String> = []

  /// `now` returns CLOCK_MONOTONIC in microseconds. The links' descriptors are watched in `loop`.
  public init(
    dryRun: Bool, log: Logger, on loop: EventLoop? = nil, now: @escaping () -> Int64,
    openers: @escaping (InputNeeds) -> [EmulationLinks.Opener]
  ) {
    isDryRun = dryRun
    (self.log, self.openers) = (log, openers)
    links = LinkChooser(on: loop.map { ($0, log) }, now: now) { $0 }
    links.changed = { [unowned self] in handle($0) }
    glide.scroll = { [unowned self] step in
      links.ready?.send([step.map { .fingerScroll($0) } ?? .fingerScrollEnd])
      links.update()
    }
  }

  /// Releases keys and buttons. New needs open a link, except in a dry run or inactive session. Empty needs close it.
  public func use(_ needs: InputNeeds) {
    releaseAll()
    logged = []
    guard needs != self.needs else { return }
    self.needs = needs
    begin()
  }

  public func stop() { use([]) }

  /// One line with the name of the ready link, or the reason why no link is ready. Empty if no link is needed.
  public var lines: [String] {
    guard !needs.isEmpty else { return [] }
    return [EmulationWording.sends(links.readyName, links.problems)]
  }

  /// Returns the symbols of `inputs` that can't be pressed, each once. Empty if no link is ready.
  public func lacking(of inputs: [EmulatedInput]) -> [LackingSymbol] {
    guard let link = links.ready else { return [] }
    var all: [LackingSymbol] = []
    for input in inputs {
      let found =
        switch input {
        case .keys(let chords): chords.flatMap { lacking(of: $0.symbols, link) }
        case .text(_, let symbols): symbols.compactMap { lacking(typing: $0, link) }
        case .hold(let chord): lacking(of: chord.symbols, link)
        case .click, .scroll, .follow, .drag, .dragAtFinger, .native, .announced: [LackingSymbol]()
        }
      for one in found where !all.contains(one) { all.append(one) }
    }
    return all
  }

  // MARK: Requests

  /// Sends the input, queues it while a link opens, or skips it. A dry run only logs the input. Never blocks.
  public func perform(_ request: InputRequest) {
    guard suspension.isEmpty || request.moment == .end else {
      if let action = request.skipped(suspension.clause) { skipped(action) }
      return
    }
    if isDryRun {
      switch request.moment {
      case .once where request.isContinuation && request.input.follows: break
      case .once, .beginning: log.notice("\(EmulationWording.dryRun(request))")
      case .movement, .end: break
      }
      return
    }
    // Inputs without needs aren't sent through a link: a device or `ToucheggServer` performs them.
    guard !request.input.needs.isEmpty else { return }
    if request.moment != .end { glide.stop() }
    if request.moment != .movement { links.searchForRequest() }
    guard let link = links.ready else { return postpone(request) }
    guard link.capabilities.isSuperset(of: request.input.needs) else { return skip(request, .linkCannot(link.name)) }
    batch.removeAll(keepingCapacity: true)
    switch request.input {
    case .keys(let chords): for chord in chords where !isLacking(chord.symbols, request, link) { press(chord.symbols) }
    case .text(_, let symbols): type(symbols, request, link)
    case .hold(let chord): hold(chord, request, link)
    case .click(let button, let place): click(button, at: place, request, link)
    case .scroll(let direction): batch.append(.scroll(direction))
    case .follow(let follower, let glide): follow(follower, within: glide, request)
    case .dragAtFinger(let button): drag(button, request, link)
    case .drag, .native, .announced: break
    }
    if !batch.isEmpty { link.send(batch) }
    links.update()
  }

  public func releaseAll() {
    pending = []
    glide.stop()
    batch.removeAll(keepingCapacity: true)
    for button in heldButtons.releaseAll() { batch.append(.release(button)) }
    for symbol in held.releaseAll() { batch.append(.up(symbol)) }
    guard !batch.isEmpty else { return }
    links.ready?.send(batch)
    links.follow()
  }

  private func press(_ symbols: [KeySymbol]) {
    for symbol in symbols where !held.isDown(symbol) { batch.append(.down(symbol)) }
    for symbol in symbols.reversed() where !held.isDown(symbol) { batch.append(.up(symbol)) }
  }

  private func type(_ symbols: [KeySymbol], _ request: InputRequest, _ link: any EmulationLink) {
    var strokes: [KeySymbol] = []
    for symbol in symbols {
      if let missing = lacking(typing: symbol, link) { return skip(request, .lacking(missing)) }
      strokes += keys(for: symbol, of: link) ?? []
    }
    for symbol in strokes { batch += [.down(symbol), .up(symbol)] }
  }

  private func click(
    _ button: PointerButton, at place: ClickPosition, _ request: InputRequest, _ link: any EmulationLink
  ) {
    if place == .finger {
      guard let spot = request.spot, link.canReach(spot) else { return skip(request, .noSpot) }
      batch.append(.place(spot))
    }
    batch += [.press(button), .release(button)]
  }

  /// Drags with the button. Without a reachable position, no drag begins or moves. A drag's end releases the button.
  private func drag(_ button: PointerButton, _ request: InputRequest, _ link: any EmulationLink) {
    let spot = request.spot.flatMap { link.canReach($0) ? $0 : nil }
    switch request.moment {
    case .once, .beginning:
      guard let spot else { return skip(request, .noSpot) }
      batch.append(.place(spot))
      for button in heldButtons.hold([button], by: request.holder) { batch.append(.press(button)) }
    case .movement:
      guard let spot, heldButtons.isHeld(by: request.holder) else { return }
      batch.append(.place(spot))
    case .end: for button in heldButtons.release(by: request.holder) { batch.append(.release(button)) }
    }
  }

  private func follow(_ follower: FingerFollower, within span: TimeSpan?, _ request: InputRequest) {
    guard request.moment != .end else {
      if let span, suspension.isEmpty, !request.isCancelled, glide.begin(request, within: span) { return }
      return batch.append(.fingerScrollEnd)
    }
    let distance = request.movement * Self.pixelsPerMillimetre
    guard distance.length <= Self.farthest * Self.pixelsPerMillimetre, distance != .zero else { return }
    switch follower {
    case .pointer: batch.append(.move(distance))
    case .natural, .traditional:
      let step = follower == .natural ? Vector.zero - distance : distance
      batch.append(.fingerScroll(step))
      if let span { glide.follow(step, of: request, within: span) }
    }
  }

  private func hold(_ chord: KeyChord, _ request: InputRequest, _ link: any EmulationLink) {
    switch request.moment {
    case .once, .beginning, .movement:
      guard !isLacking(chord.symbols, request, link) else { return }
      for symbol in held.hold(chord.symbols, by: request.holder) { batch.append(.down(symbol)) }
    case .end:
      for symbol in held.release(by: request.holder) { batch.append(.up(symbol)) }
    }
  }

  private func isLacking(_ symbols: [KeySymbol], _ request: InputRequest, _ link: any EmulationLink) -> Bool {
    guard let first = lacking(of: symbols, link).first else { return false }
    skip(request, .lacking(first))
    return true
  }

  /// The symbols that can't be pressed while the symbols of `held` and the earlier elements of `symbols` are down.
  private func lacking(of symbols: [KeySymbol], _ link: any EmulationLink) -> [LackingSymbol] {
    symbols.indices.compactMap { index in
      link.obstacle(to: symbols[index], with: held.down + symbols[..<index]).map { .init(symbols[index], $0) }
    }
  }

  private func lacking(typing symbol: KeySymbol, _ link: any EmulationLink) -> LackingSymbol? {
    guard keys(for: symbol, of: link) == nil else { return nil }
    return link.obstacle(to: symbol, with: held.down).map { .init(symbol, $0) }
  }

  /// The symbols to press for a symbol: the symbol, or else a dead key and a letter. Nil if the keyboard has neither.
  private func keys(for symbol: KeySymbol, of link: any EmulationLink) -> [KeySymbol]? {
    func isLacking(_ symbol: KeySymbol) -> Bool { link.obstacle(to: symbol, with: held.down) != nil }
    guard isLacking(symbol) else { return [symbol] }
    guard let strokes = DeadKeys.strokes(for: symbol), !strokes.contains(where: isLacking) else { return nil }
    return strokes
  }

  private func postpone(_ request: InputRequest) {
    // Without a link nothing is held down, so movements are dropped.
    if request.moment == .movement { return }
    guard links.isOpening, pending.count < Self.mostPending else { return skip(request, .noLink(links.problems)) }
    pending.append(request)
  }

  /// Skips a request: logs the reason, each text only once until the rules change, and calls `skipped`.
  private func skip(_ request: InputRequest, _ reason: SkipReason) {
    let text = EmulationWording.skipped(request, reason)
    if logged.insert(text).inserted { log.warning("\(text)") }
    if let action = request.skipped(EmulationWording.reason(reason, request)) { skipped(action) }
  }

  // MARK: Links

  private func begin() {
    guard !needs.isEmpty, !isDryRun, !suspension.contains(.inactive) else { return links.close() }
    links.open { [unowned self] in openers(needs) }
  }

  private func handle(_ news: LinkChooser<any EmulationLink>.News) {
    switch news {
    case .ready:
      if let name = links.readyName { log.info("\(EmulationWording.ready(name))") }
      let waiting = pending
      pending = []
      for request in waiting { perform(request) }
    case .lost(let name, let reason):
      // The end of the connection has released everything.
      held.forgetAll()
      heldButtons.forgetAll()
      log.info("\(EmulationWording.lost(name, reason))")
    case .nothing:
      for request in pending { skip(request, .noLink(links.problems)) }
      pending = []
    }
  }
}
