import Bindings
import GestureCore
import Recordings
import Runtime

/// Writes touch scripts for subscribers, at most every 16 ms, and only after orders are performed: commands come first.
struct TouchFeed {
  /// The shortest time between two pieces of the script, in microseconds.
  private static let pause: Int64 = 16_000

  private var recorder = Recorder(.touchScript)
  private var frames: [Frame] = []
  /// When the next piece is due, in CLOCK_MONOTONIC microseconds; nil if nothing is pending.
  private(set) var deadline: Int64?

  init(_ devices: [(device: Device, rotation: Rotation)], in session: Context, at time: Timestamp) {
    for entry in devices { _ = recorder.add(entry.device, rotation: entry.rotation, at: time) }
    recorder.change(to: session, setsMode: true, at: time)
    deadline = time.microseconds
  }

  mutating func take(_ frame: Frame) {
    frames.append(frame)
    wait()
  }

  /// Records a change that isn't a frame, after all earlier frames.
  mutating func record(_ change: (inout Recorder) -> Void) {
    write()
    wait()
    change(&recorder)
  }

  private mutating func wait() { if deadline == nil { deadline = EventLoop.now() + Self.pause } }

  /// Returns the script's next piece; nil if none is due. `origin` is time 0 in the script; nil before the first touch.
  mutating func takePiece() -> (origin: Timestamp?, script: String)? {
    guard let due = deadline, due <= EventLoop.now() else { return nil }
    deadline = nil
    write()
    return (recorder.origin, recorder.drainText())
  }

  private mutating func write() {
    guard !frames.isEmpty else { return }
    for frame in frames { _ = recorder.record(frame) }
    frames.removeAll(keepingCapacity: true)
  }
}
