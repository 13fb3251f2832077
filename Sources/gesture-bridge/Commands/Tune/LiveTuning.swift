import Bindings
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings

/// Takes attempts from the touch devices: the gesture is looked for alone, and no command is ever started.
final class LiveTuning {
  private let solo: SoloGesture
  private let rules: Rules
  private let log: Logger
  private let say: (String) -> Void
  private let loop: EventLoop
  private var live: LiveRules
  private let finished: Finished
  private var devices: [DeviceID: Device] = [:]
  private var source: InputSource?
  private var answers = AnswerLines()
  private(set) var session: TuneSession

  /// What the collector has handed over and nobody has looked at yet.
  private final class Finished {
    var attempts: [Attempt] = []
  }

  /// `say` shows a line.
  init(_ solo: SoloGesture, _ rules: Rules, _ session: TuneSession, log: Logger, say: @escaping (String) -> Void) throws
  {
    self.solo = solo
    self.rules = rules
    self.session = session
    self.log = log
    self.say = say
    loop = try EventLoop()
    let finished = Finished()
    self.finished = finished
    // Attempts are judged when the rules are done with the frame.
    live = try LiveRules(
      Rules(ruleSet: solo.unhurried), watcher: AttemptCollector { finished.attempts.append($0) })
  }

  /// Serves devices and answers until all is told; returns the signal that ended it, if one did.
  func run() throws -> Int32? {
    let source = try openDevices()
    self.source = source
    for descriptor in source.fds {
      try loop.add(descriptor, .reading) { [unowned self] _ in read(descriptor) }
    }
    listen()
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned loop] in loop.stop($0) }
    source.start()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    session.greeting.forEach(say)
    rearm()
    let status = try loop.run()
    return status == 0 ? nil : status
  }

  private func openDevices() throws -> InputSource {
    let owner = InputOwner(
      frame: { [unowned self] frame in
        live.process(frame) { _, _ in }
        return true
      },
      added: { [unowned self] device in
        devices[device.id] = device
        live.add(device)
      },
      removed: { [unowned self] in live.remove($0, at: Timestamp(microseconds: EventLoop.now())) { _, _ in } },
      deviceSize: { [unowned self] in rules.ruleSet.size(ofDevice: $0) })
    return try InputSource(owner: owner, log: log)
  }

  /// A file can't be waited for; then there are no answers, and none from a terminal that is closed.
  private func listen() {
    do {
      try loop.add(AnswerLines.descriptor, .reading) { [unowned self] _ in
        guard let lines = answers.read() else {
          loop.remove(AnswerLines.descriptor)
          session.endAnswers()
          return stopIfOver()
        }
        for line in lines { session.answer(line).forEach(say) }
        stopIfOver()
      }
    } catch {
      session.endAnswers()
    }
  }

  private func read(_ descriptor: Int32) {
    do {
      try source?.dispatch(descriptor)
    } catch {
      log.error("\(error)")
      loop.stop(SIGTERM)
    }
    goOn()
  }

  private func timeReached(_ now: Int64) {
    let time = Timestamp(microseconds: now)
    source?.advance(to: time)
    live.advance(to: time) { _, _ in }
    goOn()
  }

  private func goOn() {
    while !finished.attempts.isEmpty, !session.isOver {
      let attempt = finished.attempts.removeFirst()
      let known = Array(devices.values)
      guard let trial = Trial(attempt, number: session.number, of: known) else { continue }
      session.take(trial, solo.verdict(of: trial)).forEach(say)
    }
    stopIfOver()
    rearm()
  }

  private func stopIfOver() {
    if session.isOver { loop.stop(0) }
  }

  private func rearm() {
    let deadline = min(live.nextDeadline ?? .never, source?.nextDeadline ?? .never)
    loop.arm(at: deadline < .never ? deadline.microseconds : nil)
  }
}
