import GestureCore

/// What fingers had begun is broken off at one time: all touches are cancelled, and nothing waits any more.
///
/// It comes after the frames of its time.
public struct Interruption: Equatable, Sendable {
  /// How far it goes.
  public enum Extent: Equatable, Sendable {
    /// The device is gone; there are no frames of it any more.
    case unplugged(DeviceID)
    /// On all devices, as when other rules take over or the program is told to stop.
    case all
  }

  public var time: Timestamp
  public var extent: Extent

  public init(time: Timestamp, extent: Extent) {
    self.time = time
    self.extent = extent
  }
}
