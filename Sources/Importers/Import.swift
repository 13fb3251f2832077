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
  public init(_ format: Format, bytes: [UInt8], file: String) throws(ImportError) {
    let source = try ConfigText(bytes, file: file)
    var items = try Self.items(format, source)
    items += Self.unclaimed(source, items)
    let arrangement = Arrangement(items, precedence: format.precedence)
    guard arrangement.total > 0 else {
      throw source.error(nil, Wording.nothing(format), fix: Wording.nothingFix(format))
    }
    rules = RulesWriter(format: format, file: file, arrangement: arrangement).text
    carried = arrangement.carried
    total = arrangement.total
    remarks = arrangement.remarks.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
      .map { "\(file):\($0.lines.lowerBound): \(Wording.notCarried($0.remark))" }
    self.items = items
  }

  /// What is told at the end.
  public var summary: String { Wording.summary(carried, of: total) }

  private static func items(_ format: Format, _ source: ConfigText) throws(ImportError) -> [ImportedItem] {
    switch format {
    case .libinputGestures: LibinputGesturesImporter(source).items
    case .touchegg: try ToucheggImporter(source).items
    case .fusuma: try FusumaImporter(source).items
    case .lisgd: try LisgdImporter(source).items
    case .gebaar: try GebaarImporter(source).items
    }
  }

  /// Lines that no importer has said anything about are named, so that nothing gets lost unseen.
  static func unclaimed(_ source: ConfigText, _ items: [ImportedItem]) -> [ImportedItem] {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    return source.written.filter { !claimed.contains($0) }
      .map { ImportedItem($0, .notCarried(Remark(text: source.line($0), reason: Wording.notUnderstood))) }
  }
}
