import Bindings
import GestureCore

/// Reads a touch script while it is being written, some lines at a time: its section `touches`, which may begin anew at any time.
///
/// Devices have numbers that no earlier device of the stream had, also in a script that begins anew.
public struct TouchScriptStream {
  /// What lines say, in the order in which it happens.
  public enum Event: Equatable, Sendable {
    /// A new script begins: what was known of devices and the session does not hold any more.
    case beginning
    case device(Device)
    case session(ContextChange)
    case frame(Frame)
    case interruption(Interruption)

    /// A device is there from the start.
    var time: Timestamp {
      switch self {
      case .beginning, .device: Timestamp(microseconds: 0)
      case .session(let change): change.time
      case .frame(let frame): frame.time
      case .interruption(let interruption): interruption.time
      }
    }
  }

  private var section = TouchSection()
  private var surfaces = ScriptedSurfaces()
  /// So many devices of the section have been told.
  private var told = 0
  /// So many devices have been in the scripts before this one.
  private var earlier: Int32 = 0

  public init() {}

  /// Reads whole lines.
  /// - Throws: the first line that can't be understood, counted in `text`. What follows that line is lost.
  public mutating func read(_ text: String, name: String = "the stream") throws(RecordingError) -> [Event] {
    var events: [Event] = []
    for line in Lines(text) {
      do throws(RecordingError.Reason) {
        var tokens = Tokens(try tokenize(line.text))
        guard let first = tokens.peek else { continue }
        if tokens.count == 1, first == TouchScript.Section.touches.rawValue {
          begin()
          events.append(.beginning)
        } else {
          try section.read(&tokens)
          take(&events)
        }
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    return events
  }

  private mutating func begin() {
    earlier += Int32(clamping: section.surfaces.count)
    section = TouchSection()
    surfaces = ScriptedSurfaces()
    told = 0
  }

  private mutating func take(_ events: inout [Event]) {
    while told < section.surfaces.count {
      events.append(.device(renumbered(section.surfaces[told].device)))
      told += 1
    }
    let notes = section.takeNotes()
    events += notes.contexts.map { .session($0) }
    events += section.takeFrames(&surfaces).map { frame in
      var frame = frame
      frame.device = renumbered(frame.device)
      return .frame(frame)
    }
    events += notes.interruptions.map { interruption in
      guard case .unplugged(let device) = interruption.extent else { return .interruption(interruption) }
      return .interruption(Interruption(time: interruption.time, extent: .unplugged(renumbered(device))))
    }
  }

  private func renumbered(_ id: DeviceID) -> DeviceID { DeviceID(id.rawValue &+ earlier) }

  private func renumbered(_ device: Device) -> Device {
    var device = device
    device.id = renumbered(device.id)
    return device
  }
}
