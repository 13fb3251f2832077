import GestureCore
import Text

/// One object of JSON on one line, member by member; numbers have three decimals.
public struct ObjectLine {
  /// JSON has no word for what is not a number.
  private static let numbers = JSONWriter.Numbers.padded(places: 3)

  /// The object but for its end.
  private var writer = JSONWriter()

  public init() { writer.beginObject() }

  public var text: String {
    var writer = writer
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// A value that is written already.
  mutating func add(_ name: String, written value: String) {
    writer.key(name)
    writer.value(value.utf8)
  }

  public mutating func add(_ name: String, _ text: String) {
    writer.key(name)
    writer.string(text)
  }

  public mutating func add(_ name: String, _ number: Int) {
    writer.key(name)
    writer.integer(number)
  }

  public mutating func add(_ name: String, _ flag: Bool) {
    writer.key(name)
    writer.flag(flag)
  }

  public mutating func add(_ name: String, _ number: Double) {
    writer.key(name)
    writer.number(number, Self.numbers)
  }

  public mutating func add(_ name: String, _ list: [String]) {
    writer.key(name)
    writer.beginArray()
    for text in list { writer.string(text) }
    writer.endArray()
  }

  public mutating func add(_ name: String, _ object: ObjectLine) { add(name, written: object.text) }

  /// Places, each with its x and its y.
  public mutating func add(_ name: String, _ places: [Vector]) {
    writer.key(name)
    writer.beginArray()
    for place in places {
      writer.beginArray()
      writer.number(place.x, Self.numbers)
      writer.number(place.y, Self.numbers)
      writer.endArray()
    }
    writer.endArray()
  }

  mutating func add(_ name: String, _ objects: [ObjectLine]) {
    writer.key(name)
    writer.beginArray()
    for object in objects { writer.value(object.text.utf8) }
    writer.endArray()
  }
}
