import Base

/// The process that is told of one action's gestures, line by line.
///
///     none --beginning, change--> running --ends--> none, or running again for the lines that wait
///       no start, a storm, or 3 early ends --> left alone --beginning--> none
///
/// Whatever the process does or doesn't read, telling it never waits.
final class Stream {
  /// A process that ends sooner after its start has ended too early, in microseconds.
  private static let early: Int64 = 10_000_000
  /// So many early ends during one gesture are enough.
  private static let earlyEnds = 3

  let action: ActionKey
  private(set) var process: Int32?
  /// The pipe's descriptor while it is watched, because lines wait.
  private(set) var watched: Int32?
  private var request: CommandRequest
  private let surroundings: Surroundings
  /// Nil also when the process runs, but does not read any more.
  private var pipe: StreamPipe?
  private var buffer = StreamBuffer()
  private var json = JSONLine()
  private var startedAt: Int64 = 0
  /// Since the last gesture began.
  private var endedEarly = 0
  private var isLeftAlone = false

  init(_ action: ActionKey, _ line: StreamLine, _ surroundings: Surroundings) {
    self.action = action
    self.surroundings = surroundings
    request = line.request
    request.environment += line.gesture.lastingVariables()
  }

  /// Gives the process a line, now or when it reads; starts one if there is none and the line is worth it.
  func tell(_ line: StreamLine) {
    request.since = line.request.since
    if line.moment == .beginning {
      isLeftAlone = false
      endedEarly = 0
    }
    writeWaiting()
    guard admits(line), process != nil || start() else { return surroundings.observe(request, .line(.leftOut)) }
    json.write(line.gesture)
    let written = buffer.isEmpty ? write(json.bytes[...]) : 0
    guard written < json.bytes.count else { return surroundings.observe(request, .line(.written)) }
    let replaces = buffer.add(json.bytes, written: written, line.moment, device: line.device)
    surroundings.observe(request, .line(replaces ? .replacesChange : .waits))
    waitForReader()
  }

  /// The pipe has room, or nobody at its other end.
  func ready() {
    writeWaiting()
    waitForReader()
  }

  /// Its process has ended.
  func ended(_ status: CommandStatus) {
    process = nil
    closePipe()
    endedEarly = surroundings.now() - startedAt < Self.early ? endedEarly + 1 : 0
    // The shell's answer has been told.
    if ShellAnswer(request.command, status) != nil { return leaveAlone() }
    guard endedEarly < Self.earlyEnds else {
      let ends = ActionMessage.Ends(count: endedEarly, withinMicroseconds: Self.early, last: status)
      surroundings.log.leftAlone(request, ends)
      return leaveAlone()
    }
    buffer.processIsGone()
    if !buffer.isEmpty, start() { ready() }
  }

  /// Says the last, and closes the pipe, which tells the process that nothing more comes.
  func end() {
    if let pipe, !buffer.isEmpty {
      pipe.makeRoomForTheEnd()
      _ = pipe.write(buffer.rest)
    }
    closePipe()
  }

  private func admits(_ line: StreamLine) -> Bool {
    guard !isLeftAlone else { return false }
    let wasStuck = buffer.leftOut > 0
    let isAdmitted = buffer.admits(line.moment, device: line.device)
    if !wasStuck, buffer.leftOut > 0 { surroundings.log.stuck(request) }
    return isAdmitted
  }

  private func start() -> Bool {
    guard surroundings.mayStart(request) else {
      leaveAlone()
      return false
    }
    do throws(StartFailure) {
      let fresh = try StreamPipe()
      process = surroundings.launch(request, of: action, input: fresh.readingEnd)
      fresh.closeReadingEnd()
      pipe = fresh
      startedAt = surroundings.now()
    } catch {
      surroundings.failed(request, error)
    }
    if process == nil { leaveAlone() }
    return process != nil
  }

  /// Until the next gesture begins.
  private func leaveAlone() {
    isLeftAlone = true
    closePipe()
    buffer.clear()
  }

  /// How many of the bytes are written.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let pipe else { return 0 }
    switch pipe.write(bytes) {
    case .took(let count): return count
    case .full: return 0
    case .readerIsGone:
      closePipe()
      return 0
    }
  }

  private func writeWaiting() {
    guard !buffer.isEmpty else { return }
    while !buffer.isEmpty {
      let count = write(buffer.next)
      guard count > 0 else { break }
      buffer.take(count)
    }
    if let missed = buffer.takeLeftOut() { surroundings.log.readsAgain(request, leftOut: missed) }
  }

  /// While lines wait, the pipe is watched; if it has no reader any more, the process has ended or will.
  private func waitForReader() {
    guard !buffer.isEmpty else { return stopWaiting() }
    guard let pipe else { return reap() }
    guard watched == nil else { return }
    // Where it can't be watched, the next line tries again.
    do throws(SystemError) { try surroundings.watch(pipe.descriptor, .writing) } catch { return }
    watched = pipe.descriptor
  }

  private func stopWaiting() {
    guard let descriptor = watched else { return }
    watched = nil
    surroundings.unwatch(descriptor)
  }

  private func closePipe() {
    stopWaiting()
    pipe = nil
  }

  /// Asks whether the process has ended; its descriptor may not have been served yet.
  private func reap() {
    for end in surroundings.live.reap(where: { [process] in $0.isStream && $0.pid == process }) {
      surroundings.streamEnded(end)
      ended(end.status)
    }
  }
}
