import Actions
import Bindings
import CLinux
import GestureCore
import LiveView
import Logging
import Recordings
import Runtime

/// Plays a recording for `--debug` at a multiple of its speed.
final class TimedReplay {
  private let runtime: Runtime
  private let messages: MessageStream
  private let output: any DebugOutput
  private let session: ViewSession?
  private let commands: ReplayCommands
  private var player: Replay.Player
  private var clock: PlayClock
  private var mode = Context.defaultMode
  private var isOver = false

  /// `speed` is a multiple of the recording's speed. Without `runsCommands`, commands are only reported.
  init(_ recording: Recording, _ rules: Rules, _ form: DebugForm, speed: Double, runsCommands: Bool) throws {
    let messages = MessageStream()
    self.messages = messages
    let terminal = DebugDisplay.terminal(for: form, messages)
    let runtime = try Runtime(
      signals: EventLoop.endingSignals + (ProcessDescriptor.isSupported() ? [] : [SIGCHLD])
        + (terminal == nil ? [] : ViewSession.signals))
    self.runtime = runtime
    let start = Timestamp(microseconds: 0)
    let display = DebugDisplay(
      on: terminal, rules, dryRun: !runsCommands, from: start, messages, else: { form.output(replaying: rules) })
    output = display.output
    session = display.session
    player = try Replay.Player(recording, rules: rules, watcher: output)
    var now: () -> Timestamp = { start }
    commands = try ReplayCommands(
      rules, recording.devices, on: runtime,
      options: .init(dryRun: !runsCommands, logsDryRun: false, muted: display.muted),
      log: .standardError(.warning, messages),
      observe: { [output] request, event in output.show(request, event, at: now()) })
    clock = PlayClock(from: player.nextTime ?? start, at: EventLoop.now(), speed: speed)
    now = { [unowned self] in clock.time(at: EventLoop.now()) }
    display.view?.snapshots = { [unowned self] in player.snapshots(of: $0, at: $1) }
  }

  /// Plays until a signal or quit or, without a view, until recording and commands end. Returns the exit status.
  func run() throws -> Int32 {
    runtime.add(TimedPart(deadline: { [unowned self] in nextDeadline }, due: { [unowned self] in advance(to: $0) }))
    runtime.onIdle = { [unowned self] in update() }
    runtime.loop.onSignal = { [unowned self] in handleSignal($0) }
    if let session { try begin(session) }
    defer {
      session?.end()
      output.finish()
    }
    return try runtime.run()
  }

  private func begin(_ session: ViewSession) throws {
    session.time = { [unowned self] in clock.time(at: EventLoop.now()) }
    session.quit = { [unowned self] in runtime.stop(0) }
    session.setDryRun = { [unowned self] in commands.isDryRun = $0 }
    session.pause = { [unowned self] in clock.pause($0, at: EventLoop.now()) }
    try session.begin(on: runtime)
  }

  /// When playing must advance next, in CLOCK_MONOTONIC microseconds. Nil while paused and after the end.
  private var nextDeadline: Int64? {
    guard !isOver else { return nil }
    return player.nextTime.map { clock.moment(of: $0) } ?? .min
  }

  private func advance(to now: Int64) {
    guard !isOver else { return }
    player.play(to: clock.time(at: now)) { dispatch($0, $1) }
    guard player.nextTime == nil else { return }
    isOver = true
    player.finish { dispatch($0, $1) }
    commands.endStreams()
    if session != nil { messages.say(Message.recordingOver, matters: false) }
  }

  private func dispatch(_ event: GestureEvent, _ orders: ArraySlice<Order>) {
    for mode in orders.compactMap(\.effect.mode) where mode != self.mode {
      self.mode = mode
      output.entered(mode, at: event.time)
    }
    commands.start(orders, at: clock.moment(of: event.time))
  }

  private func update() {
    output.flush()
    if isOver, session == nil, !commands.areRunning { runtime.stop(0) }
  }

  private func handleSignal(_ signal: Int32) {
    if session?.handle(signal) == true { return }
    if signal == SIGCHLD { commands.childSignal() } else { runtime.stop(128 + signal) }
  }
}

/// Converts between CLOCK_MONOTONIC times and the times in a recording.
struct PlayClock {
  static let speeds = 0.1...1000

  let speed: Double
  /// The CLOCK_MONOTONIC time of the last start, pause or resumption, in µs; `position` is the recording's time then.
  private var moment: Int64
  private var position: Timestamp
  private(set) var isPaused = false

  init(from start: Timestamp, at now: Int64, speed: Double) {
    position = start
    moment = now
    self.speed = speed
  }

  func time(at now: Int64) -> Timestamp {
    guard !isPaused else { return position }
    return position + TimeSpan(microseconds: Int64((Double(now - moment) * speed).rounded()))
  }

  /// The time at which playing reaches `time`, in CLOCK_MONOTONIC microseconds. Nil while paused.
  func moment(of time: Timestamp) -> Int64? {
    guard !isPaused else { return nil }
    return moment + Int64((Double((time - position).microseconds) / speed).rounded(.up))
  }

  mutating func pause(_ isPaused: Bool, at now: Int64) {
    position = time(at: now)
    moment = now
    self.isPaused = isPaused
  }
}
