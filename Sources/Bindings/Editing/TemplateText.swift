import GestureCore

/// Writes examples of a drawing as the text of a file that `TemplateFile` reads.
public struct TemplateText: Equatable, Sendable {
  /// One drawing, as it is to be written.
  public struct Example: Equatable, Sendable {
    /// In mm, y down; they are written as the way from the first of them.
    public var points: [Vector]
    /// What is said of it in a comment; empty for nothing.
    public var remark: String

    public init(points: [Vector], remark: String = "") {
      self.points = points
      self.remark = remark
    }
  }

  /// No line is longer, in columns.
  private static let width = 120
  /// Positions have so many decimals: what a finger can't do on purpose is not written.
  public static let places = 1

  private let examples: [Example]

  public init(_ examples: [Example]) { self.examples = examples }

  /// A whole file of the examples of `name`.
  public func file(_ name: String) -> String {
    "\(DiagnosticText.templateHeader(name).map { "# \($0)\n" }.joined())\n\(text("\n"))"
  }

  /// A file with the examples behind all that it says already, which stays as it is, byte for byte.
  public func added(to old: [UInt8]) -> [UInt8] {
    let feed = UInt8(ascii: "\n")
    let first = old.firstIndex(of: feed)
    let end = first.map { $0 > 0 && old[$0 - 1] == UInt8(ascii: "\r") } == true ? "\r\n" : "\n"
    let gap = old.isEmpty ? "" : old.last == feed ? end : end + end
    return old + Array((gap + text(end)).utf8)
  }

  private func text(_ end: String) -> String {
    examples.map { Self.lines($0).joined(separator: end) + end }.joined(separator: end)
  }

  private static func lines(_ example: Example) -> [String] {
    let remark = example.remark.isEmpty ? [] : ["# \(example.remark.visible)"]
    return remark + ["[[\(TemplateFile.strokeKey)]]", "\(TemplateFile.pointsKey) = ["] + rows(example.points) + ["]"]
  }

  /// As many places to a row as fit.
  private static func rows(_ points: [Vector]) -> [String] {
    let origin = points.first ?? .zero
    var rows: [String] = []
    for point in points {
      let way = point - origin
      let text = "[\(decimal(way.x, places: places)), \(decimal(way.y, places: places))],"
      if let row = rows.last, row.utf8.count + 1 + text.utf8.count <= width {
        rows[rows.count - 1] = "\(row) \(text)"
      } else {
        rows.append("  \(text)")
      }
    }
    return rows
  }
}
