import Actions
import Bindings
import Logging

/// What the launcher tells the daemon.
enum LauncherReport {
  /// It is at work; `hasRules` if the daemon hands them over.
  case ready(hasRules: Bool)
  /// The rules that were asked for by this number, in a file that is passed along.
  case rules(UInt32)
  /// What becomes of a command, and how many are alive now. The request comes without its environment.
  case event(CommandRequest, CommandEvent, live: UInt32)
  case log(Logger.Level, String)
  /// By what keys are sent and which desktop is asked, a sentence each, whenever that changes.
  case session([String])
  /// Nothing became of an action that keys, clicks or the desktop have a part in.
  case skipped(SkippedAction)

  private static let longestText = 8192
  private static let mostWords = 1024
  private static let mostLines = 32
  private static let longestLine = 1024

  private enum Kind: UInt8 {
    case ready, rules, event, log, session, skipped
  }

  func write(to message: inout LinkWriter) {
    message.removeAll()
    switch self {
    case .ready(let hasRules):
      message.add(Kind.ready.rawValue)
      message.add(hasRules)
    case .rules(let number):
      message.add(Kind.rules.rawValue)
      message.add(number)
    case .event(let request, let event, let live):
      message.add(Kind.event.rawValue)
      message.add(live)
      Self.write(request, to: &message)
      event.write(to: &message)
    case .log(let level, let text):
      message.add(Kind.log.rawValue)
      message.add(level, among: Logger.Level.allCases)
      message.add(text.cut(to: Self.longestText))
    case .session(let lines):
      message.add(Kind.session.rawValue)
      message.add(UInt32(clamping: min(lines.count, Self.mostLines)))
      for line in lines.prefix(Self.mostLines) { message.add(line.cut(to: Self.longestLine)) }
    case .skipped(let action):
      message.add(Kind.skipped.rawValue)
      message.add(action.gesture.cut(to: Self.longestLine))
      message.add(action.key)
      message.add(action.reason.cut(to: Self.longestLine))
    }
  }

  init(_ bytes: [UInt8]) throws(LinkReader.Malformed) {
    var message = LinkReader(bytes)
    guard let kind = Kind(rawValue: try message.integer()) else { throw LinkReader.Malformed() }
    switch kind {
    case .ready: self = .ready(hasRules: try message.flag())
    case .rules: self = .rules(try message.integer())
    case .event:
      let live = try message.integer(UInt32.self)
      let request = try Self.request(&message)
      self = .event(request, try CommandEvent(&message), live: live)
    case .log:
      let level = try message.value(among: Logger.Level.allCases)
      self = .log(level, try message.text(atMost: Self.longestText))
    case .session:
      var lines: [String] = []
      for _ in 0..<(try message.count(atMost: Self.mostLines)) {
        lines.append(try message.text(atMost: Self.longestLine))
      }
      self = .session(lines)
    case .skipped:
      let gesture = try message.text(atMost: Self.longestLine)
      let key = try message.text(atMost: Self.longestLine)
      let reason = try message.text(atMost: Self.longestLine)
      self = .skipped(SkippedAction(gesture: gesture, key: key, reason: reason))
    }
    try message.end()
  }

  // MARK: Requests

  private static func write(_ request: CommandRequest, to message: inout LinkWriter) {
    message.add(Int32(clamping: request.binding ?? -1))
    message.add(request.file.cut(to: longestText))
    message.add(Int32(clamping: request.line ?? -1))
    message.add(request.key)
    message.add(request.gesture.cut(to: longestText))
    switch request.command {
    case .shell(let line):
      message.add(true)
      message.add(line.cut(to: longestText))
    case .direct(let words):
      // What is shown of a command is shorter still.
      message.add(false)
      message.add(UInt32(clamping: min(words.count, mostWords)))
      var room = longestText
      for word in words.prefix(mostWords) {
        let shown = word.cut(to: room)
        room -= shown.utf8.count
        message.add(shown)
      }
    }
  }

  private static func request(_ message: inout LinkReader) throws(LinkReader.Malformed) -> CommandRequest {
    let binding = try message.integer(Int32.self)
    let file = try message.text(atMost: longestText)
    let line = try message.integer(Int32.self)
    let key = try message.text(atMost: longestText)
    let gesture = try message.text(atMost: longestText)
    var command = Command.direct([])
    if try message.flag() {
      command = .shell(try message.text(atMost: longestText))
    } else {
      var words: [String] = []
      for _ in 0..<(try message.count(atMost: mostWords)) { words.append(try message.text(atMost: longestText)) }
      command = .direct(words)
    }
    return CommandRequest(
      binding: binding < 0 ? nil : Int(binding), file: file, line: line < 0 ? nil : Int(line), key: key,
      gesture: gesture, command: command)
  }
}

extension CommandEvent {
  private enum Kind: UInt8 {
    case started, exited, refused, failed, wouldStart, queued, skipped, replaced, toldToEnd, killed, line
  }

  fileprivate func write(to message: inout LinkWriter) {
    switch self {
    case .started(let pid, let latency):
      message.add(Kind.started.rawValue)
      message.add(pid)
      message.add(latency ?? -1)
    case .exited(let pid, let status):
      message.add(Kind.exited.rawValue)
      message.add(pid)
      Self.write(status, to: &message)
    case .refused(let limit):
      message.add(Kind.refused.rawValue)
      Self.write(limit, to: &message)
    case .failed(let failure):
      message.add(Kind.failed.rawValue)
      switch failure {
      case .noProgram: message.add(Int32(-1))
      case .nulCharacter: message.add(Int32(-2))
      case .system(let code): message.add(code)
      }
    case .wouldStart: message.add(Kind.wouldStart.rawValue)
    case .queued: message.add(Kind.queued.rawValue)
    case .skipped: message.add(Kind.skipped.rawValue)
    case .replaced: message.add(Kind.replaced.rawValue)
    case .toldToEnd(let pid):
      message.add(Kind.toldToEnd.rawValue)
      message.add(pid)
    case .killed(let pid):
      message.add(Kind.killed.rawValue)
      message.add(pid)
    case .line(let outcome):
      message.add(Kind.line.rawValue)
      message.add(outcome, among: Self.outcomes)
    }
  }

  fileprivate init(_ message: inout LinkReader) throws(LinkReader.Malformed) {
    guard let kind = Kind(rawValue: try message.integer()) else { throw LinkReader.Malformed() }
    switch kind {
    case .started:
      let pid = try message.integer(Int32.self)
      let latency = try message.integer(Int64.self)
      self = .started(pid: pid, latency: latency < 0 ? nil : latency)
    case .exited:
      let pid = try message.integer(Int32.self)
      self = .exited(pid: pid, try Self.status(&message))
    case .refused: self = .refused(try Self.limit(&message))
    case .failed:
      let code = try message.integer(Int32.self)
      self = .failed(code == -1 ? .noProgram : code == -2 ? .nulCharacter : .system(code))
    case .wouldStart: self = .wouldStart
    case .queued: self = .queued
    case .skipped: self = .skipped
    case .replaced: self = .replaced
    case .toldToEnd: self = .toldToEnd(pid: try message.integer())
    case .killed: self = .killed(pid: try message.integer())
    case .line: self = .line(try message.value(among: Self.outcomes))
    }
  }

  private static let outcomes: [LineOutcome] = [.written, .waits, .replacesChange, .leftOut]

  private static func write(_ status: CommandStatus, to message: inout LinkWriter) {
    switch status {
    case .code(let code): message.add(0, of: code)
    case .signal(let number): message.add(1, of: number)
    case .unknown: message.add(2, of: 0)
    }
  }

  private static func status(_ message: inout LinkReader) throws(LinkReader.Malformed) -> CommandStatus {
    let kind = try message.integer(UInt8.self)
    let number = try message.integer(Int32.self)
    return kind == 0 ? .code(number) : kind == 1 ? .signal(number) : .unknown
  }

  private static func write(_ limit: CommandLimit, to message: inout LinkWriter) {
    switch limit {
    case .perBinding(let limit): message.add(0, of: Int32(clamping: limit))
    case .overall(let limit): message.add(1, of: Int32(clamping: limit))
    case .perSecond(let limit): message.add(2, of: Int32(clamping: limit))
    case .waiting(let limit): message.add(3, of: Int32(clamping: limit))
    }
  }

  private static func limit(_ message: inout LinkReader) throws(LinkReader.Malformed) -> CommandLimit {
    let kind = try message.integer(UInt8.self)
    let number = Int(try message.integer(Int32.self))
    switch kind {
    case 0: return .perBinding(number)
    case 1: return .overall(number)
    case 2: return .perSecond(number)
    case 3: return .waiting(number)
    case _: throw LinkReader.Malformed()
    }
  }
}
