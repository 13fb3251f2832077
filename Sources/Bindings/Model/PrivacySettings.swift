import GestureCore

/// The settings of `[privacy]`: whether the daemon remembers touches.
public struct PrivacySettings: Equatable, Sendable {
  public static let remember = Setting<Bool>.flag(
    "remember", true, "Whether the touches of the last attempts are kept in memory, for `explain`, `tune` and `save`.",
    reason:
      "people ask about a gesture after they have made it; only `save` writes the kept touches to disk"
  )

  public static let declarations = [remember.declaration]

  public var remembers: Bool

  public init(_ values: [String: SettingValue] = [:]) { remembers = Settings(values)[Self.remember] }
}
