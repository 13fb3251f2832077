import Bindings
import GestureCore
import Recordings

/// What hands do, piece by piece, for those who follow it: the lines of a touch script, whose replay is what the rules are shown.
///
/// Frames are written after the batch, so that no command waits for it.
struct TouchFeed {
  private var recorder = Recorder(.touchScript)
  /// The frames that are not written yet.
  private var frames: [Frame] = []

  /// From now on these devices send frames, in this session.
  init(_ devices: [(device: Device, rotation: Rotation)], in session: Context, at time: Timestamp) {
    for entry in devices { _ = recorder.add(entry.device, rotation: entry.rotation, at: time) }
    recorder.change(to: session, setsMode: true, at: time)
  }

  mutating func take(_ frame: Frame) { frames.append(frame) }

  mutating func add(_ device: Device, rotation: Rotation, at time: Timestamp) {
    write()
    _ = recorder.add(device, rotation: rotation, at: time)
  }

  mutating func remove(_ device: DeviceID, at time: Timestamp) {
    write()
    _ = recorder.remove(device, at: time)
  }

  mutating func cancelAll(at time: Timestamp) {
    write()
    _ = recorder.cancelAll(at: time)
  }

  mutating func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    write()
    recorder.change(to: context, setsMode: setsMode, at: time)
  }

  /// The lines since the last call, and when the script's time 0 was; no lines where nothing has happened.
  mutating func takePiece() -> (origin: Timestamp?, script: String) {
    write()
    return (recorder.origin, recorder.takeText())
  }

  private mutating func write() {
    guard !frames.isEmpty else { return }
    for frame in frames { _ = recorder.take(frame) }
    frames.removeAll(keepingCapacity: true)
  }
}
