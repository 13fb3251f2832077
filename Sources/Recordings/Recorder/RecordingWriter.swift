import GestureCore

/// Writes what it is told as the text of one kind of recording, a piece at a time.
///
/// Times are counted from the recording's start; frames are settled ones.
protocol RecordingWriter: Sendable {
  /// From now on there may be frames of `device`; a rotation is told where the surface is turned.
  mutating func add(_ device: Device, rotation: Rotation?)
  mutating func write(_ frame: Frame)
  mutating func write(_ interruption: Interruption)
  mutating func write(_ change: ContextChange)
  /// Whether frames of this device can be written.
  func takes(_ device: DeviceID) -> Bool
  /// What was written since this was last asked: whole lines.
  mutating func take() -> String
}
