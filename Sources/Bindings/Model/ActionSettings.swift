import GestureCore

/// The quantities an action may be given, each with its range.
public enum ActionSettings {
  public static let atMostEvery = Setting<TimeSpan>.time(
    "at-most-every", touchscreen: 50, touchpad: 50, in: 1...3_600_000,
    "The least time between two of an action; what is due sooner is left out.",
    origin: "20 commands a second look like one movement")

  /// How far a gesture goes from one step to the next.
  public static let distance = Setting.quantity(
    "every", .millimetres, touchscreen: 6, touchpad: 6, in: 0.5...500, "The way from one step to the next.",
    origin: "a hand can stop at 6 mm without looking")
  /// How far a gesture turns from one step to the next.
  public static let angle = Setting.quantity(
    "every", .degrees, touchscreen: 10, touchpad: 10, in: 1...360, "The turn from one step to the next.",
    origin: "a knob with 36 stops")
  /// By what share a gesture grows from one step to the next.
  public static let share = Setting.quantity(
    "every", .percent, touchscreen: 10, touchpad: 10, in: 1...400,
    "By what share the fingers move apart from one step to the next.", origin: "seven steps make it twice as large")

  /// What `every` of a step may be.
  public static let stretches = [distance.declaration, angle.declaration, share.declaration]
}
