import GestureCore

/// Takes down what touch devices show while rules are at work on it.
///
/// What it returns, and nothing else, is what the rules must be given: then a replay of the recording gives the same
/// gesture events as they did, at times counted from `origin`.
public struct Recorder: Sendable {
  public enum Form: Sendable {
    /// All devices, exactly.
    case touchScript
    /// The events of one device, the first that is touched, for other programs.
    case evemu
  }

  /// The time of the first frame, from which the recording counts.
  public private(set) var origin: Timestamp?
  /// What the session was like before the first frame, if it was known.
  private var first: Context?
  private var settler = FrameSettler()
  private var writer: any RecordingWriter
  /// The devices that are there, as they are written.
  private var devices: [DeviceID: Entry] = [:]

  private struct Entry: Equatable, Sendable {
    var device: Device
    var rotation: Rotation
  }

  /// `remarks` are the lines at the top of the file.
  public init(_ form: Form, remarks: [String] = []) {
    switch form {
    case .touchScript: writer = TouchScriptWriter(remarks: remarks)
    case .evemu: writer = EvemuWriter(remarks: remarks)
    }
  }

  public var isTouched: Bool { settler.isTouched }

  /// What was written since this was last asked, in whole lines.
  public mutating func takeText() -> String { writer.take() }

  /// From now on `device` shows frames; one that is known already has become another. Returns it as a replay has it.
  public mutating func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    let settled = settler.settle(device)
    let entry = Entry(device: settled, rotation: rotation)
    let before = devices[device.id]
    guard before != entry else { return settled }
    if before != nil { writeBreak(.unplugged(device.id), at: time) }
    devices[device.id] = entry
    writer.add(settled, rotation: rotation == .none ? nil : rotation)
    return settled
  }

  /// Returns the frame that the rules have to look at; nil for one that has no place in this recording.
  public mutating func take(_ frame: Frame) -> Frame? {
    guard devices[frame.device] != nil, writer.takes(frame.device) else { return nil }
    let settled = settler.settle(frame)
    let start = origin ?? settled.time
    origin = start
    if let first {
      writer.write(ContextChange(time: Timestamp(microseconds: 0), context: first, setsMode: false))
      self.first = nil
    }
    var written = settled
    written.time = Timestamp(microseconds: settled.time.microseconds - start.microseconds)
    writer.write(written)
    return settled
  }

  /// The device is gone. Returns when its touches have to be cancelled.
  public mutating func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    guard devices.removeValue(forKey: device) != nil else { return time }
    settler.remove(device)
    return writeBreak(.unplugged(device), at: time)
  }

  /// All touches are cancelled, and nothing waits any more. Returns when that has to be.
  public mutating func cancelAll(at time: Timestamp) -> Timestamp {
    settler.cancelAll()
    return writeBreak(.all, at: time)
  }

  /// The session is another one. `setsMode` is for a mode that no gesture has switched on.
  public mutating func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    guard let origin else {
      first = context
      return
    }
    let moment = settler.settleBreak(time)
    writer.write(ContextChange(time: moment.counted(from: origin), context: context, setsMode: setsMode))
  }

  /// The rules have served a deadline, and know that it was this late by then.
  public mutating func reached(_ time: Timestamp) { settler.reached(time) }

  @discardableResult
  private mutating func writeBreak(_ extent: Interruption.Extent, at time: Timestamp) -> Timestamp {
    let moment = settler.settleBreak(time)
    // What came before the first touch has broken nothing off.
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

/// Writes what it is told as the text of one kind of recording, a piece at a time.
///
/// Times are counted from the recording's start; frames are settled ones.
protocol RecordingWriter: Sendable {
  /// From now on there may be frames of `device`; a rotation is told where the surface is turned.
  mutating func add(_ device: Device, rotation: Rotation?)
  mutating func write(_ frame: Frame)
  mutating func write(_ interruption: Interruption)
  mutating func write(_ change: ContextChange)
  func takes(_ device: DeviceID) -> Bool
  mutating func take() -> String
}

/// What stands at the top of a recording, to explain the file to its reader.
public enum RecordingRemark {
  static let virtualTouches =
    "libinput reports only a touchpad's gestures: these touches are made up from them, around the middle."

  /// The lines; `date` is when the recording began, as a person writes it.
  public static func lines(version: String, date: String) -> [String] {
    [
      "Recorded by gesture-bridge \(version) on \(date).",
      "It has the positions and times of touches and the names of the touch devices. It has no keys. Of the desktop it has only what the rules ask for, such as the focused application.",
      "But touches on a screen may reveal what was typed on an on-screen keyboard.",
    ]
  }
}

/// The comments of an evemu file that say what the kernel's events can't.
enum EvemuComment {
  static let mark = "# gesture-bridge "
  /// What follows the mark is the line of a touch script.
  static let device = mark + "device "
  static let reset = mark + "reset "
}
