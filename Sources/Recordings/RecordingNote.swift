import GestureCore

/// Something a reader assumed or left out, as a fact; `description` is the sentence a user sees.
public enum RecordingNote: Equatable, Sendable {
  /// The device tells no physical size.
  case assumedSize(Size)
  /// There is no description: the greatest coordinates seen stand for the surface's far edges.
  case edgesFromEvents(x: Int32, y: Int32)
  case guessedClass(DeviceClass)
  /// INPUT_PROP_SEMI_MT: the kernel knows only the box around two fingers.
  case semiMultitouch
  case timesWentBack(line: Int)
  case eventsDropped(line: Int)
  case touchesLeftDown(Int)
  case noEvents
}

extension RecordingNote: CustomStringConvertible {
  public var description: String {
    switch self {
    case .assumedSize(let size):
      "the device tells no physical size: assuming \(mm(size.width)) x \(mm(size.height)) mm; --units-per-mm sets it"
    case .edgesFromEvents(let x, let y):
      "no device description: taking the greatest coordinates seen, \(x) x \(y), for the edges; --description tells them"
    case .guessedClass(let deviceClass):
      "no device description: taking the device for a \(deviceClass.rawValue); --device-kind says otherwise"
    case .semiMultitouch:
      "the device knows only the box around two fingers: their positions and twists may be mirrored"
    case .timesWentBack(let line):
      "line \(line): time goes back; such events count as of the latest time before them"
    case .eventsDropped(let line):
      "line \(line): the kernel dropped events; the touches then down are cancelled and begin anew when seen again"
    case .touchesLeftDown(let count):
      "\(Measure.fingers(count)) still down at the end: cancelled there"
    case .noEvents:
      "there are no events in it"
    }
  }

  private func mm(_ value: Double) -> String { decimal(value, places: 0) }
}
