/// What a device does that no hand makes it do. It is contained, and said once: neither its own gestures nor other devices
/// are to suffer from it for longer than can't be helped.
public enum DeviceFault: CaseIterable, Equatable, Sendable {
  /// It sends so much that events were lost, again and again.
  case lostEvents
  /// It sends more frames than any sensor makes.
  case flood
  /// It says that a touch is far beyond its surface, or nowhere.
  case offSurface
  /// A touch neither moves nor lifts while others come and go.
  case stuckTouch

  /// Whether the device is closed for a while. Of the others only the touches that can't be are left out.
  var closes: Bool {
    switch self {
    case .lostEvents, .flood: true
    case .offSurface, .stuckTouch: false
    }
  }
}
