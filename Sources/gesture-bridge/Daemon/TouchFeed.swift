import Bindings
import GestureCore
import Recordings
import Runtime

/// Writes touches as a touch script, piece by piece, for subscribers. A replay of the script gives the frames that the rules are shown.
///
/// Pieces come 60 times a second at most, and none with the frame that it is about: what follows has work to do then, and a command that
/// the frame starts goes first.
struct TouchFeed {
  /// In microseconds.
  private static let pause: Int64 = 16_000

  private var recorder = Recorder(.touchScript)
  private var frames: [Frame] = []
  /// When the next piece is due, CLOCK_MONOTONIC microseconds; nil while there is nothing to tell.
  private(set) var deadline: Int64?

  /// From now on these devices send frames, in this session.
  init(_ devices: [(device: Device, rotation: Rotation)], in session: Context, at time: Timestamp) {
    for entry in devices { _ = recorder.add(entry.device, rotation: entry.rotation, at: time) }
    recorder.change(to: session, setsMode: true, at: time)
    deadline = time.microseconds
  }

  mutating func take(_ frame: Frame) {
    frames.append(frame)
    wait()
  }

  /// Records what isn't a frame, after the frames before it.
  mutating func record(_ change: (inout Recorder) -> Void) {
    write()
    wait()
    change(&recorder)
  }

  private mutating func wait() { if deadline == nil { deadline = EventLoop.now() + Self.pause } }

  /// The lines since the last call, and when the script's time 0 was; no lines where nothing has happened, and nil before they are due.
  mutating func takePiece() -> (origin: Timestamp?, script: String)? {
    guard let due = deadline, due <= EventLoop.now() else { return nil }
    deadline = nil
    write()
    return (recorder.origin, recorder.takeText())
  }

  private mutating func write() {
    guard !frames.isEmpty else { return }
    for frame in frames { _ = recorder.take(frame) }
    frames.removeAll(keepingCapacity: true)
  }
}
