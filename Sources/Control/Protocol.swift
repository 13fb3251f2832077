/// What both ends of the control socket agree on.
public enum ControlProtocol {
  /// Stands in every line; a higher one may mean other things by the same words.
  public static let version = 1
}
