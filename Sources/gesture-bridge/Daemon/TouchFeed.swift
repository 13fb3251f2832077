import Bindings
import GestureCore
import Recordings
import Runtime

/// Writes touches as a touch script, piece by piece, for subscribers. A replay of the script gives the frames that the rules got. At most
/// 60 pieces a second are sent, each later than its frames, so that the work of subscribers doesn't delay the commands that a frame starts.
struct TouchFeed {
  /// The shortest time between two pieces, in microseconds.
  private static let pause: Int64 = 16_000

  private var recorder = Recorder(.touchScript)
  private var frames: [Frame] = []
  /// When the next piece is due, CLOCK_MONOTONIC microseconds; nil if nothing is pending.
  private(set) var deadline: Int64?

  /// Begins a script with these devices in this session.
  init(_ devices: [(device: Device, rotation: Rotation)], in session: Context, at time: Timestamp) {
    for entry in devices { _ = recorder.add(entry.device, rotation: entry.rotation, at: time) }
    recorder.change(to: session, setsMode: true, at: time)
    deadline = time.microseconds
  }

  mutating func take(_ frame: Frame) {
    frames.append(frame)
    wait()
  }

  /// Records a change other than a frame, after the frames before it.
  mutating func record(_ change: (inout Recorder) -> Void) {
    write()
    wait()
    change(&recorder)
  }

  private mutating func wait() { if deadline == nil { deadline = EventLoop.now() + Self.pause } }

  /// The lines since the last call and the time of the script's 0; no lines if nothing has happened. Nil before a piece is due.
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
