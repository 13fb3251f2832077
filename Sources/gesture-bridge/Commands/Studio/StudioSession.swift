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

/// A running studio: connects the page, the daemon and the rules file.
///
///     daemon --touches--> StudioRecognition --attempts, pictures--> page
///     page --asks--> StudioRequests --draft, replays--> page;  a written draft --> file --> daemon
final class StudioSession {
  /// The time without further changes after which a changed file is read, in microseconds.
  private static let quietTime: Int64 = 100_000
  /// The pause between two searches for a daemon, in microseconds.
  private static let daemonPause: Int64 = 2_000_000

  private let runtime: Runtime
  private let server: StudioServerLink
  private let requests: StudioRequests
  private let recognition: StudioRecognition
  private let watch: FileWatch?
  private let session: String?
  private let opensBrowser: Bool
  private var addressFile: AddressFile?
  private var daemon: ControlConnection?
  private var isWaitingToSend = false
  private var readRulesTime: Int64?
  private var connectTime: Int64?
  private var hasPage = false

  init(_ path: String, session: String?, isReadOnly: Bool, opensBrowser: Bool) throws {
    let rules = try StudioRules(path, isReadOnly: isReadOnly)
    let recognition = try StudioRecognition()
    try recognition.use(rules.rules)
    self.recognition = recognition
    self.session = session
    self.opensBrowser = opensBrowser
    requests = StudioRequests(rules, recognition, session: session)
    runtime = try Runtime()
    watch = try? FileWatch()
    server = try StudioServerLink()
  }

  /// Serves the page until the studio ends. Returns the number of the signal that ended the studio, or nil.
  func run() throws -> Int32? {
    defer {
      server.close()
      addressFile = nil
    }
    recognition.sendNews = { [unowned self] in send($0) }
    recognition.onAttempt = { [unowned self] in sendAttempt($0) }
    try runtime.loop.add(server.descriptor, .reading) { [unowned self] _ in readPage() }
    watchRules()
    runtime.add(TimedPart(deadline: { [unowned self] in nextDeadline }, due: { [unowned self] in advance(to: $0) }))
    runtime.loop.onSignal = { [unowned runtime] in runtime.stop($0) }
    runtime.onIdle = { [unowned self] in watchWriting() }
    // The first connection is made in the loop, which ends at once if the session is locked.
    connectTime = EventLoop.now()
    let status = try runtime.run()
    return status == 0 ? nil : status
  }

  // MARK: The page

  private func readPage() {
    server.flush()
    for line in server.receive() {
      guard let value = try? JSONReader.read(line, maxDepth: ControlProtocol.maxDepth) else { continue }
      if let word = value["studio"]?.string { handleServerEvent(word, value) } else { answer(value) }
    }
    if server.isOver { end(nil) }
  }

  private func handleServerEvent(_ word: String, _ value: JSONValue) {
    switch word {
    case "listening":
      guard let address = value["address"]?.string else { return }
      StandardStreams.write("The studio is at \(address)\nThis address works once. Ctrl-C ends the studio.\n")
      if opensBrowser { addressFile = Browser.open(address) }
    case "opened":
      addressFile = nil
      hasPage = true
      connect()
    case "closed": hasPage = false
    case "ended": end(value["why"]?.string)
    default: break
    }
  }

  private func answer(_ request: JSONValue) {
    guard let number = request["ask"]?.integer else { return }
    let answer = JSONValue.Member("answer", .integer(number))
    do {
      send(.object([answer, .init("ok", true)] + (try requests.answer(request))))
    } catch {
      let refusal = error as? StudioRefusal ?? StudioRefusal("\(error)")
      let fix = refusal.fix.map { JSONValue.string($0) }
      send(.object([answer] + .init(nonNil: ["ok": false, "error": .string(refusal.message), "fix": fix])))
    }
    // Until a draft is written, the rules of the file stay in use.
    if requests.hasNewRules { useRules() }
  }

  private func send(_ value: JSONValue) { server.send(value.line(.atMost(places: 3))) }

  private func sendAttempt(_ kept: KeptAttempts.Kept) {
    send(["news": "attempt", "attempt": StudioRequests.fact(kept)])
    if let news = requests.practised(kept) { send(news) }
  }

  /// Watches for room in the socket as long as bytes wait to be sent.
  private func watchWriting() {
    guard server.hasUnsent != isWaitingToSend else { return }
    isWaitingToSend = server.hasUnsent
    runtime.loop.remove(server.descriptor)
    try? runtime.loop.add(server.descriptor, isWaitingToSend ? .both : .reading) { [unowned self] _ in readPage() }
  }

  private func end(_ why: String?) {
    if let why { StandardStreams.write(Message.studioEnded(why)) }
    runtime.stop(0)
  }

  // MARK: The rules

  private func watchRules() {
    guard let watch else { return }
    watch.renew { opened in _ = RulesReading(requests.rules.path, opening: opened) }
    try? runtime.loop.add(watch.descriptor, .reading) { [unowned self] _ in
      if watch.readChanges() { readRulesTime = EventLoop.now() + Self.quietTime }
    }
  }

  private func readRules() {
    watch?.renew { opened in _ = RulesReading(requests.rules.path, opening: opened) }
    guard requests.readRules() else { return }
    send(["news": "rules"])
    useRules()
  }

  private func useRules() {
    requests.hasNewRules = false
    guard let rules = requests.rules.fileRules else { return }
    try? recognition.use(rules)
    send(["news": "devices", "devices": recognition.deviceFacts])
  }

  // MARK: The daemon

  private func connect() {
    guard daemon == nil else { return }
    do {
      let found = try DaemonSearch.connect(session: session)
      try requests.keepEarlierAttempts()
      guard case .done = try ControlAnswer(line: found.ask(.subscribe([.touches, .mode, .paused, .absence, .command])))
      else { throw ConnectionError.lost }
      daemon = found
      try runtime.loop.add(found.readiness, .reading) { [unowned self] _ in readDaemon() }
      connectTime = nil
      readDaemon()
      sendState(nil)
    } catch {
      daemon = nil
      // Each search for a daemon wakes the processor, so it is repeated only while a page is open.
      connectTime = hasPage ? EventLoop.now() + Self.daemonPause : nil
      sendState("\(error)")
    }
  }

  private func sendState(_ why: String?) {
    requests.disconnectedReason = why
    guard hasPage else { return }
    send([
      "news": "state", "connected": .flag(why == nil), "why": .optional(why), "paused": .flag(requests.isPaused),
      "mode": .string(requests.mode),
    ])
  }

  private func readDaemon() {
    guard let daemon else { return }
    do {
      guard let lines = try daemon.linesNow() else { throw ConnectionError.lost }
      for line in lines { if let news = try ReceivedEvent(line: line) { try handle(news) } }
    } catch {
      runtime.loop.remove(daemon.readiness)
      self.daemon = nil
      recognition.disconnect()
      connectTime = EventLoop.now() + Self.daemonPause
      sendState("\(error)")
    }
  }

  private func handle(_ news: ReceivedEvent) throws {
    switch news.event {
    case "touches":
      let origin = news.facts["origin"]?.integer.map { Timestamp(microseconds: Int64($0)) }
      try recognition.process(news.facts["script"]?.string ?? "", origin: origin)
    case "mode":
      requests.mode = news.facts["mode"]?.string ?? ""
      sendState(nil)
    case "paused":
      requests.isPaused = news.facts["paused"]?.flag ?? false
      sendState(nil)
    case "inactive":
      // Another person may be at the machine now, and must not see the touches.
      if news.facts["inactive"]?.strings?.contains("locked") ?? false { end("the session is locked") }
    case "command": send(StudioRequests.command(news.facts))
    case "dropped", "ended": throw ConnectionError.lost
    default: break
    }
  }

  // MARK: Deadlines

  private var nextDeadline: Int64? { [recognition.nextDeadline, readRulesTime, connectTime].compactMap { $0 }.min() }

  private func advance(to now: Int64) {
    recognition.advance(to: now)
    if let time = readRulesTime, time <= now {
      readRulesTime = nil
      readRules()
    }
    if let time = connectTime, time <= now { connect() }
  }
}
