import GestureCore

/// The words of a rules file that no type of the engine has, for whoever describes the form of such a file.
public enum Vocabulary {
  /// The keys of a `[zone.NAME]`.
  public static let zoneKeys = ZoneReader.keys
  /// What `tool` may be.
  public static let tools = ConditionReader.tools.map(\.0)
  /// What `modifiers` may name.
  public static let modifiers = Modifiers.named.map(\.key)
}
