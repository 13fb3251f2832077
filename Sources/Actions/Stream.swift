import Base
import Bindings
import CLinux
import Glibc

/// A process that gets an action's gestures line by line.
///
///     none --beginning, change--> running --ends--> none, or running again for the lines that wait
///       start fails, too many starts, shell can't run it, or 3 early ends --> left alone --beginning--> running
///
/// A stream that is left alone starts no process and drops its lines until the next gesture begins. Writing never
/// waits, even if the process doesn't read.
final class Stream {
  /// The time after a process's start, in microseconds, before which the process's end counts as too early.
  private static let early: Int64 = 10_000_000
  /// The number of early ends in a row after which the stream is left alone.
  private static let earlyEnds = 3

  let action: ActionKey
  private(set) var process: Int32?
  /// The pipe's descriptor while it is watched; otherwise nil.
  private(set) var watched: Int32?
  private var request: CommandRequest
  private let processes: Processes
  /// The pipe to the process. Nil without a process, or if the process has closed its input.
  private var pipe: StreamPipe?
  private var buffer = StreamBuffer()
  private var json = JSONLine()
  private var startedAt: Int64 = 0
  private var earlyEndCount = 0
  private var isSuspended = false

  init(_ action: ActionKey, _ line: StreamLine, _ processes: Processes) {
    (self.action, self.processes) = (action, processes)
    request = line.request
    request.environment += line.gesture.lastingVariables()
  }

  /// Sends or keeps a line, and starts a process if none runs. Drops the line if it isn't admitted or the start fails.
  func send(_ line: StreamLine) {
    request.since = line.request.since
    if line.moment == .beginning {
      isSuspended = false
      earlyEndCount = 0
    }
    writeWaiting()
    guard admits(line), process != nil || start() else { return processes.observe(request, .line(.dropped)) }
    json.write(line.gesture)
    let written = buffer.isEmpty ? write(json.bytes[...]) : 0
    guard written < json.bytes.count else { return processes.observe(request, .line(.written)) }
    let replaces = buffer.add(json.bytes, written: written, line.moment, device: line.device)
    processes.observe(request, .line(replaces ? .replacesChange : .waits))
    waitForReader()
  }

  /// Writes waiting lines. Called when the pipe is ready.
  func ready() {
    writeWaiting()
    waitForReader()
  }

  func ended(_ status: CommandStatus) {
    process = nil
    closePipe()
    earlyEndCount = processes.now() - startedAt < Self.early ? earlyEndCount + 1 : 0
    // The shell's answer has already been logged.
    if ShellAnswer(request.command, status) != nil { return suspend() }
    guard earlyEndCount < Self.earlyEnds else {
      let ends = ActionMessage.Ends(count: earlyEndCount, withinMicroseconds: Self.early, last: status)
      processes.log.logProblem(.endedEarly(request.command, ends, .init(request)), of: request)
      return suspend()
    }
    buffer.processEnded()
    if !buffer.isEmpty, start() { ready() }
  }

  /// Writes the waiting lines, and closes the pipe.
  func end() {
    if let pipe, !buffer.isEmpty {
      pipe.makeRoomForTheEnd()
      _ = pipe.write(buffer.rest)
    }
    closePipe()
  }

  private func admits(_ line: StreamLine) -> Bool {
    guard !isSuspended else { return false }
    let wasStuck = buffer.skippedCount > 0
    let isAdmitted = buffer.admits(line.moment, device: line.device)
    if !wasStuck, buffer.skippedCount > 0 {
      processes.log.log(.stuck(request.command, gesture: request.gesture, .init(request)))
    }
    return isAdmitted
  }

  private func start() -> Bool {
    guard processes.mayStart(request) else {
      suspend()
      return false
    }
    do throws(StartFailure) {
      let fresh = try StreamPipe()
      process = processes.launch(request, of: action, input: fresh.readingEnd)
      fresh.closeReadingEnd()
      pipe = fresh
      startedAt = processes.now()
    } catch {
      processes.failed(request, error)
    }
    if process == nil { suspend() }
    return process != nil
  }

  /// Closes the pipe and drops all lines until the next gesture begins.
  private func suspend() {
    isSuspended = true
    closePipe()
    buffer.clear()
  }

  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let pipe else { return 0 }
    if let count = pipe.write(bytes) { return count }
    closePipe()
    return 0
  }

  private func writeWaiting() {
    guard !buffer.isEmpty else { return }
    while !buffer.isEmpty {
      let count = write(buffer.next)
      guard count > 0 else { break }
      buffer.removeWritten(count)
    }
    if let missed = buffer.consumeSkipped() {
      processes.log.log(.readsAgain(request.command, skipped: missed, .init(request)))
    }
  }

  /// Watches the pipe while lines wait. If lines wait and the pipe is closed, checks whether the process has ended.
  private func waitForReader() {
    guard !buffer.isEmpty else { return stopWaiting() }
    guard let pipe else { return reap() }
    guard watched == nil else { return }
    // If the pipe can't be watched, the next line tries again.
    do throws(SystemError) { try processes.watch(pipe.descriptor, .writing) } catch { return }
    watched = pipe.descriptor
  }

  private func stopWaiting() {
    guard let descriptor = watched else { return }
    watched = nil
    processes.unwatch(descriptor)
  }

  private func closePipe() {
    stopWaiting()
    pipe = nil
  }

  /// If the process has ended, reaps the process and handles the end. The event loop may report the end only later.
  private func reap() {
    for end in processes.reap(where: { [process] in $0.isStream && $0.pid == process }) {
      processes.streamEnded(end)
      ended(end.status)
    }
  }
}

/// The streams that are in use, one for each action.
final class Streams {
  private let processes: Processes
  private var all: [ActionKey: Stream] = [:]

  init(_ processes: Processes) { self.processes = processes }

  deinit { end() }

  func send(_ line: StreamLine, of action: ActionKey) {
    if let stream = all[action] { return stream.send(line) }
    // A process that got no beginning needs no end.
    guard line.moment != .end else { return processes.observe(line.request, .line(.dropped)) }
    let stream = Stream(action, line, processes)
    all[action] = stream
    stream.send(line)
  }

  /// Writes a stream's waiting lines if `descriptor` is the stream's watched pipe.
  func ready(_ descriptor: Int32) { all.values.first { $0.watched == descriptor }?.ready() }

  func ended(_ end: Processes.Ended) {
    processes.streamEnded(end)
    guard let stream = all[end.command.action], stream.process == end.command.pid else { return }
    stream.ended(end.status)
  }

  func end() {
    for stream in all.values { stream.end() }
    all = [:]
  }
}

extension Processes {
  func streamEnded(_ end: Processes.Ended) {
    log.streamEnded(end.command.request, end.status)
    observe(end.command.request, .exited(pid: end.command.pid, end.status))
  }
}

/// A pipe to a process. Writing never waits and never causes SIGPIPE.
final class StreamPipe {
  /// The pipe's size in bytes during the stream. It is small, so that a slow process gets few outdated lines.
  private static let heldWhileReading: Int32 = 4096
  /// The pipe's size in bytes when the stream ends: enough for all waiting lines.
  private static let heldAtTheEnd = Int32(2 * StreamBuffer.limit)

  let descriptor: Int32
  /// The process's end of the pipe, which the daemon closes after the start.
  private(set) var readingEnd: Int32

  init() throws(StartFailure) {
    var ends: [Int32] = [-1, -1]
    guard gb_pipe(&ends) == 0 else { throw .system(errno) }
    readingEnd = ends[0]
    descriptor = ends[1]
    _ = fcntl(readingEnd, F_SETFL, 0)
    _ = gb_pipe_resize(descriptor, Self.heldWhileReading)
  }

  deinit {
    closeReadingEnd()
    close(descriptor)
  }

  func closeReadingEnd() {
    guard readingEnd >= 0 else { return }
    close(readingEnd)
    readingEnd = -1
  }

  /// Enlarges the pipe for all waiting lines, so that the process can read the lines after the daemon closes the pipe.
  func makeRoomForTheEnd() { _ = gb_pipe_resize(descriptor, Self.heldAtTheEnd) }

  /// Writes as many bytes as the pipe has room for, and returns their number. Nil if the reader has closed the pipe.
  func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    BrokenPipe.withoutSignal({ $0 == nil }) {
      while true {
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        switch errno {
        case EINTR: continue
        case EAGAIN: return 0
        default: return nil
        }
      }
    }
  }
}

/// The lines that wait until a stream's process reads; a gesture's new change replaces the gesture's waiting change.
///
/// Without room for a gesture's beginning, the whole gesture is skipped. So the lines hardly exceed `limit`.
struct StreamBuffer {
  /// The number of waiting bytes at which a gesture that begins is skipped.
  static let limit = 65_536

  private struct Waiting {
    var bytes: [UInt8]
    var written = 0
    let moment: StreamLine.Moment
    let device: Int
  }

  /// The waiting lines in order; only the first line can be partly written.
  private var lines: [Waiting] = []
  private(set) var byteCount = 0
  /// The devices whose current gesture is sent to the process.
  private var receiving: Set<Int> = []
  /// The devices whose current gesture is skipped for lack of room.
  private var skipping: Set<Int> = []
  /// The number of gestures that were skipped since the buffer became full.
  private(set) var skippedCount = 0

  var isEmpty: Bool { lines.isEmpty }

  var next: ArraySlice<UInt8> {
    guard let first = lines.first else { return [] }
    return first.bytes[first.written...]
  }

  var rest: ArraySlice<UInt8> { lines.flatMap { $0.bytes[$0.written...] }[...] }

  /// Returns whether to send a line, and remembers the decision for the gesture's next lines.
  mutating func admits(_ moment: StreamLine.Moment, device: Int) -> Bool {
    switch moment {
    case .beginning:
      guard skippedCount == 0, byteCount < Self.limit else {
        skippedCount += 1
        receiving.remove(device)
        skipping.insert(device)
        return false
      }
      skipping.remove(device)
      receiving.insert(device)
      return true
    case .change:
      guard !skipping.contains(device) else { return false }
      receiving.insert(device)
      return true
    case .end:
      skipping.remove(device)
      return receiving.remove(device) != nil
    }
  }

  /// Adds an admitted line. Returns true if the line replaces a waiting change.
  mutating func add(_ bytes: [UInt8], written: Int = 0, _ moment: StreamLine.Moment, device: Int) -> Bool {
    byteCount += bytes.count - written
    if moment == .change, let index = lines.lastIndex(where: { $0.device == device }),
      lines[index].moment == .change, lines[index].written == 0
    {
      byteCount -= lines[index].bytes.count
      lines[index].bytes = bytes
      return true
    }
    lines.append(Waiting(bytes: bytes, written: written, moment: moment, device: device))
    return false
  }

  mutating func removeWritten(_ count: Int) {
    guard !lines.isEmpty else { return }
    byteCount -= count
    lines[0].written += count
    if lines[0].written == lines[0].bytes.count { lines.removeFirst() }
  }

  /// Returns and resets the number of skipped gestures. Nil for 0 gestures, or while more than `limit / 2` bytes wait.
  mutating func consumeSkipped() -> Int? {
    guard skippedCount > 0, byteCount <= Self.limit / 2 else { return nil }
    defer { skippedCount = 0 }
    return skippedCount
  }

  /// Drops lines that a new process can't use: partly written lines, and a gesture's end if no other line waits.
  mutating func processEnded() {
    let waiting = lines.filter { $0.written == 0 }
    let missed = skippedCount
    let others = skipping
    clear()
    for line in waiting where admits(line.moment, device: line.device) {
      _ = add(line.bytes, line.moment, device: line.device)
    }
    skippedCount = missed
    skipping = others
  }

  mutating func clear() { self = StreamBuffer() }
}
