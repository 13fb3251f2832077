import Text

/// Writes a gesture as one line of JSON; its memory is used again from line to line.
public struct JSONLine: Sendable {
  private var writer = JSONWriter()

  public init() {}

  /// The line with its line feed.
  public var bytes: [UInt8] { writer.bytes }

  /// Puts in place of the line before an object with every value that the gesture has, and a line feed. The object begins
  /// with `head`, up to its last member there, if that is not empty.
  public mutating func write(_ gesture: GestureEnvironment, behind head: [UInt8] = []) {
    writer.removeAll()
    writer.beginObject(after: head)
    for variable in GestureVariable.table {
      guard let value = variable.value(gesture), value.isWritable else { continue }
      writer.key(variable.key)
      value.write(to: &writer)
    }
    writer.endObject()
    writer.raw(CollectionOfOne(UInt8(ascii: "\n")))
  }
}

extension GestureVariable.Value {
  /// JSON has no word for what is not a number.
  fileprivate var isWritable: Bool {
    switch self {
    case .text, .count, .hints: true
    case .places(let places): places.allSatisfy { !$0.x.isNaN && !$0.y.isNaN }
    case .number(let number): !number.isNaN
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.string(text)
    case .count(let count): writer.integer(max(0, count))
    case .number(let number): Self.write(number, to: &writer)
    case .places(let places):
      writer.beginArray()
      for place in places {
        writer.beginArray()
        Self.write(place.x, to: &writer)
        Self.write(place.y, to: &writer)
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
    writer.number(bounded(number), .padded(places: places))
  }
}
