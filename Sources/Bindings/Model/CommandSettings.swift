import GestureCore

/// How the commands of all rules are started: what `[commands]` says.
public struct CommandSettings: Equatable, Sendable {
  public static let maxRunning = Setting<Int>.count(
    "max-running", 64, in: 1...512, "How many commands may be alive at a time; one too many is left out.",
    origin: "eight gestures with eight commands each; each takes a process and a descriptor of the usual 1024")
  public static let maxPerSecond = Setting<Int>.count(
    "max-per-second", 50, in: 1...1000,
    "How many commands may be started in a second, as many at once; what is beyond that is left out.",
    origin: "steps of 6 mm by a hand that moves fast, at 300 mm/s, are 50 commands a second")
  public static let scope = Setting<Bool>.flag(
    "scope", false, "Whether each command gets a scope of its own from the user's systemd.",
    origin: "a command begins ten times as late: 38 ms instead of 3 on a slow machine")

  /// All of them, for whoever describes the form of a rules file.
  public static let declarations = [maxRunning.declaration, maxPerSecond.declaration, scope.declaration]

  public var maxRunning: Int
  public var maxPerSecond: Int
  public var isScoped: Bool

  /// What is given by name counts, else the defaults.
  public init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    maxRunning = settings[Self.maxRunning]
    maxPerSecond = settings[Self.maxPerSecond]
    isScoped = settings[Self.scope]
  }
}
