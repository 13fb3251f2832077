/// A gesture that is possible from here, as a hint tells of it.
public struct GestureHint: Sendable {
  public let name: String
  /// All that is known of it beforehand, one object on one line.
  public let json: String

  /// Prepared once, and told again and again.
  public init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}
