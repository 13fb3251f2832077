import GestureCore

/// A device's fault: behaviour that no user causes. Its effect is contained, and it is logged once: the device's own gestures and other
/// devices are affected only for as long as can't be avoided.
package enum DeviceFault: CaseIterable, Equatable, Sendable {
  /// The device repeatedly sends so many events that some are lost.
  case lostEvents
  /// The device sends more frames than any sensor makes.
  case flood
  /// The device repeatedly sends events that libinput or libevdev reports as impossible.
  case invalidEvents
  /// The device reports a touch far beyond its surface, or at an invalid position.
  case offSurface
  /// A touch neither moves nor lifts while others come and go.
  case stuckTouch
  /// The device's firmware has lost the release of contacts.
  case unreleased

  /// Whether the device is closed for a while. For other faults only the implausible touches are ignored.
  package var closesDevice: Bool {
    switch self {
    case .lostEvents, .flood, .invalidEvents: true
    case .offSurface, .stuckTouch, .unreleased: false
    }
  }
}

/// Counts frames, and reads the clock only twice per `limit` frames.
package struct FramePace: Sendable {
  /// The most frames within `time`: the fastest sensors scan 1,000 times a second.
  package static let limit = 4000
  package static let time = TimeSpan(milliseconds: 1000)

  private var count = 0
  private var start = Timestamp(microseconds: 0)

  package init() {}

  /// Counts a frame; returns true if the last `limit` frames took less than `time`.
  package mutating func countFrame(now: () -> Timestamp) -> Bool {
    if count == 0 { start = now() }
    count += 1
    guard count == Self.limit else { return false }
    count = 0
    return now() - start < Self.time
  }
}
