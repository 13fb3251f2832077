import Actions
import Base
import Bindings
import CSystem
import Glibc
import Logging
import Runtime

/// The process that starts the commands of the rules, and sends their keys and clicks, for a confined daemon.
///
/// It reads the rules itself. The daemon can only send it the number of an action and the values of a gesture. It ends with the
/// daemon; the commands it has started go on.
final class Launcher {
  /// The options of its command line.
  struct Options {
    var path: String
    var dryRun: Bool
    var tellsOfDryRun: Bool
    var muted: [Int32]
    var logLevel: Logger.Level
    /// Whether it takes the daemon's own reading of the rules to begin with: not if the daemon may have read devices already.
    var takesRules: Bool
  }

  /// Rules, and the number by which the daemon knows them.
  private struct Numbered {
    let number: UInt32
    let rules: Rules
  }

  private let options: Options
  private let runtime: Runtime
  private let link: LauncherLink
  private let log: Logger
  private let runner: EffectPerformer
  private var message = LinkWriter()
  /// Nil until the daemon has named some.
  private var current: Numbered?
  /// What was read last; it counts when the daemon says so.
  private var candidate: Numbered?
  /// Whether the daemon's own reading of the rules may still be taken: it has read no device yet.
  private var takesRules: Bool
  /// What the daemon knows of the session, and the turn in which that was looked at.
  private var told: [String] = []
  private var toldTurn = 0
  /// Whether an order without rules was reported.
  private var hasToldOfStranger = false

  init(_ options: Options, _ descriptor: consuming OwnedDescriptor) throws(SystemError) {
    self.options = options
    takesRules = options.takesRules
    let runtime = try Runtime(
      signals: EventLoop.endingSignals + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD]))
    self.runtime = runtime
    let link = LauncherLink(descriptor, on: runtime.loop)
    self.link = link
    let log = Logger(label: "gesture-bridge") { _ in LinkLog(logLevel: options.logLevel, link: link) }
    self.log = log
    var live: () -> Int = { 0 }
    var message = LinkWriter()
    runner = try runtime.addEffectPerformer(
      .init(dryRun: options.dryRun, tellsOfDryRun: options.tellsOfDryRun, muted: options.muted), nil, log: log,
      skipped: { action in
        LauncherReport.skipped(action).write(to: &message)
        link.send(message.bytes)
      }
    ) { request, event in
      LauncherReport.event(request, event, live: UInt32(clamping: live())).write(to: &message)
      link.send(message.bytes)
    }
    live = { [unowned runner] in runner.liveCount }
  }

  /// Serves the daemon until it is gone. Signals that end programs are the daemon's affair.
  func run() throws(SystemError) {
    runtime.loop.onSignal = { [unowned self] signal in
      if signal == SIGCHLD { runner.childSignal() }
    }
    try link.follow { [unowned self] in serve() }
    runtime.onIdle = { [unowned self] in tellOfSession() }
    send(.ready(hasRules: options.takesRules))
    gb_forget_start()
    _ = try runtime.run()
    runner.stop()
  }

  private func serve() {
    while true {
      switch link.receive() {
      case .nothing: return
      case .ended: return runtime.stop(0)
      case .message(let message):
        do throws(LinkReader.Malformed) {
          try take(try LauncherRequest(message.bytes), message)
        } catch {
          log.error("\(Message.strangeRequest)")
        }
      }
    }
  }

  private func take(_ request: LauncherRequest, _ message: LauncherLink.Message) throws(LinkReader.Malformed) {
    switch request {
    case .rules:
      guard takesRules, let file = message.passed else { throw LinkReader.Malformed() }
      let reading = RulesReading(options.path, parts: try RulesTransfer.parts(in: file.number))
      if case .success(let rules) = reading.result { use(Numbered(number: 0, rules: rules)) }
    case .order(let order, let number): perform(order, number)
    case .notify(let notification): runner.show(notification)
    case .readRules(let number): read(number)
    case .useRules(let number):
      guard let candidate, candidate.number == number else { throw LinkReader.Malformed() }
      use(candidate)
    case .setDryRun(let isDry): runner.isDryRun = isDry
    case .suspend(let reasons): runner.suspend(by: reasons)
    case .dropWaiting: runner.dropWaiting()
    case .draw(let change): runner.draw(change)
    case .vibrate(let request): runner.vibrate(request)
    }
    takesRules = false
  }

  private func perform(_ order: OrderMessage, _ number: UInt32) {
    guard let current, current.number == number, let performance = order.performance(by: current.rules) else {
      if !hasToldOfStranger { log.error("\(Message.strangeOrder)") }
      hasToldOfStranger = true
      return
    }
    runner.perform(performance)
  }

  /// Reads the rules' files, and sends what they hold.
  private func read(_ number: UInt32) {
    let reading = RulesReading(options.path, isFirst: false)
    candidate = nil
    if case .success(let rules) = reading.result { candidate = Numbered(number: number, rules: rules) }
    do throws(SystemError) {
      let file = try RulesTransfer.file(of: reading)
      send(.rules(number), passing: file.number)
    } catch {
      log.error("\(error)")
    }
  }

  private func use(_ fresh: Numbered) {
    current = fresh
    candidate = nil
    hasToldOfStranger = false
    runner.use(fresh.rules)
  }

  private func tellOfSession() {
    guard runner.sessionTurns != toldTurn else { return }
    toldTurn = runner.sessionTurns
    let lines = runner.sessionLines
    guard lines != told else { return }
    told = lines
    send(.session(lines))
  }

  private func send(_ report: LauncherReport, passing passed: Int32 = -1) {
    report.write(to: &message)
    link.send(message.bytes, passing: passed)
  }
}

/// The launcher's log: the daemon says it.
private struct LinkLog: LogHandler, @unchecked Sendable {
  // One thread logs; the log's protocol demands more.
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let link: LauncherLink

  init(logLevel: Logger.Level, link: LauncherLink) {
    self.logLevel = logLevel
    self.link = link
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var message = LinkWriter()
    LauncherReport.log(event.level, "\(event.message)").write(to: &message)
    link.send(message.bytes)
  }
}

extension Message {
  static let strangeRequest = "the launcher got a request that it refuses: the daemon has been tampered with"
  static let strangeOrder =
    "the launcher has other rules than the daemon, so commands don't run: `gesture-bridge ctl reload` reads them again"
}
