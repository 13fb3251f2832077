import CInputShims
import GestureCore
import Logging

/// What libinput and libevdev find wrong with one device. The first errors are logged; a device that causes too many is
/// silenced, and closed for a while.
package struct Complaints {
  package enum Answer: Equatable {
    /// It is logged, after the number of errors before it that were not.
    case log(leftOut: Int)
    case leaveOut
    /// More than a sound device causes.
    case tooMany
  }

  /// The errors that are tolerated within `time`: a driver with a fault of its own causes one with some of its gestures.
  package static let limit = 100
  package static let time = TimeSpan(milliseconds: 10_000)
  /// The errors of these that are logged.
  package static let logged = 10

  package init() {}

  private var start: Timestamp?
  private var count = 0

  /// Counts an error.
  package mutating func note(at now: Timestamp) -> Answer {
    var leftOut = 0
    if start.map({ now - $0 >= Self.time }) ?? true {
      leftOut = max(0, count - Self.logged)
      start = now
      count = 0
    }
    count += 1
    if count <= Self.logged { return .log(leftOut: leftOut) }
    return count <= Self.limit ? .leaveOut : .tooMany
  }

  /// The message before the next error of a device is logged.
  package static func leftOutText(_ count: Int) -> String { "\(count) more errors of the device below are not shown" }
}

/// Hears what libevdev finds wrong with a device that is read past libinput.
package final class ComplaintListener {
  private let log: Logger
  private let now: () -> Timestamp
  private let descriptor: Int32
  private var complaints = Complaints()
  private var isSilenced = false
  private var isTold = false

  /// For a device that is read by `descriptor`.
  init(_ descriptor: Int32, log: Logger, now: @escaping () -> Timestamp) {
    self.descriptor = descriptor
    self.log = log
    self.now = now
  }

  /// Whether the device has caused too many errors since this was last asked; it is silent then.
  func takeExcess() -> Bool {
    defer { isTold = isSilenced }
    return isSilenced && !isTold
  }

  /// libevdev reads until there is an event in order, so a device that outruns it would keep it for good: its descriptor is
  /// made one that has nothing to say.
  func hear(_ message: String) {
    switch complaints.note(at: now()) {
    case .log(let leftOut):
      if leftOut > 0 { log.error("\(Complaints.leftOutText(leftOut))") }
      log.error("libevdev: \(message)")
    case .leaveOut: break
    case .tooMany:
      guard !isSilenced else { return }
      isSilenced = true
      input_silence(descriptor)
    }
  }
}
