/// A key or a header that says again what the file has settled before.
struct Conflict: Error {
  /// What was settled.
  enum Rule: Error {
    case alreadySet
    case notATable
    case closedTable
    case closedArray
    case tableExists
    case arrayExists
  }

  private let rule: Rule
  /// The path up to the part where it cannot go on, as one would write it.
  private let name: String
  /// Where that part is written.
  let range: Range<Int>
  /// Where the earlier of the two stands.
  let first: Int

  init(_ rule: Rule, path: [Key], part: Int, first: Key) {
    self.rule = rule
    name = TOML.key(path[...part].map(\.name))
    range = path[part].range
    self.first = first.range.lowerBound
  }

  func wording(line: Int) -> SyntaxErrorText {
    let name = SyntaxErrorText.clipped(name)
    return switch rule {
    case .alreadySet: SyntaxErrorText.alreadySet(name, line: line)
    case .notATable: SyntaxErrorText.notATable(name, line: line)
    case .closedTable: SyntaxErrorText.closedTable(name, line: line)
    case .closedArray: SyntaxErrorText.closedArray(name, line: line)
    case .tableExists: SyntaxErrorText.tableExists(name, line: line)
    case .arrayExists: SyntaxErrorText.arrayExists(name, line: line)
    }
  }
}
