/// All that changed among the touches of one device at one instant; touches not listed are stationary.
public struct Frame: Equatable, Sendable {
  public var device: DeviceID
  public var time: Timestamp
  public var touches: [Touch]

  /// What changed on `device` at `time`: touches that landed, moved, lifted or were cancelled, each once.
  public init(device: DeviceID, time: Timestamp, touches: [Touch]) {
    self.device = device
    self.time = time
    self.touches = touches
  }
}
