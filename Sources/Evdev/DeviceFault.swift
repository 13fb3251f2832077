import GestureCore

/// A fault of a device: behaviour that the user's fingers can't cause.
package enum DeviceFault: CaseIterable, Equatable, Sendable {
  /// The device repeatedly sends so many events that some are lost.
  case lostEvents
  /// The device sends more frames than any sensor makes.
  case flood
  /// The device repeatedly sends events that libinput or libevdev reports as impossible.
  case invalidEvents
  /// The device reports a touch far beyond its surface, or at an invalid position.
  case offSurface
  /// A touch neither moves nor lifts while other touches land and lift.
  case stuckTouch
  /// The device's firmware hasn't reported that some contacts lifted.
  case unreleased

  /// Whether the fault closes the device for a while.
  package var closesDevice: Bool {
    switch self {
    case .lostEvents, .flood, .invalidEvents: true
    case .offSurface, .stuckTouch, .unreleased: false
    }
  }
}

/// Counts the frames of a device, to find out whether it sends too many. Reads the clock twice per `limit` frames.
package struct FramePace: Sendable {
  /// This many frames within `time` are too many. The fastest sensors scan 1,000 times a second.
  package static let limit = 4000
  package static let time = TimeSpan(milliseconds: 1000)

  private var count = 0
  private var start = Timestamp(microseconds: 0)

  package init() {}

  /// Counts a frame. Returns true at each `limit`-th frame if the last `limit` frames took less than `time`.
  package mutating func countFrame(now: () -> Timestamp) -> Bool {
    if count == 0 { start = now() }
    count += 1
    guard count == Self.limit else { return false }
    count = 0
    return now() - start < Self.time
  }
}
