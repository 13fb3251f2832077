import GestureCore
import Recordings

/// Records frames into a file up to a maximum size. The rules must get the frames from `record`, as in a replay.
final class FileRecorder {
  /// The reason why a recording ended before the user ended it.
  enum Ending: Equatable {
    case full(ByteCount)
    case failed(CommandError)
  }

  /// The longest time from a new line to the recorder's next try to write, while fingers are down.
  static let delay = TimeSpan(milliseconds: 1000)
  /// The pause before the next write to a pipe that was full.
  private static let again = TimeSpan(milliseconds: 100)
  /// The number of bytes below the maximum size that are kept free for the recording's last lines.
  private static let reserve = 48 << 10

  /// Called when the file is full or can't be written. The function must not call the recorder.
  var ended: (Ending) -> Void = { _ in }
  /// When `advance` is due; nil if no lines wait to be written.
  private(set) var nextDeadline: Timestamp?
  private(set) var isOn = true
  /// The length of the recording, in bytes.
  private(set) var length = 0
  let output: RecordingOutput
  private let size: ByteCount
  private var recorder: Recorder

  /// Creates the recording at `path`; `-` is standard output.
  init(
    _ path: String, _ form: Recorder.Form = .touchScript, replaces: Bool = false, size: ByteCount, remarks: [String]
  ) throws(CommandError) {
    output = try RecordingOutput(path, replaces: replaces)
    recorder = Recorder(form, remarks: remarks)
    self.size = size
  }

  /// The time that is 0 in the recording; nil before the first recorded frame.
  var origin: Timestamp? { recorder.origin }

  /// Adds a device; returns the device that the rules must get instead.
  func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    guard isOn else { return device }
    defer { note(at: time) }
    return recorder.add(device, rotation: rotation, at: time)
  }

  /// Records a frame. Returns the frame for the rules, nil for an excluded device, or `frame` if `isOn` is false.
  func record(_ frame: Frame) -> Frame? {
    guard isOn else { return frame }
    let recorded = recorder.record(frame)
    note(at: recorded?.time ?? frame.time)
    return recorded
  }

  /// Removes a device; returns the time at which its touches are cancelled.
  func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    guard isOn else { return time }
    let moment = recorder.remove(device, at: time)
    note(at: moment)
    return moment
  }

  func cancelAll(at time: Timestamp) -> Timestamp {
    guard isOn else { return time }
    let moment = recorder.cancelAll(at: time)
    note(at: moment)
    return moment
  }

  func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    guard isOn else { return }
    recorder.change(to: context, setsMode: setsMode, at: time)
    note(at: time)
  }

  func noteReached(_ time: Timestamp) { if isOn { recorder.noteReached(time) } }

  func advance(to time: Timestamp) {
    guard isOn, let deadline = nextDeadline, deadline <= time else { return }
    flush(at: time)
  }

  func finish() throws(CommandError) {
    guard isOn else { return }
    isOn = false
    nextDeadline = nil
    try output.flush(isLast: true)
  }

  private func note(at time: Timestamp) {
    addText()
    if length > size.bytes - Self.reserve {
      _ = recorder.cancelAll(at: time)
      addText()
      end(.full(size))
    } else if !recorder.isTouched {
      flush(at: time)
    } else if output.isWaiting, nextDeadline == nil {
      nextDeadline = time + Self.delay
    }
  }

  private func addText() {
    let text = recorder.drainText()
    length += text.utf8.count
    output.add(text)
  }

  private func flush(at time: Timestamp) {
    do throws(CommandError) {
      try output.flush()
      nextDeadline = output.isWaiting ? time + Self.again : nil
    } catch {
      end(.failed(error))
    }
  }

  private func end(_ ending: Ending) {
    var ending = ending
    do throws(CommandError) {
      try finish()
    } catch {
      ending = .failed(error)
    }
    isOn = false
    nextDeadline = nil
    ended(ending)
  }
}
