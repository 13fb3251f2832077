import GestureCore
import TOML

/// `not-in = ["steam_app_*"]`: in these applications a gesture does not see any touch. It stands in a gesture, or in `[defaults]`
/// for all gestures that don't have it.
///
/// Where nothing tells which application is in front, nothing is excluded: otherwise there would be no gestures at all.
public struct ExcludedApps: Equatable, Sendable {
  public static let key = "not-in"
  static let example = "steam_app_*"

  /// Nil excludes nothing.
  fileprivate let test: Condition.Test?

  /// Nil if the table does not have the key; an empty list excludes nothing.
  init?(_ reader: inout TableReader) {
    guard reader.table[Self.key] != nil else { return nil }
    if reader.isEmptyList(Self.key) {
      _ = reader.take(Self.key)
      test = nil
    } else {
      test = reader.patterns(Self.key, example: Self.example)
    }
  }
}

extension GestureRule {
  mutating func exclude(_ apps: ExcludedApps) {
    if let test = apps.test { receive.exclude(.app, test, isOnlyIfKnown: true) }
  }
}
