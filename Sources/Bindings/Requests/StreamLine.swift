import GestureCore
import Text

/// One gesture event for a stream's process. Any event except a gesture's end starts the process if needed.
public struct StreamLine: Sendable {
  /// The part of a gesture that the event reports.
  public enum Moment: Sendable {
    /// The gesture begins, or is recognized and ends at once.
    case beginning
    /// The gesture continues. A newer change replaces a change that still waits for the process.
    case change
    /// The gesture ends or is cancelled. No process is started for an end.
    case end
  }

  /// The request to start the process, with the rule's location. The environment doesn't have the gesture's variables.
  public var request: CommandRequest
  public var moment: Moment
  public var gesture: GestureEnvironment
  /// The device's number, which distinguishes simultaneous gestures on several devices.
  public var device: Int

  public init(_ request: CommandRequest, _ moment: Moment, _ gesture: GestureEnvironment, device: Int) {
    self.request = request
    self.moment = moment
    self.gesture = gesture
    self.device = device
  }

  init(_ command: Command, for performed: PerformedOrder) {
    let event = performed.order.event
    request = CommandRequest(command, for: performed, environment: [])
    gesture = performed.gesture
    device = Int(event.device.rawValue)
    moment =
      switch event.state {
      case .began, .recognized: .beginning
      case .changed: .change
      case .ended, .cancelled: .end
      }
  }
}

/// Writes a gesture event as one line of JSON. Each line reuses the memory of the previous line.
public struct JSONLine: Sendable {
  private var writer = JSONWriter()

  public init() {}

  /// The line with its line feed.
  public var bytes: [UInt8] { writer.bytes }

  /// Replaces the line by an object that begins with `head` and has the event's values, without missing values and NaN.
  public mutating func write(_ gesture: GestureEnvironment, after head: [UInt8] = []) {
    writer.removeAll()
    writer.beginObject(after: head)
    for value in EventValue.forCommands {
      guard let content = value.read(gesture), content.isWritable else { continue }
      writer.key(value.name)
      content.write(to: &writer)
    }
    writer.endObject()
    writer.raw(CollectionOfOne(UInt8(ascii: "\n")))
  }
}

extension EventValue.Value {
  /// Whether JSON can express the value: NaN can't be written.
  fileprivate var isWritable: Bool {
    switch self {
    case .text, .count, .hints: true
    case .points(let points): points.allSatisfy { !$0.x.isNaN && !$0.y.isNaN }
    case .number(let number): !number.isNaN
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .count(let count): writer.integer(max(0, count))
    case .number(let number): Self.write(number, to: &writer)
    case .points(let points):
      writer.beginArray()
      for point in points {
        writer.beginArray()
        Self.write(point.x, to: &writer)
        Self.write(point.y, to: &writer)
        writer.endArray()
      }
      writer.endArray()
    case .hints(let hints):
      writer.beginArray()
      for hint in hints { writer.value(hint.json.utf8) }
      writer.endArray()
    }
  }

  private static func write(_ number: Double, to writer: inout JSONWriter) {
    writer.number(bounded(number), .padded(places: decimals))
  }
}
