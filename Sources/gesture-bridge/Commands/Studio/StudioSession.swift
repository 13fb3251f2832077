import Analysis
import Base
import Bindings
import Control
import GestureCore
import Glibc
import Recordings
import Runtime
import Studio
import Text

/// The studio while it is open: the page on one side, the daemon and the rules file on the other.
///
///     daemon --touches--> StudioHand --attempts, pictures--> page
///     page --asks--> StudioTalk --draft, replays--> page;  a written draft --> file --> daemon
final class StudioSession {
  /// How long a changed file must be quiet before it is read, in microseconds.
  private static let quiet: Int64 = 100_000
  /// The pause between two searches for a daemon, in microseconds.
  private static let daemonPause: Int64 = 2_000_000

  private let runtime: Runtime
  private let server: StudioServerLink
  private let talk: StudioTalk
  private let hand: StudioHand
  private let watch: FileWatch?
  private let session: String?
  private let opensBrowser: Bool
  private var addressFile: AddressFile?
  private var daemon: ControlConnection?
  private var isWaitingToSend = false
  private var lookAt: Int64?
  private var connectAt: Int64?
  private var hasPage = false

  init(_ path: String, session: String?, isReadOnly: Bool, opensBrowser: Bool) throws {
    let rules = try StudioRules(path, isReadOnly: isReadOnly)
    let hand = try StudioHand()
    try hand.use(rules.rules)
    self.hand = hand
    self.session = session
    self.opensBrowser = opensBrowser
    talk = StudioTalk(rules, hand, session: session)
    runtime = try Runtime()
    watch = try? FileWatch()
    server = try StudioServerLink()
  }

  /// Serves the page until it is closed; returns the signal that has ended it, if one did.
  func run() throws -> Int32? {
    defer {
      server.close()
      addressFile = nil
    }
    hand.tell = { [unowned self] in send($0) }
    hand.finished = { [unowned self] in tell(of: $0) }
    try runtime.loop.add(server.descriptor, .reading) { [unowned self] _ in hear() }
    watchRules()
    runtime.add(TimedPart(deadline: { [unowned self] in nextDeadline }, due: { [unowned self] in advance(to: $0) }))
    runtime.loop.onSignal = { [unowned runtime] in runtime.stop($0) }
    runtime.onIdle = { [unowned self] in settle() }
    // The first connection is made in the loop, which ends at once if the session is locked.
    connectAt = EventLoop.now()
    let status = try runtime.run()
    return status == 0 ? nil : status
  }

  // MARK: The page

  private func hear() {
    server.flush()
    for line in server.receive() {
      guard let value = try? JSONReader.read(line, deepest: ControlProtocol.deepest) else { continue }
      if let word = value["studio"]?.string { serverSays(word, value) } else { answer(value) }
    }
    if server.isOver { end(nil) }
  }

  private func serverSays(_ word: String, _ value: JSONValue) {
    switch word {
    case "listening":
      guard let address = value["address"]?.string else { return }
      StandardStreams.write(Message.studioAt(address))
      if opensBrowser { addressFile = Browser.open(address) }
    case "opened":
      // The address works only once.
      addressFile = nil
      hasPage = true
      connect()
    case "closed": hasPage = false
    case "ended": end(value["why"]?.string)
    default: break
    }
  }

  private func answer(_ request: JSONValue) {
    guard let number = request["ask"]?.count else { return }
    let answer = JSONValue.Member("answer", .integer(number))
    do {
      send(.object([answer, .init("ok", true)] + (try talk.answer(request))))
    } catch {
      let refusal = error as? StudioRefusal ?? StudioRefusal("\(error)")
      let fix = refusal.fix.map { JSONValue.string($0) }
      send(.object([answer] + .init(known: ["ok": false, "error": .string(refusal.message), "fix": fix])))
    }
    // Until a draft is written, fingers are judged by the file.
    if talk.hasNewRules { useRules() }
  }

  private func send(_ value: JSONValue) { server.send(value.line(.atMost(places: 3))) }

  private func tell(of kept: KeptAttempts.Kept) {
    send(["news": "attempt", "attempt": StudioTalk.fact(kept)])
    if let news = talk.practised(kept) { send(news) }
  }

  /// Watches for room in the socket while bytes wait.
  private func settle() {
    guard server.hasUnsent != isWaitingToSend else { return }
    isWaitingToSend = server.hasUnsent
    runtime.loop.remove(server.descriptor)
    try? runtime.loop.add(server.descriptor, isWaitingToSend ? .both : .reading) { [unowned self] _ in hear() }
  }

  private func end(_ why: String?) {
    if let why { StandardStreams.write(Message.studioEnded(why)) }
    runtime.stop(0)
  }

  // MARK: The rules

  private func watchRules() {
    guard let watch else { return }
    watch.renew { opened in _ = RulesReading(talk.rules.path, opening: opened) }
    try? runtime.loop.add(watch.descriptor, .reading) { [unowned self] _ in
      if watch.takeChanges() { lookAt = EventLoop.now() + Self.quiet }
    }
  }

  private func look() {
    watch?.renew { opened in _ = RulesReading(talk.rules.path, opening: opened) }
    guard talk.look() else { return }
    send(["news": "rules"])
    useRules()
  }

  private func useRules() {
    talk.hasNewRules = false
    guard let rules = talk.rules.ofFile else { return }
    try? hand.use(rules)
    send(["news": "devices", "devices": hand.deviceFacts])
  }

  // MARK: The daemon

  private func connect() {
    guard daemon == nil else { return }
    do {
      let found = try DaemonSearch.connect(session: session)
      try talk.remember()
      guard case .done = try ControlAnswer(line: found.ask(.subscribe([.touches, .mode, .paused, .absence, .command])))
      else { throw ConnectionError.lost }
      daemon = found
      try runtime.loop.add(found.readiness, .reading) { [unowned self] _ in hearDaemon() }
      connectAt = nil
      hearDaemon()
      tellState(nil)
    } catch {
      daemon = nil
      // Each search for a daemon wakes the processor, so it is repeated only while a page is open.
      connectAt = hasPage ? EventLoop.now() + Self.daemonPause : nil
      tellState("\(error)")
    }
  }

  private func tellState(_ why: String?) {
    talk.why = why
    guard hasPage else { return }
    send([
      "news": "state", "connected": .flag(why == nil), "why": .optional(why), "paused": .flag(talk.isPaused),
      "mode": .string(talk.mode),
    ])
  }

  private func hearDaemon() {
    guard let daemon else { return }
    do {
      guard let lines = try daemon.linesNow() else { throw ConnectionError.lost }
      for line in lines { if let news = try ControlNews(line: line) { try take(news) } }
    } catch {
      runtime.loop.remove(daemon.readiness)
      self.daemon = nil
      hand.disconnect()
      connectAt = EventLoop.now() + Self.daemonPause
      tellState("\(error)")
    }
  }

  private func take(_ news: ControlNews) throws {
    switch news.event {
    case "touches":
      let origin = news.facts["origin"]?.count.map { Timestamp(microseconds: Int64($0)) }
      try hand.take(news.facts["script"]?.string ?? "", origin: origin)
    case "mode":
      talk.mode = news.facts["mode"]?.string ?? ""
      tellState(nil)
    case "paused":
      talk.isPaused = news.facts["paused"]?.flag ?? false
      tellState(nil)
    case "inactive":
      // Another person may sit there now, who must not see the touches.
      if news.facts["inactive"]?.strings?.contains("locked") ?? false { end(Message.sessionLocked) }
    case "command": send(StudioTalk.command(news.facts))
    case "dropped", "ended": throw ConnectionError.lost
    default: break
    }
  }

  // MARK: Deadlines

  private var nextDeadline: Int64? { [hand.nextDeadline, lookAt, connectAt].compactMap { $0 }.min() }

  private func advance(to now: Int64) {
    hand.advance(to: now)
    if let due = lookAt, due <= now {
      lookAt = nil
      look()
    }
    if let due = connectAt, due <= now { connect() }
  }
}
