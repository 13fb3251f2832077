import GestureCore

/// What a device does that no hand makes it do. Its effect is contained, and it is said once: neither the device's own gestures
/// nor other devices suffer from it for longer than can't be helped.
package enum DeviceFault: CaseIterable, Equatable, Sendable {
  /// It sends so much that events were lost, again and again.
  case lostEvents
  /// It sends more frames than any sensor makes.
  case flood
  /// It sends what can't be, as libinput and libevdev find, again and again.
  case invalidEvents
  /// It reports a touch far beyond its surface, or nowhere.
  case offSurface
  /// A touch neither moves nor lifts while others come and go.
  case stuckTouch
  /// Its firmware has lost the release of contacts.
  case unreleased

  /// Whether the device is closed for a while. For the other faults only the implausible touches are skipped.
  package var closes: Bool {
    switch self {
    case .lostEvents, .flood, .invalidEvents: true
    case .offSurface, .stuckTouch, .unreleased: false
    }
  }
}

/// Counts frames, and looks at the clock only twice in a few thousand of them.
package struct FramePace: Sendable {
  /// The fastest sensors scan 1,000 times a second.
  package static let limit = 4000
  package static let time = TimeSpan(milliseconds: 1000)

  private var count = 0
  private var start = Timestamp(microseconds: 0)

  package init() {}

  /// Counts a frame; returns whether the last `limit` of them came within `time`.
  package mutating func count(now: () -> Timestamp) -> Bool {
    if count == 0 { start = now() }
    count += 1
    guard count == Self.limit else { return false }
    count = 0
    return now() - start < Self.time
  }
}
