import GestureCore

/// Something about examples that whoever drew them should know.
public enum LearningWarning: Equatable, Sendable, CustomStringConvertible {
  /// The example of this number is not what the others show.
  case unlike(Int, percent: Double)
  /// These took longer than a stroke may.
  case slow([Int], allowed: TimeSpan)
  case differentFingers([Int])
  /// All are lines.
  case straight
  /// Another drawing can be taken for it.
  case like(String, percent: Double)
  /// So many of the examples are a gesture of the rules as well, which could wait for the gesture `by`.
  case alsoRecognized(String, kind: String, isDiscrete: Bool, Int, of: Int, by: String)

  /// What is no more unlike than that, in percent, is taken for the same.
  static let limit = 100.0

  public var description: String { LearningWording.warning(self) }
}
