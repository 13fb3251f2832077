/// Another program's configuration as rules of ours.
public struct Import {
  /// The text of a bindings.toml.
  public let rules: String
  /// How many of the source's gestures are in it, of how many.
  public let carried: Int
  public let total: Int
  /// A line for all that is not in it, with place and reason.
  public let remarks: [String]
  /// What was made of which line of the source.
  let items: [ImportedItem]

  /// Reads `bytes`, which come from the file called `file`.
  ///
  /// Throws if the text is not of that format at all, or has no gesture in it.
  public init(_ format: ImportFormat, bytes: [UInt8], file: String) throws(ImportError) {
    let source = try ConfigText(bytes, file: file)
    var items = try format.importer.init(source).items
    items += Self.unclaimed(source, items)
    let resolved = ImportConflictResolver(items, precedence: format.importer.precedence)
    guard resolved.total > 0 else {
      throw source.error(nil, ImportWording.nothing(format), fix: format.importer.example)
    }
    rules = RulesWriter(format: format, file: file, resolved: resolved).text
    carried = resolved.carried
    total = resolved.total
    remarks = resolved.remarks.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
      .map { "\(file):\($0.lines.lowerBound): \(ImportWording.notCarried($0.remark))" }
    self.items = items
  }

  /// What is told at the end.
  public var summary: String { ImportWording.summary(carried, of: total) }

  /// Lines that no importer has said anything about are named, so that nothing gets lost unseen.
  static func unclaimed(_ source: ConfigText, _ items: [ImportedItem]) -> [ImportedItem] {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    return source.written.filter { !claimed.contains($0) }
      .map { ImportedItem($0, .notCarried(Remark(text: source.line($0), reason: ImportWording.notUnderstood))) }
  }
}
