/// A place in a rules file, as editors and compilers write it: `bindings.toml:7:8`.
public struct FileLocation: Hashable, Sendable, CustomStringConvertible {
  public let file: String
  /// From 1.
  public let line: Int
  /// From 1, in Unicode scalars.
  public let column: Int

  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  public var description: String { "\(file):\(line):\(column)" }
}
