import Analysis
import Bindings
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings

/// A conversation about attempts that are made on the touch devices; no command is ever started.
final class LiveConversation<Talk: Conversation> {
  private let rules: RuleSet
  private let log: Logger
  private let say: (String) -> Void
  private let loop: EventLoop
  private var live: LiveRules
  /// Nothing is carried out.
  private var outcomes = Outcomes()
  private let finished: Finished
  private var devices: [DeviceID: Device] = [:]
  private var source: InputSource?
  private var answers = AnswerLines()
  private(set) var talk: Talk

  /// What the collector has handed over and nobody has looked at yet.
  private final class Finished {
    var attempts: [Attempt] = []
  }

  /// `cutting` tell one attempt from the next, `rules` what devices are like; `say` shows a line.
  init(
    _ talk: Talk, cutting: RuleSet, _ rules: RuleSet, log: Logger, say: @escaping (String) -> Void
  ) throws {
    self.talk = talk
    self.rules = rules
    self.log = log
    self.say = say
    loop = try EventLoop()
    let finished = Finished()
    self.finished = finished
    // Attempts are judged when the rules are done with the frame.
    live = try LiveRules(Rules(ruleSet: cutting), watcher: AttemptCollector { finished.attempts.append($0) })
  }

  /// Serves devices and answers until all is told; returns the signal that ended it, if one did.
  func run() throws -> Int32? {
    let source = try InputSource(rules: rules, now: { .now }, log: log)
    self.source = source
    for descriptor in source.descriptors {
      try loop.add(descriptor, .reading) { [unowned self] _ in read(descriptor) }
    }
    listen()
    loop.onTimer = { [unowned self] in timeReached($0) }
    loop.onSignal = { [unowned loop] in loop.stop($0) }
    source.start()
    pull()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    talk.greeting.forEach(say)
    rearm()
    let status = try loop.run()
    return status == 0 ? nil : status
  }

  private func pull() {
    while let event = source?.next() {
      switch event {
      case .frame(let frame): live.process(frame, into: &outcomes)
      case .added(let device):
        devices[device.id] = device
        live.add(device)
      case .removed(let device):
        live.remove(device, at: Timestamp(microseconds: EventLoop.now()), into: &outcomes)
      case .gaveBack, .unopenable: break
      }
    }
  }

  /// A file can't be waited for; then there are no answers, and none from a terminal that is closed.
  private func listen() {
    guard talk.takesAnswers else { return talk.endAnswers() }
    do {
      try loop.add(AnswerLines.descriptor, .reading) { [unowned self] _ in
        guard let lines = answers.read() else {
          loop.remove(AnswerLines.descriptor)
          talk.endAnswers()
          return stopIfOver()
        }
        for line in lines { talk.answer(line).forEach(say) }
        stopIfOver()
      }
    } catch {
      talk.endAnswers()
    }
  }

  private func read(_ descriptor: Int32) {
    do {
      try source?.read(descriptor)
      pull()
    } catch {
      log.error("\(error)")
      loop.stop(SIGTERM)
    }
    goOn()
  }

  private func timeReached(_ now: Int64) {
    let time = Timestamp(microseconds: now)
    source?.advance(to: time)
    pull()
    live.advance(to: time, into: &outcomes)
    goOn()
  }

  private func goOn() {
    outcomes.removeAll()
    while !finished.attempts.isEmpty, !talk.isOver {
      talk.take(finished.attempts.removeFirst(), on: Array(devices.values)).forEach(say)
    }
    stopIfOver()
    rearm()
  }

  private func stopIfOver() {
    if talk.isOver { loop.stop(0) }
  }

  private func rearm() {
    let deadline = min(live.nextDeadline ?? .never, source?.nextDeadline ?? .never)
    loop.arm(at: deadline < .never ? deadline.microseconds : nil)
  }
}
