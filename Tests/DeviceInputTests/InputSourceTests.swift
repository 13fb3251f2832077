import GestureCore
import Glibc
import Interception
import Logging
import Synchronization
import Testing

@testable import DeviceInput

/// Keeps the lines of the log.
private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }

  func logger(_ level: Logger.Level) -> Logger {
    Logger(label: "test") { _ in Keeper(logLevel: level, lines: self) }
  }

  /// The logging library's side of it.
  private struct Keeper: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level
    let lines: Lines

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.add("\(event.level): \(event.message)") }
  }
}

/// Counts events.
private final class ReportedEvents: InputSourceDelegate {
  private(set) var count = 0

  func handle(_ event: SourceEvent) { count += 1 }
}

/// The real libraries, without a device.
@Suite struct InputSourceTests {
  @Test func aSeatWithoutDevices() throws {
    let events = ReportedEvents()
    let source = try InputSource(
      seat: "seat-of-nobody", now: { Timestamp(microseconds: 0) }, log: Lines().logger(.trace))
    source.delegate = events
    source.start()
    #expect(source.descriptors.count == 4)
    #expect(source.descriptors.allSatisfy { $0 >= 0 })
    try source.read()
    for descriptor in source.descriptors { try source.read(descriptor) }
    source.advance(to: 1)
    #expect(events.count == 0)
    #expect(source.nextDeadline == nil)
    #expect(
      source.report.text
        == "no touch device found on seat-of-nobody: udev reports no touchscreen, touchpad or pen on this seat")
  }

  @Test func libinputsLogIsOurs() throws {
    let lines = Lines()
    let context = try LibinputContext(NodeOpener(), log: lines.logger(.info), now: { Timestamp(microseconds: 0) })
    #expect(throws: Refusal.notUnderstood) { try context.add("/nonexistent/event0") }
    #expect(lines.all == ["error: libinput: client bug: Invalid path /nonexistent/event0"])
  }

  @Test func messagesTooLongAreCut() throws {
    let lines = Lines()
    let context = try LibinputContext(NodeOpener(), log: lines.logger(.info), now: { Timestamp(microseconds: 0) })
    #expect(throws: Refusal.notUnderstood) { try context.add("/" + String(repeating: "%s\n", count: 1000)) }
    #expect(lines.all.count == 1)
    #expect(lines.all.allSatisfy { $0.utf8.count < 1100 && !$0.contains("\n") })
  }

  /// A device can make libinput complain as fast as the device sends events.
  @Test func ofManyErrorsFewAreLogged() throws {
    let lines = Lines()
    var now = Timestamp(microseconds: 0)
    let context = try LibinputContext(NodeOpener(), log: lines.logger(.info), now: { now })
    for _ in 0..<1000 { #expect(throws: Refusal.notUnderstood) { try context.add("/nonexistent/event0") } }
    let line = "error: libinput: client bug: Invalid path /nonexistent/event0"
    #expect(lines.all == [String](repeating: line, count: 10))
    now = now + Complaints.time
    #expect(throws: Refusal.notUnderstood) { try context.add("/nonexistent/event0") }
    #expect(lines.all.suffix(2) == ["error: earlier errors that were not logged: 990", line])
    #expect(context.takeExcess().isEmpty)
  }

  @Test func libinputsLevels() {
    #expect(LibinputContext.level(ofPriority: 10) == .debug)
    #expect(LibinputContext.level(ofPriority: 20) == .info)
    #expect(LibinputContext.level(ofPriority: 30) == .error)
    #expect(LibinputContext.level(ofPriority: 99) == .error)
  }
}
