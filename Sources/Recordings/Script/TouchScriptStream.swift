import Bindings
import GestureCore

/// Reads the section `touches` while it is being written. Each line `touches` begins a new script with new device IDs.
public struct TouchScriptStream {
  public enum Event: Equatable, Sendable {
    /// A new script begins: earlier devices and session states are no longer valid.
    case beginning
    case device(Device)
    case session(ContextChange)
    case frame(Frame)
    case interruption(Interruption)

    /// The time of the event; 0 for a new script and for a device.
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
  /// The number of this script's devices that `read` has returned.
  private var reportedDevices = 0
  /// The number of devices in the earlier scripts of the stream.
  private var earlierDevices: Int32 = 0

  public init() {}

  /// Returns the events of `text` (whole lines). Throws the number of a wrong line; all events of `text` are then lost.
  public mutating func read(_ text: String, name: String = "the stream") throws(RecordingError) -> [Event] {
    var events: [Event] = []
    for line in Lines(text) {
      do throws(RecordingError.Reason) {
        var tokens = Tokens(try tokenize(line.text))
        guard let first = tokens.peek else { continue }
        if tokens.count == 1, first == TouchScript.Section.touches.rawValue {
          beginScript()
          events.append(.beginning)
        } else {
          try section.read(&tokens)
          appendEvents(to: &events)
        }
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
    return events
  }

  private mutating func beginScript() {
    earlierDevices += Int32(clamping: section.surfaces.count)
    section = TouchSection()
    surfaces = ScriptedSurfaces()
    reportedDevices = 0
  }

  private mutating func appendEvents(to events: inout [Event]) {
    while reportedDevices < section.surfaces.count {
      events.append(.device(renumbered(section.surfaces[reportedDevices].device)))
      reportedDevices += 1
    }
    let notes = section.drainNotes()
    events += notes.contexts.map { .session($0) }
    events += section.drainFrames(&surfaces).map { frame in
      var frame = frame
      frame.device = renumbered(frame.device)
      return .frame(frame)
    }
    events += notes.interruptions.map { interruption in
      guard case .unplugged(let device) = interruption.extent else { return .interruption(interruption) }
      return .interruption(Interruption(time: interruption.time, extent: .unplugged(renumbered(device))))
    }
  }

  private func renumbered(_ id: DeviceID) -> DeviceID { DeviceID(id.rawValue &+ earlierDevices) }

  private func renumbered(_ device: Device) -> Device {
    var device = device
    device.id = renumbered(device.id)
    return device
  }
}
