import GestureCore
import Text

/// One object of JSON on one line, member by member; numbers have three decimals.
public struct ObjectLine {
  private var members: [String] = []

  public init() {}

  public var text: String { "{\(members.joined(separator: ","))}" }

  /// Members as they are written, `"name":value`.
  mutating func add(_ written: [String]) { members += written }

  public mutating func add(_ name: String, _ text: String) { members.append("\"\(name)\":\(jsonString(text))") }

  public mutating func add(_ name: String, _ number: Int) { members.append("\"\(name)\":\(number)") }

  public mutating func add(_ name: String, _ flag: Bool) { members.append("\"\(name)\":\(flag)") }

  /// JSON has no word for what is not a number.
  public mutating func add(_ name: String, _ number: Double) {
    let text = number.isFinite ? decimal(number, places: 3, padded: true) : "null"
    members.append("\"\(name)\":\(text)")
  }

  public mutating func add(_ name: String, _ list: [String]) {
    members.append("\"\(name)\":[\(list.map(jsonString).joined(separator: ","))]")
  }

  public mutating func add(_ name: String, _ object: ObjectLine) { members.append("\"\(name)\":\(object.text)") }

  /// Places, each with its x and its y.
  public mutating func add(_ name: String, _ places: [Vector]) {
    let list = places.map { "[\(decimal($0.x, places: 3, padded: true)),\(decimal($0.y, places: 3, padded: true))]" }
    members.append("\"\(name)\":[\(list.joined(separator: ","))]")
  }

  mutating func add(_ name: String, _ objects: [ObjectLine]) {
    members.append("\"\(name)\":[\(objects.map(\.text).joined(separator: ","))]")
  }
}
