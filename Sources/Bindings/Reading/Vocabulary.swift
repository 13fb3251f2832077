import GestureCore

/// The words of a rules file that no type of the engine has, for whoever describes the form of such a file.
public enum Vocabulary {
  /// The keys of a `[zone.NAME]`.
  public static let zoneKeys = ZoneReader.keys
}
