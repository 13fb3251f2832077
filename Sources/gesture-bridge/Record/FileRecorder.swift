import GestureCore
import Recordings

/// Records what devices show into a file, up to a size.
///
/// The rules are given what it returns, so that a replay of the file gives the same gesture events. Once it is over, it
/// returns what it was given.
final class FileRecorder {
  /// What the command line asks of a recording.
  struct Options: Equatable {
    /// `-` is standard output.
    var path: String
    var form = Recorder.Form.touchScript
    var replaces = false
    var size = ByteCount.standard
  }

  /// Why a recording is over before anybody ended it.
  enum Ending: Equatable {
    case full(ByteCount)
    case failed(RecordingFailure)
  }

  /// Lines wait no longer than this to be written, even while fingers are down.
  static let delay = TimeSpan(milliseconds: 1000)
  /// When a pipe is looked at again that nobody has read from.
  private static let again = TimeSpan(milliseconds: 100)
  /// More than all that is written because of one frame, and of the end.
  private static let reserve = 48 << 10

  /// What is told when it is over; it may not call the recorder.
  var ended: (Ending) -> Void = { _ in }
  /// When `advance` wants to be called.
  private(set) var nextDeadline: Timestamp?
  private(set) var isOn = true
  /// How much was recorded, in bytes.
  private(set) var length = 0
  let output: RecordingOutput
  private let size: ByteCount
  private var recorder: Recorder

  /// - Throws: when the file can't be made.
  init(_ options: Options, remarks: [String]) throws(RecordingFailure) {
    output = try RecordingOutput(options.path, replaces: options.replaces)
    recorder = Recorder(options.form, remarks: remarks)
    size = options.size
  }

  /// The moment from which the recording counts; nil before the first touch.
  var origin: Timestamp? { recorder.origin }

  /// From now on `device` shows frames, on a surface that is turned like this.
  func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    guard isOn else { return device }
    defer { note(at: time) }
    return recorder.add(device, rotation: rotation, at: time)
  }

  /// The frame that the rules have to look at; nil for one that this recording can't hold.
  func take(_ frame: Frame) -> Frame? {
    guard isOn else { return frame }
    let settled = recorder.take(frame)
    note(at: settled?.time ?? frame.time)
    return settled
  }

  /// When the touches of a device that is gone have to be cancelled.
  func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    guard isOn else { return time }
    let moment = recorder.remove(device, at: time)
    note(at: moment)
    return moment
  }

  /// When all touches have to be cancelled.
  func cancelAll(at time: Timestamp) -> Timestamp {
    guard isOn else { return time }
    let moment = recorder.cancelAll(at: time)
    note(at: moment)
    return moment
  }

  /// Another mode is on, and no gesture has switched it on.
  func enter(_ mode: String, at time: Timestamp) {
    guard isOn else { return }
    recorder.enter(mode, at: time)
    note(at: time)
  }

  /// The rules serve a deadline now.
  func reached(_ time: Timestamp) {
    if isOn { recorder.reached(time) }
  }

  /// Writes what has waited for long enough.
  func advance(to time: Timestamp) {
    guard isOn, let deadline = nextDeadline, deadline <= time else { return }
    flush(at: time)
  }

  /// Nothing comes any more.
  func finish() throws(RecordingFailure) {
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
    let text = recorder.takeText()
    length += text.utf8.count
    output.add(text)
  }

  private func flush(at time: Timestamp) {
    do throws(RecordingFailure) {
      try output.flush()
      nextDeadline = output.isWaiting ? time + Self.again : nil
    } catch {
      end(.failed(error))
    }
  }

  private func end(_ ending: Ending) {
    var ending = ending
    do throws(RecordingFailure) {
      try finish()
    } catch {
      ending = .failed(error)
    }
    isOn = false
    nextDeadline = nil
    ended(ending)
  }
}
