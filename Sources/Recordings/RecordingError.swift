import Bindings
import GestureCore
import Text

/// The error for a recording that can't be read: file, line and reason.
public struct RecordingError: Error, Equatable, Sendable {
  public let name: String
  /// The number of the line, counted from 1. Nil if the error isn't about a certain line.
  public let line: Int?
  public let reason: Reason

  public init(_ name: String, _ line: Int?, _ reason: Reason) {
    (self.name, self.line, self.reason) = (name, line, reason)
  }

  public enum Reason: Error, Equatable, Sendable {
    case empty, notARecording, libinputRecording, missingDeviceClass

    case notAnEventLine
    case badEvent
    case badEventTime(String)
    /// The event is this many days after the start of the recording.
    case farTooLate(days: Int64)
    case badDescription
    case notADescription

    case unclosedQuote
    case outsideSections
    case duplicateSection(String)
    case badTime(String)
    case badName(String)
    case expected(Part, found: String?)
    /// The section with this name needs a section `gestures`, which the script doesn't have.
    case needsGestures(String)

    case timeGoesBack(to: String, from: String)
    case unknownAction(String)
    case badPosition(String)
    case badPressure(String)
    case unknownButton(String)
    case notDown(String)
    case alreadyDown(String)
    case stillMoving(String, until: String)
    case endsInFirstFrame(String)
    case tooLong(String)

    case unknownClass(String)
    case badSize(String)
    case badRotation(String)
    case unknownOption(String)
    case duplicateDevice(String)
    case unknownDevice(String)
    case unplugged(String)

    /// The script's gestures or zones are wrong. The text is the message.
    case wrongRules(String)
    case badCondition(ConditionTextError)
  }

  /// The part that was expected in a line of a touch script, in words.
  public enum Part: String, Sendable {
    case action = "an action after the time, such as \"0ms down a 50,50\""
    case touchName = "the name of a touch"
    case downPosition = "a name and a position, such as \"down a 50,50\""
    case destination = "\"to\" or \"by\" and a position, such as \"move a by 0,-12\""
    case duration = "a time after \"over\", such as \"over 80ms\""
    case pressure = "a pressure from 0 to 1, such as \"pressure a 0.6\""
    case mode = "a mode, such as \"mode presentation\""
    case device = "a device, such as \"device pad: touchpad 100x66 mm\""
    case gesture = "a gesture, such as \"single = tap fingers=2\""
    case setting = "a setting, such as \"slop=3mm\""
    case condition = "a condition after \"?\" or \"&\", such as \"double?mode=presentation\""
    case zone = "a zone, such as \"left = edge=left band=10mm\""
    case endOfLine = "nothing more"
  }
}

extension RecordingError: CustomStringConvertible {
  /// The message for users, for example `pinch.touches:4: "50" is not a position in mm such as 50,12.5`.
  public var description: String {
    let place = line.map { "\(name):\($0)" } ?? name
    return "\(place): \(reason)"
  }
}

extension RecordingError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .empty: "the file is empty: use a file with a recording"
    case .notARecording:
      "not a recording: expected a touch script (with the section \"touches\"), evemu or evdev lines such as "
        + "\"E: 0.012345 0003 0035 1039\", or the output of `libinput record`"
    case .libinputRecording: "the file is the output of `libinput record`: convert the file to an evemu recording first"
    case .missingDeviceClass:
      "the class of the device is not in the recording: add --device-kind touchpad or --device-kind touchscreen"
    case .notAnEventLine: "a line must begin with a capital letter and a colon, such as \"E: 0.012345 0003 0035 1039\""
    case .badEvent: "expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    case .badEventTime(let text): "\(quoted(text)) is not a time in seconds such as 0.012345"
    case .farTooLate(let days):
      "this event is \(days) days after the first one, and a recording lasts 1,000 days at most: correct the time"
    case .badDescription: "this line of the device description must have the numbers that `evemu-describe` writes"
    case .notADescription: "not the output of `evemu-describe`: no line begins with N:, P:, B: or A:"
    case .unclosedQuote: "a quotation mark is missing: add \" at the end of the quoted text"
    case .outsideSections:
      "this line is in no section: write \"zones\", \"gestures\", \"touches\" or \"expect\" above it"
    case .duplicateSection(let name): "the section \(quoted(name)) occurs twice: put all its lines in one place"
    case .badTime(let text): "\(quoted(text)) is not a time such as 120ms or 1.5s"
    case .badName(let text): "\(quoted(text)) is not a name: use only letters, digits, \"-\" and \"_\""
    case .needsGestures(let text): "the section \(quoted(text)) needs gestures: add a section \"gestures\""
    case .expected(let part, let found): "expected \(part.rawValue)" + (found.map { ", found \(quoted($0))" } ?? "")
    case .timeGoesBack(let to, let from): "the time goes back from \(from) to \(to): sort the lines by time"
    case .unknownAction(let word):
      "unknown action \(quoted(word)): the actions are down, up, move, cancel, lost, palm, stylus, finger, counted, pressure, press, release, "
        + "\(Conditions.sessionFacts.map(\.name).joined(separator: ", ")), unplug, reset and wait"
    case .badPosition(let text): "\(quoted(text)) is not a position in mm such as 50,12.5"
    case .unknownButton(let word): "\(quoted(word)) is not a button: the buttons are left, right and middle"
    case .badPressure(let text): "\(quoted(text)) is not a pressure from 0 to 1"
    case .notDown(let name): "the touch \(quoted(name)) is not down: write \"down \(name) X,Y\" above this line"
    case .alreadyDown(let name): "the touch \(quoted(name)) is already down: use another name"
    case .stillMoving(let name, let until):
      "the touch \(quoted(name)) moves until \(until): use \(until) or a later time"
    case .endsInFirstFrame(let name): "the touch \(quoted(name)) lands at this time: end the touch at a later time"
    case .tooLong(let text): "\(quoted(text)) is too long: a movement can last 10 minutes at most"
    case .unknownClass(let text):
      "\(quoted(text)) is not a class of device: the classes are "
        + DeviceClass.allCases.map(\.rawValue).listed("and")
    case .badSize(let text): "\(quoted(text)) is not a size in mm such as 100x66"
    case .badRotation(let text):
      "\(quoted(text)) is not a rotation: the rotations are "
        + Rotation.allCases.map { String($0.rawValue) }.listed("and")
    case .unknownOption(let text):
      "\(quoted(text)) is not an option of a device: the options are pressure, no-contacts, no-places, settled-fingers, "
        + "stylus, on-screen, pointing, buttons, interception, fingers=1-5, rotation=90 and name=\"…\""
    case .duplicateDevice(let name): "the device \(quoted(name)) already exists: use another name"
    case .unknownDevice(let name):
      "the device \(quoted(name)) is unknown: write \"device \(name): touchscreen\" or \"device \(name): touchpad\""
    case .unplugged(let name):
      "the device \(quoted(name)) is unplugged: later touches need another device, such as \"device b: touchpad\""
    case .wrongRules(let text): text
    case .badCondition(let error): "\(quoted(error.text)) is not a valid \(error.expected)"
    }
  }
}

private func quoted(_ text: String) -> String { jsonString(text.count > 40 ? text.prefix(40) + "…" : text) }

/// An assumption about a recording, or a small fault in the recording. `description` is the text for users.
public enum RecordingNote: Equatable, Sendable {
  case assumedSize(Size)
  /// An axis has no range. The greatest coordinates become the surface's edges.
  case edgesFromEvents(x: Int32, y: Int32)
  case guessedClass(DeviceClass)
  /// The device has INPUT_PROP_SEMI_MT: it reports only the box around two fingers.
  case semiMultitouch
  case timesGoBack(line: Int)
  case eventsDropped(line: Int)
  case touchesLeftDown(Int)
  case noEvents
}

extension RecordingNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .assumedSize(let size):
      "the device reports no usable size: \(mm(size.width)) x \(mm(size.height)) mm is assumed; correct the size with --units-per-mm"
    case .edgesFromEvents(let x, let y):
      "the range of coordinates is unknown: the greatest recorded coordinates, \(x) x \(y), are assumed to be the edges; add the output of `evemu-describe` with --description"
    case .guessedClass(let deviceClass):
      "the class of the device is not known: \(deviceClass.rawValue) is assumed; set the class with --device-kind"
    case .semiMultitouch:
      "the device reports two fingers only as a rectangle around them: a turn may seem to go in the wrong direction"
    case .timesGoBack(let line):
      "line \(line): the time goes back; an event that is too early gets the time of the event before it"
    case .eventsDropped(let line):
      "line \(line): the kernel dropped events; touches that were down are cancelled, and land again when the device reports them again"
    case .touchesLeftDown(let count):
      "the recording ends with \(Measure.fingers(count)) down: touches without an end are cancelled"
    case .noEvents: "the recording has no events: record again, and touch the device"
    }
  }

  private func mm(_ value: Double) -> String { decimal(value, places: 0) }
}
