/// What both ends of the control socket agree on.
public enum ControlProtocol {
  /// Stands in every line; a higher one may mean other things by the same words.
  public static let version = 1
  /// So long may a request's line be, in bytes without its end.
  public static let longestRequest = 64 << 10
  /// So long may an answer's line be; that of a thousand bindings has a hundredth of it.
  public static let longestAnswer = 64 << 20
  /// So deep may lists and objects stand in one another.
  public static let deepest = 16
}
