import CInputShims
import GestureCore
import Logging

/// Counts a device's errors from libinput or libevdev. In each period of `time`, only the first `logged` errors are
/// logged. After more than `limit` errors in a period, the device must be silenced.
package struct Complaints {
  package enum Answer: Equatable {
    /// Log the error. If `unlogged` isn't 0, first log that this many earlier errors were not logged.
    case log(unlogged: Int)
    case leaveOut
    /// The device has caused too many errors. It must be silenced.
    case tooMany
  }

  /// The number of errors that a device can cause within `time`; one more silences the device. A faulty driver that
  /// causes an error with some gestures stays below this limit.
  package static let limit = 100
  package static let time = TimeSpan(milliseconds: 10_000)
  package static let logged = 10

  package init() {}

  private var start: Timestamp?
  private var count = 0

  package mutating func note(at now: Timestamp) -> Answer {
    var unlogged = 0
    if start.map({ now - $0 >= Self.time }) ?? true {
      unlogged = max(0, count - Self.logged)
      start = now
      count = 0
    }
    count += 1
    if count <= Self.logged { return .log(unlogged: unlogged) }
    return count <= Self.limit ? .leaveOut : .tooMany
  }

  /// The message about unlogged errors, which precedes the next logged error of a device.
  package static func unloggedText(_ count: Int) -> String {
    "earlier errors that were not logged: \(count)"
  }
}

/// Receives libevdev's errors about a device that is read without libinput.
package final class ComplaintListener {
  private let log: Logger
  private let now: () -> Timestamp
  private let descriptor: Int32
  private var complaints = Complaints()
  private var isSilenced = false
  private var isReported = false

  init(_ descriptor: Int32, log: Logger, now: @escaping () -> Timestamp) {
    (self.descriptor, self.log, self.now) = (descriptor, log, now)
  }

  func takeExcess() -> Bool {
    defer { isReported = isSilenced }
    return isSilenced && !isReported
  }

  /// Counts an error, and logs or skips it. Silences the device after too many errors. libevdev reads until it finds a
  /// valid event, so a fast device with only invalid events could block this process.
  func hear(_ message: String) {
    switch complaints.note(at: now()) {
    case .log(let unlogged):
      if unlogged > 0 { log.error("\(Complaints.unloggedText(unlogged))") }
      log.error("libevdev: \(message)")
    case .leaveOut: break
    case .tooMany:
      guard !isSilenced else { return }
      isSilenced = true
      input_silence(descriptor)
    }
  }
}
