/// How the hand is told of one gesture, by its key `feedback`.
public struct GestureFeedback: Equatable, Sendable {
  public static let key = "feedback"

  /// Whether `[overlay]` may draw it.
  public var isSeen = true

  public init(isSeen: Bool = true) { self.isSeen = isSeen }
}
