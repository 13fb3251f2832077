import GestureCore
import TOML

/// `not-in = ["steam_app_*"]`: a gesture gets no touches in these applications. In `[defaults]`, the key is for
/// gestures without their own `not-in`. An unknown application isn't excluded.
public struct ExcludedApps: Equatable, Sendable {
  public static let key = "not-in"
  static let example = "steam_app_*"

  /// The test that excluded applications meet; nil if no application is excluded.
  fileprivate let test: Condition.Test?

  /// Reads `not-in`; nil if the key is missing. An empty list excludes no application.
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
