import Analysis
import Bindings
import DeviceInput
import GestureCore
import Glibc
import Logging
import Recordings
import Runtime

/// Passes attempts on touch devices and user answers to a `Conversation`. Shows the returned lines; runs no action.
final class LiveConversation<Session: Conversation>: InputSourceDelegate {
  private let log: Logger
  private let show: (String) -> Void
  private let runtime: Runtime
  private let input: InputSource
  private var live: LiveRules
  /// The results of frames. The orders in these results are not performed.
  private var outcomes = Outcomes()
  private let finished = CollectedAttempts()
  private var devices: [DeviceID: Device] = [:]
  private var answers = AnswerLines()
  private(set) var conversation: Session
  var onFrame: ((Frame, Device) -> Void)?
  var onRemoval: ((Device) -> Void)?
  var onChange: ((Session) -> Void)?

  /// The recognizers of `separatingRules` decide when an attempt ends; `rules` describe the devices.
  init(
    _ conversation: Session, separatingRules: RuleSet, _ rules: RuleSet, log: Logger, show: @escaping (String) -> Void
  ) throws {
    (self.conversation, self.log, self.show) = (conversation, log, show)
    runtime = try Runtime()
    input = try InputSource(rules: rules, log: log)
    live = try LiveRules(Rules(ruleSet: separatingRules), watcher: finished.collector)
  }

  /// Runs until the conversation is over, and then returns nil. After an earlier end, returns an exit status: 1 if the
  /// touch devices can't be read any more, or 128 plus the number of a signal.
  func run() throws -> Int32? {
    input.delegate = self
    try input.follow(in: runtime.loop) { [unowned runtime] in runtime.stop(1) }
    runtime.add(input)
    runtime.add(
      TimedPart(
        deadline: { [unowned self] in live.nextDeadline.unlessNever?.microseconds },
        due: { [unowned self] in live.advance(to: Timestamp(microseconds: $0), into: &outcomes) }))
    watchAnswers()
    runtime.loop.onSignal = { [unowned runtime] in runtime.stop(128 + $0) }
    runtime.onIdle = { [unowned self] in deliverAttempts() }
    input.start()
    if devices.isEmpty { log.warning("\(Message.noDevices)") }
    conversation.greeting.forEach(show)
    onChange?(conversation)
    let status = try runtime.run()
    return status == 0 ? nil : status
  }

  func handle(_ event: SourceEvent) {
    switch event {
    case .frame(let frame):
      live.process(frame, into: &outcomes)
      if let onFrame, let device = devices[frame.device] { onFrame(frame, device) }
    case .added(let device):
      devices[device.id] = device
      live.add(device)
    case .removed(let device):
      live.remove(device, at: .now, into: &outcomes)
      if let removed = devices[device] { onRemoval?(removed) }
    case .gaveBack, .unopenable: break
    }
  }

  /// Reads answers from standard input if the conversation accepts answers. Reads nothing from a regular file, because
  /// the loop can't watch such a file.
  private func watchAnswers() {
    guard conversation.acceptsAnswers else { return conversation.endAnswers() }
    do {
      try runtime.loop.add(AnswerLines.descriptor, .reading) { [unowned self] _ in
        guard let lines = answers.read() else {
          runtime.loop.remove(AnswerLines.descriptor)
          return conversation.endAnswers()
        }
        for line in lines { conversation.answer(line).forEach(show) }
        onChange?(conversation)
      }
    } catch {
      conversation.endAnswers()
    }
  }

  private func deliverAttempts() {
    outcomes.removeAll()
    while !finished.attempts.isEmpty, !conversation.isOver {
      conversation.add(finished.attempts.removeFirst(), on: Array(devices.values)).forEach(show)
      onChange?(conversation)
    }
    if conversation.isOver { runtime.stop(0) }
  }
}

/// The complete attempts that the conversation has not received yet.
final class CollectedAttempts {
  var attempts: [Attempt] = []
  var collector: AttemptCollector { AttemptCollector { [self] in attempts.append($0) } }
}

/// A command's responses to attempts on real devices and to the user's answers.
protocol Conversation {
  var isOver: Bool { get }
  var greeting: [String] { get }
  var acceptsAnswers: Bool { get }
  /// Called when an attempt on one of `devices` is over. Returns the lines to show.
  mutating func add(_ attempt: Attempt, on devices: [Device]) -> [String]
  /// Called when the user has written a line; returns the lines to show.
  mutating func answer(_ line: String) -> [String]
  mutating func endAnswers()
}

/// Splits standard input into lines.
struct AnswerLines {
  static let descriptor: Int32 = 0
  private static let chunk = 1 << 12

  private var pending: [UInt8] = []

  /// Reads standard input, and returns the lines that are complete. Nil at the end of the input, or if reading fails.
  mutating func read() -> [String]? {
    var bytes = [UInt8](repeating: 0, count: Self.chunk)
    let count = Glibc.read(Self.descriptor, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return [] }
    guard count > 0 else { return nil }
    return add(bytes[..<count])
  }

  /// Returns the lines that these bytes complete, without blanks at the beginning and the end of each line.
  mutating func add(_ bytes: some Sequence<UInt8>) -> [String] {
    pending += bytes
    var lines: [String] = []
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[..<end], as: UTF8.self)
      lines.append(String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()))
      pending.removeSubrange(...end)
    }
    return lines
  }
}
