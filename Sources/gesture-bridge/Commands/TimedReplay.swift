import Actions
import Bindings
import CSystem
import GestureCore
import LiveView
import Logging
import Recordings

/// Plays a recording as `--debug` shows a hand: at its own pace or another, in the live view or as lines.
final class TimedReplay {
  /// What the command line asks of it.
  struct Options {
    var form: DebugForm
    /// So many times as fast as it was.
    var speed: Double
    /// Commands are run, not only named.
    var runsCommands: Bool
  }

  /// Added to the number of the signal that ended it.
  private static let endedBySignal: Int32 = 128

  private let loop: EventLoop
  private let messages: MessageStream
  private let output: any DebugOutput
  private let session: ViewSession?
  private let commands: ReplayCommands
  private var player: Replay.Player
  private var clock: PlayClock
  private var mode = Context.standardMode
  private var isOver = false

  init(_ recording: Recording, _ rules: Rules, _ options: Options) throws {
    let messages = MessageStream()
    self.messages = messages
    let terminal = DebugDisplay.terminal(for: options.form, messages)
    let loop = try EventLoop(
      signals: [SIGTERM, SIGINT, SIGHUP] + (terminal == nil ? [] : ViewSession.signals)
        + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD]))
    self.loop = loop
    let start = Timestamp(microseconds: 0)
    let display = DebugDisplay(
      on: terminal, rules, dryRun: !options.runsCommands, from: start, messages,
      else: { options.form.output(replaying: rules) })
    output = display.output
    session = display.session
    player = try Replay.Player(recording, rules: rules, watcher: output)
    var now: () -> Timestamp = { start }
    commands = try ReplayCommands(
      rules, recording.devices, on: loop,
      options: .init(dryRun: !options.runsCommands, tellsOfDryRun: false, muted: display.muted),
      log: .standardError(.warning, messages),
      observe: { [output] request, event in output.show(request, event, at: now()) })
    clock = PlayClock(from: player.nextTime ?? start, at: EventLoop.now(), speed: options.speed)
    now = { [unowned self] in clock.time(at: EventLoop.now()) }
    commands.served = { [unowned self] in goOn() }
    display.view?.standings = { [unowned self] in player.standings(of: $0, at: $1) }
  }

  /// Plays until the recording and its commands are over, or, in the view, until somebody ends it; returns the exit status.
  func run() throws -> Int32 {
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned self] in signalled($0) }
    if let session { try begin(session) }
    defer {
      session?.end()
      output.finish()
    }
    goOn()
    return try loop.run()
  }

  private func begin(_ session: ViewSession) throws {
    session.time = { [unowned self] in clock.time(at: EventLoop.now()) }
    session.requests = .init(
      quit: { [unowned self] in loop.stop(0) }, setDryRun: { [unowned self] in commands.isDryRun = $0 },
      pause: { [unowned self] in clock.pause($0, at: EventLoop.now()) }, served: { [unowned self] in goOn() })
    try session.begin(on: loop)
  }

  private func timeReached(_ now: Int64) {
    if !isOver { play(to: clock.time(at: now)) }
    commands.advance(to: now)
    session?.advance(to: now)
    goOn()
  }

  private func play(to time: Timestamp) {
    player.play(to: time) { act($0, $1) }
    guard player.nextTime == nil else { return }
    isOver = true
    player.finish { act($0, $1) }
    commands.endStreams()
    if session != nil { messages.say(Message.recordingOver, matters: false) }
  }

  /// When something is to be played; that nothing is left, at once.
  private var nextMoment: Int64? { player.nextTime.map { clock.moment(of: $0) } ?? .min }

  private func act(_ event: GestureEvent, _ orders: ArraySlice<Order>) {
    for mode in orders.compactMap(\.effect.mode) where mode != self.mode {
      self.mode = mode
      output.entered(mode, at: event.time)
    }
    commands.start(orders, at: clock.moment(of: event.time))
  }

  private func goOn() {
    output.flush()
    if isOver, session == nil, !commands.areRunning { loop.stop(0) }
    let deadlines = [isOver ? nil : nextMoment, commands.nextDeadline, session?.nextDeadline]
    loop.arm(at: deadlines.compactMap { $0 }.min())
  }

  private func signalled(_ signal: Int32) {
    if session?.take(signal) == true { return goOn() }
    if signal == SIGCHLD {
      commands.childSignal()
    } else {
      loop.stop(Self.endedBySignal + signal)
    }
  }
}
