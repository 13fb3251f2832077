/// One thing wrong with a file, as its user reads it.
public struct SyntaxError: Error, Equatable, Sendable {
  /// A fact in one sentence, without its place.
  public let message: String
  /// What to do about it.
  public let fix: String?
  /// The bytes the caret underlines; empty where something is missing.
  public let range: Range<Int>

  init(_ wording: SyntaxErrorText, at range: Range<Int>) {
    message = wording.message
    fix = wording.fix
    self.range = range
  }

  private init(message: String, fix: String?, range: Range<Int>) {
    self.message = message
    self.fix = fix
    self.range = range
  }

  func shifted(by distance: Int) -> SyntaxError {
    SyntaxError(message: message, fix: fix, range: range.lowerBound + distance..<range.upperBound + distance)
  }
}
