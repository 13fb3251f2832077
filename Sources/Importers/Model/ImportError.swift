/// What keeps a file from being imported, with its place and what to do about it.
public struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  public let file: String
  /// Nil where it is about the whole file.
  public let line: Int?
  public let message: String
  public let fix: String

  init(file: String, line: Int? = nil, _ message: String, fix: String) {
    self.file = file
    self.line = line
    self.message = message
    self.fix = fix
  }

  public var description: String { "\(place): error: \(message); \(fix)" }

  /// The same for those who say themselves that it is an error.
  public var fact: String { "\(place): \(message); \(fix)" }

  private var place: String { line.map { "\(file):\($0)" } ?? file }
}
