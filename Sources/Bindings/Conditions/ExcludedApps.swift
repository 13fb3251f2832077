import GestureCore
import TOML

/// `not-in = ["steam_app_*"]`: a gesture gets no touches in these applications. The key is in a gesture, or in `[defaults]` for all
/// gestures that don't have it.
///
/// If the application in front is not known, nothing is excluded: otherwise there would be no gestures at all.
public struct ExcludedApps: Equatable, Sendable {
  public static let key = "not-in"
  static let example = "steam_app_*"

  /// Nil if nothing is excluded.
  fileprivate let test: Condition.Test?

  /// Nil if the table does not have the key; an empty list excludes nothing.
  init?(_ reader: inout TableReader) {
    guard reader.table[Self.key] != nil else { return nil }
    if reader.isEmptyList(Self.key) {
      _ = reader.readEntry(Self.key)
      test = nil
    } else {
      test = reader.patterns(Self.key, example: Self.example)
    }
  }
}

extension GestureRule {
  mutating func exclude(_ apps: ExcludedApps) {
    if let test = apps.test { receive.exclude(.app, test, acceptsUnknown: true) }
  }
}
