import Actions
import Base
import Bindings
import CSystem
import Desktop
import Glibc
import Logging
import Runtime

/// The daemon's side of its launcher: a process of its own that starts the commands.
final class LauncherClient: OrderPerformer {
  /// How long the launcher may take to read the rules, in milliseconds; it takes a few.
  private static let patience: Int32 = 5000

  var isDryRun: Bool {
    didSet { if isDryRun != oldValue { send(.setDryRun(isDryRun)) } }
  }
  private(set) var liveCount = 0
  /// A launcher is at work that has no rules yet; `inPlace` of one that has died.
  var begun: (_ inPlace: Bool) -> Void = { _ in }
  /// There is no launcher any more.
  var ended: () -> Void = {}

  private let link: LauncherLink
  private let log: Logger
  private let observe: CommandRunner.Observe
  private let skipped: (SkippedAction) -> Void
  private var message = LinkWriter()
  /// The number of the rules at work, and of those that were asked for last.
  private var number: UInt32 = 0
  private var asked: UInt32 = 0
  private var hasToldOfNoRoom = false
  /// A launcher has begun that has no rules yet.
  private var isNew = false
  /// Whether a launcher is or was at work with the rules.
  private var hasBegun: Bool

  /// Starts the launcher, with the rules that are at work; the environment and the folder are the daemon's. Or connects to one
  /// at `socket`, which reads the rules itself.
  init(
    _ options: Launcher.Options, at socket: String? = nil, _ follower: RulesFollower, on runtime: Runtime, log: Logger,
    skipped: @escaping (SkippedAction) -> Void, observe: @escaping CommandRunner.Observe
  ) throws {
    isDryRun = options.dryRun
    self.log = log
    self.observe = observe
    self.skipped = skipped
    hasBegun = socket == nil
    if let socket {
      link = LauncherLink(try LauncherLink.connected(to: socket), on: runtime.loop)
    } else {
      let own = try LauncherLink.own { other throws(SystemError) in
        _ = try OwnProgram.start(LauncherCommand.words(options), input: other)
      }
      link = LauncherLink(own, on: runtime.loop)
    }
    try link.follow { [unowned self] in serve() }
    guard socket == nil else {
      send(.setDryRun(isDryRun))
      return
    }
    let rules = try RulesTransfer.file(of: follower.firstReading)
    LauncherRequest.rules.write(to: &message)
    link.send(message.bytes, passing: rules.number)
  }

  func perform(_ performance: Performance) { send(.order(OrderMessage(performance), rules: number)) }

  func show(_ notification: Notification) { send(.notify(notification)) }

  func draw(_ change: OverlayChange) { send(.draw(change)) }

  func vibrate(_ request: VibrationRequest) { send(.vibrate(request)) }

  func use(_ rules: Rules) {
    (isNew, hasBegun) = (false, true)
    number = asked
    send(.useRules(number))
  }

  /// What the launcher has told last.
  private(set) var sessionLines: [String] = []

  /// A launcher that takes the place of another one has to be given them too.
  private var suspension: SuspensionReasons = []

  func suspend(by reasons: SuspensionReasons) {
    suspension = reasons
    send(.suspend(reasons))
  }

  func dropWaiting() { send(.dropWaiting) }

  func childSignal() {}

  func stop() { link.unwatch() }

  /// Has the launcher read the rules; nil if it does not answer.
  func readRules() -> [RulesReading.Part]? {
    asked += 1
    send(.readRules(asked))
    let deadline = EventLoop.now() + Int64(Self.patience) * 1000
    while EventLoop.now() < deadline {
      switch link.receive() {
      case .nothing: guard link.awaitMessage(atMost: Self.patience) else { return nil }
      case .ended: return nil
      case .message(let message):
        guard let report = try? LauncherReport(message.bytes) else { continue }
        if case .rules(asked) = report, let passed = message.passed {
          return try? RulesTransfer.parts(in: passed.number)
        }
        take(report)
      }
    }
    return nil
  }

  private func serve() {
    while true {
      switch link.receive() {
      case .nothing: break
      case .ended:
        link.unwatch()
        return ended()
      case .message(let message):
        if let report = try? LauncherReport(message.bytes) { take(report) }
        continue
      }
      break
    }
    // Reading the rules waits for other reports.
    guard isNew else { return }
    isNew = false
    begun(hasBegun)
    hasBegun = true
  }

  private func take(_ report: LauncherReport) {
    switch report {
    case .ready(let hasRules):
      (isNew, sessionLines) = (!hasRules, [])
      send(.suspend(suspension))
    // The question has been given up.
    case .rules: break
    case .event(let request, let event, let live):
      liveCount = Int(live)
      observe(request, event)
    case .log(let level, let text): log.log(level: level, "\(text)")
    case .session(let lines): sessionLines = lines
    case .skipped(let action): skipped(action)
    }
  }

  private func send(_ request: LauncherRequest) {
    request.write(to: &message)
    if link.send(message.bytes) {
      hasToldOfNoRoom = false
    } else if !hasToldOfNoRoom {
      hasToldOfNoRoom = true
      log.error("\(Message.launcherIsBusy)")
    }
  }
}

extension Message {
  static let launcherIsBusy = "the launcher does not read its requests, so commands are skipped until it does"
  static let launcherIsNew =
    "the launcher ended and was replaced; commands that the first one started run on without it"
  static let launcherNeedsConfine = "--launcher needs --confine on"
  static let launcherIsGone = "the launcher is gone, so commands can't be started: restart gesture-bridge"
}
