import Bindings
import GestureCore

/// Why a recording can't be read: the file, the line where there is one, and the fact.
public struct RecordingError: Error, Equatable, Sendable {
  public let name: String
  /// Counted from 1.
  public let line: Int?
  public let reason: Reason

  public init(_ name: String, _ line: Int?, _ reason: Reason) {
    self.name = name
    self.line = line
    self.reason = reason
  }

  /// What is wrong, as a fact.
  public enum Reason: Error, Equatable, Sendable {
    case empty
    case notARecording
    /// A recording of another program, which this module leaves to others.
    case foreign
    case deviceKindUnknown
    case events(EventFault)
    case script(ScriptFault)
    case touches(TouchFault)
    case device(DeviceFault)
    case rules(RuleFault)
    case zones(ZoneFault)
  }

  /// What is wrong with a line of events or of a device description.
  public enum EventFault: Equatable, Sendable {
    case notAnEventLine
    case badEvent
    case badTime(String)
    /// So many days after the recording began.
    case farTooLate(days: Int64)
    case badDescription
    case notADescription
  }

  /// What is wrong with the form of a touch script.
  public enum ScriptFault: Equatable, Sendable {
    case unclosedQuote
    case outsideSections
    case sectionTwice(String)
    case badTime(String)
    case badName(String)
    case expected(Part, found: String?)
    /// This is about the script's own gestures, and it has none.
    case needsGestures(String)
  }

  /// What a line of a touch script lacks.
  public enum Part: Equatable, Sendable {
    case action, touchName, downPosition, destination, duration, pressure, mode, device, expectation, gesture, setting
    case condition, zone, endOfLine
  }

  /// What is wrong with what the touches of a script do.
  public enum TouchFault: Equatable, Sendable {
    case timeGoesBack(to: String, from: String)
    case unknownAction(String)
    case badPosition(String)
    case badPressure(String)
    case notDown(String)
    case alreadyDown(String)
    case stillMoving(String, until: String)
    /// Down and up in one frame.
    case upAtOnce(String)
    case tooLong(String)
  }

  /// What is wrong with a device of a touch script.
  public enum DeviceFault: Equatable, Sendable {
    case unknownClass(String)
    case badSize(String)
    case badRotation(String)
    case unknownOption(String)
    case twice(String)
    case unknown(String)
    case unplugged(String)
  }

  /// What is wrong with the gestures or the expectations of a touch script.
  public enum RuleFault: Equatable, Sendable {
    case unknownKind(String)
    case unknownSetting(String, kind: String)
    case badSetting(String, SettingShape, SettingError)
    case badRelation(String)
    case twice(String)
    case unknownGesture(String)
    /// They require one another to fail.
    case circle([String])
    case badPriority(String)
    case unknownTag(String)
    case unknownZone(String)
    /// A gesture that is made of others can't be part of one.
    case badPart(String, of: String)
    case bystanderPart(String, of: String)
    /// Of these settings exactly one is due.
    case alternatives([String], given: [String], kind: String)
    case badFlag(String)
    case unknownCondition(String, known: [String])
    case badCondition(ConditionTextError)
    case unknownState(String)
    case unknownValue(String)
    case badValue(String)
  }
  /// What is wrong with a zone of a touch script.
  public enum ZoneFault: Equatable, Sendable {
    case twice(String)
    case unknownWord(String)
    case unknownEdge(String)
    case unknownCorner(String)
    case badExtent(String)
    /// What it says is no shape, or more than one.
    case noShape
    /// They are inside one another.
    case circle([String])
  }
}
