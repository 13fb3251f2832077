import GestureCore

/// Records touch frames. A replay repeats all gesture events if the rules get exactly the returned frames and times.
public struct Recorder: Sendable {
  public enum Form: Sendable {
    /// All devices, with exactly the values that `record` returns.
    case touchScript
    /// Only the first touched device, as kernel events for other programs.
    case evemu
  }

  /// The time of the first frame, which is time 0 in the recording. Nil before the first frame.
  public private(set) var origin: Timestamp?
  /// The state of the session before the first frame. Nil if the state is unknown or already written.
  private var initialContext: Context?
  private var normalizer = FrameNormalizer()
  private var writer: any RecordingWriter
  private var devices: [DeviceID: Entry] = [:]

  private struct Entry: Equatable, Sendable {
    var device: Device
    var rotation: Rotation
  }

  /// `remarks` are written as comments at the top of the file.
  public init(_ form: Form, remarks: [String] = []) {
    switch form {
    case .touchScript: writer = TouchScriptWriter(remarks: remarks)
    case .evemu: writer = EvemuWriter(remarks: remarks)
    }
  }

  public var isTouched: Bool { normalizer.isTouched }

  /// Removes and returns the lines that were written since the last call.
  public mutating func drainText() -> String { writer.drainText() }

  /// Adds or replaces a device. Returns the device with its size rounded as in the recording.
  public mutating func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    let normalized = normalizer.normalize(device)
    let entry = Entry(device: normalized, rotation: rotation)
    let before = devices[device.id]
    guard before != entry else { return normalized }
    if before != nil { writeBreak(.unplugged(device.id), at: time) }
    devices[device.id] = entry
    writer.add(normalized, rotation: rotation == .none ? nil : rotation)
    return normalized
  }

  /// Records a frame, and returns the frame that the rules must get. Returns nil and records nothing if the device is
  /// unknown or if the recording excludes the device.
  public mutating func record(_ frame: Frame) -> Frame? {
    guard devices[frame.device] != nil, writer.includes(frame.device) else { return nil }
    let normalized = normalizer.normalize(frame)
    let start = origin ?? normalized.time
    origin = start
    if let initialContext {
      writer.write(ContextChange(time: Timestamp(microseconds: 0), context: initialContext, setsMode: false))
      self.initialContext = nil
    }
    var written = normalized
    written.time = Timestamp(microseconds: normalized.time.microseconds - start.microseconds)
    writer.write(written)
    return normalized
  }

  /// Removes an unplugged device. Returns the time at which its touches must be cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    guard devices.removeValue(forKey: device) != nil else { return time }
    normalizer.remove(device)
    return writeBreak(.unplugged(device), at: time)
  }

  /// Records that all touches are cancelled. Returns the time at which the rules must cancel the touches.
  public mutating func cancelAll(at time: Timestamp) -> Timestamp {
    normalizer.cancelAll()
    return writeBreak(.all, at: time)
  }

  /// Records a new state of the session. If `setsMode`, the mode was set without a gesture, and a replay sets it too.
  public mutating func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    guard let origin else {
      initialContext = context
      return
    }
    let moment = normalizer.reserveBreak(time)
    writer.write(ContextChange(time: moment.counted(from: origin), context: context, setsMode: setsMode))
  }

  /// Notes that the rules processed a deadline at `time`. Everything recorded after this gets `time` or a later time.
  public mutating func noteReached(_ time: Timestamp) { normalizer.noteReached(time) }

  @discardableResult
  private mutating func writeBreak(_ extent: Interruption.Extent, at time: Timestamp) -> Timestamp {
    let moment = normalizer.reserveBreak(time)
    // Before the first touch there is nothing to cancel.
    if origin == nil, extent == .all { return moment }
    writer.write(Interruption(time: moment.counted(from: origin ?? moment), extent: extent))
    return moment
  }
}

extension Timestamp {
  fileprivate func counted(from origin: Timestamp) -> Timestamp {
    Timestamp(microseconds: microseconds - origin.microseconds)
  }
}

/// Writes a recording in one format. `Recorder` passes times since the recording's start, and normalized frames.
protocol RecordingWriter: Sendable {
  /// Declares `device` before its first frame. `rotation` is nil if the device isn't rotated.
  mutating func add(_ device: Device, rotation: Rotation?)
  mutating func write(_ frame: Frame)
  mutating func write(_ interruption: Interruption)
  mutating func write(_ change: ContextChange)
  func includes(_ device: DeviceID) -> Bool
  mutating func drainText() -> String
}

/// The comments at the top of a recording, which explain the file to people.
public enum RecordingRemark {
  static let virtualTouches =
    "libinput reports the gestures of a touchpad, but not its touches. The touches in this file are computed from the gestures, and are near the middle of the touchpad."

  /// Returns the texts of the comments. `date` is the date of the recording's start, formatted for people.
  public static func lines(version: String, date: String) -> [String] {
    [
      "Recorded by gesture-bridge \(version) on \(date).",
      "This file has the positions and times of touches, and the names of the touch devices. It may also have facts about the desktop that the rules ask for, such as the focused application or the modifier keys that are held. The file has no other key presses.",
      "However, touches on a screen may reveal what was typed on an on-screen keyboard.",
    ]
  }
}

/// The comments that gesture-bridge itself reads in an evemu file.
enum EvemuComment {
  static let mark = "# gesture-bridge "
  /// The beginning of a comment that describes the device like a `device` line of a touch script.
  static let device = mark + "device "
  static let reset = mark + "reset "
}
