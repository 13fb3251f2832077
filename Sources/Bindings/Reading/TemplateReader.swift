import GestureCore
import TOML
import Text

/// Reads the template files that rules name, each once.
final class TemplateReader {
  /// The paths of the template files that the rules name, including files that could not be read.
  private(set) var files: [String] = []

  private let includes: Includes
  private let problems: Problems
  private var results: [String: Result<StrokeTemplates?, Includes.Refusal>] = [:]

  init(_ includes: Includes, _ problems: Problems) { (self.includes, self.problems) = (includes, problems) }

  /// Reads the templates that a setting names. Nil if the setting is missing, or after an error.
  func value(of setting: SettingDeclaration, in reader: inout TableReader) -> SettingValue? {
    let errorsBefore = problems.errorCount
    guard let names = reader.strings(setting.name, example: "star") else { return nil }
    let areNames = problems.errorCount == errorsBefore
    if areNames, case .templates(let count) = setting.shape, !count.contains(names.value.count) {
      problems.error(at: names.range, .setting(setting, .wrongNumberOfTemplates(names.value.count, count), text: ""))
      return nil
    }
    let all = problems.once(names.value).compactMap(templates)
    // If the text of a file has an error, its templates are missing, and the error is reported already.
    return areNames && all.count == names.value.count ? .templates(all) : nil
  }

  private func templates(_ name: Located<String>) -> StrokeTemplates? {
    guard TemplateFile.isName(name.value) else {
      refuse(name)
      return nil
    }
    let rules = problems.source.location(of: name.range.lowerBound).file
    switch result(TemplateFile.path(of: name.value, nextToRules: rules), name.value) {
    case .success(let templates): return templates
    case .failure(let refusal):
      let shape = StrokeShape(rawValue: name.value).flatMap {
        $0 == .none ? nil : ", or write `shape = \($0.rawValue.quoted)`"
      }
      problems.error(
        at: name.range, refusal.message,
        fix: refusal.isMissing
          ? "make the drawing with `gesture-bridge learn \(name.value.short)`\(shape ?? "")" : refusal.fix)
      return nil
    }
  }

  /// Reports a name that a drawing can't have. If the name is a path, the fix proposes the name at the end of the path.
  private func refuse(_ name: Located<String>) {
    let file = name.value.split(separator: "/").last.map(String.init) ?? ""
    let suffix = TemplateFile.suffix
    let bare = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    let isPath = bare != name.value && TemplateFile.isName(bare)
    problems.error(
      at: name.range, "\(name.value.quoted) can't be the name of a drawing",
      fix: isPath
        ? "write \(bare.quoted), which is read from `\(TemplateFile.folder)/\(bare.short)\(suffix)`"
        : "use letters, digits, `-` and `_`, at most \(TemplateFile.longestName) bytes")
  }

  private func result(_ path: String, _ name: String) -> Result<StrokeTemplates?, Includes.Refusal> {
    if let known = results[path] { return known }
    files.append(path)
    let result = includes.read(path).map { TemplateFile.read(text: $0.text, file: path, name: name, problems) }
    results[path] = result
    return result
  }
}

/// A file of examples of one drawing: `templates/NAME.toml` next to the rules file that names the drawing.
///
///     # Drawn with one finger on a touchscreen.
///     [[stroke]]
///     points = [[0, 0], [4.2, 10], [8.5, 1.3]]
public enum TemplateFile {
  /// The folder of template files, next to the rules.
  public static let folder = "templates"
  public static let suffix = ".toml"
  /// The key of the examples, `[[stroke]]`. Each example has its points under `pointsKey`.
  public static let strokeKey = "stroke"
  public static let pointsKey = "points"
  /// The largest number of points in an example.
  public static let mostPoints = 4096
  /// The largest absolute value of a point's x and y, in mm.
  public static let farthest = 10_000.0
  /// The largest length of a name, in bytes. Common file systems accept a file name of this length plus the suffix.
  public static let longestName = 100

  public static func path(of name: String, nextToRules rules: String) -> String {
    let folderPath = rules.lastIndex(of: "/").map { String(rules[...$0]) } ?? ""
    return folderPath + folder + "/" + name + suffix
  }

  /// Whether a drawing can have this name: letters, digits, `-` and `_`, with 1 to `longestName` bytes.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "-" || $0 == "_"
      }
  }

  /// Reads the examples of the drawing `name` from `text`, which can be any bytes. After an error, `templates` is nil.
  public static func read(
    text: [UInt8], file: String, name: String
  ) -> (templates: StrokeTemplates?, diagnostics: [Diagnostic]) {
    let problems = Problems()
    let templates = read(text: text, file: file, name: name, problems)
    return (templates, problems.drainDiagnostics())
  }

  static func read(text: [UInt8], file: String, name: String, _ problems: Problems) -> StrokeTemplates? {
    let errorsBefore = problems.errorCount
    let document = TOML.parse(text, from: problems.open(Source(file: file, text: text)))
    problems.add(document)
    let reader = StrokeReader(name: name, problems: problems)
    let strokes = reader.strokes(document.root, isWhole: document.errors.isEmpty)
    return problems.errorCount == errorsBefore ? StrokeTemplates(name: name, strokes: strokes) : nil
  }
}

/// Reads the examples of one file.
private struct StrokeReader {
  private static let stroke = "`[[\(TemplateFile.strokeKey)]]`"
  private static let points = "`\(TemplateFile.pointsKey)`"
  private static let example = "\(TemplateFile.pointsKey) = [[0, 0], [10, 12.5]]"

  let name: String
  let problems: Problems

  func strokes(_ root: Table, isWhole: Bool) -> [[Vector]] {
    var reader = TableReader(root, problems)
    let entry = reader.readEntry(TemplateFile.strokeKey)
    reader.refuseUnknownKeys(
      [TemplateFile.strokeKey],
      otherwise: "a file of examples can have only \(Self.stroke) sections, each with \(Self.points)",
      advice: { $0 == TemplateFile.pointsKey ? "write \(Self.stroke) on the line before \(Self.points)" : nil })
    guard let entry else {
      // A file may have only comments, or only unknown keys.
      if isWhole, reader.unreadEntries.isEmpty {
        problems.error(
          at: root.range.lowerBound..<root.range.lowerBound, "this file has no stroke",
          fix: "draw examples with `gesture-bridge learn \(name.short) --replace`")
      }
      return []
    }
    guard case .array(let values) = entry.value.content, !values.isEmpty else {
      refuse(entry.key.range)
      return []
    }
    let mostStrokes = StrokeTemplates.mostStrokes
    if values.count > mostStrokes {
      problems.error(
        at: values[mostStrokes].range, "this file has \(values.count) strokes",
        fix: "keep at most \(mostStrokes) strokes: a drawing can't be compared with more")
    }
    return values.prefix(mostStrokes).compactMap(stroke)
  }

  private func stroke(_ value: Value) -> [Vector]? {
    guard case .table(let table) = value.content else {
      refuse(value.range)
      return nil
    }
    var reader = TableReader(table, problems)
    let entry = reader.readEntry(TemplateFile.pointsKey)
    reader.refuseUnknownKeys([TemplateFile.pointsKey], otherwise: "a stroke can have only the key \(Self.points)")
    guard let entry else {
      if !reader.mentions(TemplateFile.pointsKey) {
        problems.error(at: table.range, "this stroke has no \(Self.points)", fix: "write `\(Self.example)`, in mm")
      }
      return nil
    }
    guard case .array(let values) = entry.value.content else {
      return reader.wrongType(entry, .list, example: Self.example)
    }
    guard values.count <= TemplateFile.mostPoints else {
      problems.error(
        at: entry.key.range, "this stroke has \(values.count) points",
        fix: "keep at most \(TemplateFile.mostPoints) points")
      return nil
    }
    return points(values, at: entry.value.range)
  }

  /// Reads the points of a stroke. Returns nil after an error; only the first wrong point is reported.
  private func points(_ values: [Value], at range: Range<Int>) -> [Vector]? {
    var points: [Vector] = []
    for value in values {
      guard let point = point(value) else { return nil }
      points.append(point)
    }
    guard points.count >= StrokeTemplates.fewestPoints, points.contains(where: { $0 != points.first }) else {
      problems.error(at: range, "this stroke has no length", fix: "write at least two different points")
      return nil
    }
    return points
  }

  private func point(_ value: Value) -> Vector? {
    guard case .array(let parts) = value.content, parts.count == 2, let x = parts[0].number, let y = parts[1].number
    else {
      problems.error(at: value.range, "this value is not a point", fix: "write `[x, y]`: two numbers, in mm")
      return nil
    }
    for (part, number) in zip(parts, [x, y]) where !(abs(number) <= TemplateFile.farthest) {
      let bound = decimal(TemplateFile.farthest, places: 0)
      problems.error(at: part.range, "this number is out of range", fix: "x and y can be -\(bound) to \(bound), in mm")
      return nil
    }
    return Vector(x, y)
  }

  private func refuse(_ range: Range<Int>) {
    problems.error(at: range, "a stroke needs double brackets", fix: "write \(Self.stroke)")
  }
}

extension Value {
  fileprivate var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .float(let number): number
    case .string, .boolean, .dateTime, .array, .table: nil
    }
  }
}

/// Writes examples of a drawing as the text of a file that `TemplateFile` reads.
public struct TemplateText: Equatable, Sendable {
  public struct Example: Equatable, Sendable {
    /// The points in mm, y downwards; written relative to the first point.
    public var points: [Vector]
    /// The text of a comment; empty for no comment.
    public var remark: String

    public init(points: [Vector], remark: String = "") { (self.points, self.remark) = (points, remark) }
  }

  /// The maximum length of a line of points, in columns.
  private static let width = 120
  /// The number of decimal places of positions in mm: fingers can't draw more precisely.
  public static let decimals = 1

  private let examples: [Example]

  public init(_ examples: [Example]) { self.examples = examples }

  public func file(_ name: String) -> String {
    """
    # Examples of a drawing, for `templates = ["\(name.visible)"]` in the rules file next to this folder.
    # Each example is the path of the fingers in mm: x to the right, y down.

    \(text("\n"))
    """
  }

  /// Returns the file `old` with the examples added at the end.
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

  private static func rows(_ points: [Vector]) -> [String] {
    let origin = points.first ?? .zero
    var rows: [String] = []
    for point in points {
      let offset = point - origin
      let text = "[\(decimal(offset.x, places: decimals)), \(decimal(offset.y, places: decimals))],"
      if let row = rows.last, row.utf8.count + 1 + text.utf8.count <= width {
        rows[rows.count - 1] = "\(row) \(text)"
      } else {
        rows.append("  \(text)")
      }
    }
    return rows
  }
}
