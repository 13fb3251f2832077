import GestureCore
import TOML

/// A file of examples of one drawing: `templates/NAME.toml` beside the rules that name it.
///
///     # Drawn with one finger on a touchscreen.
///     [[stroke]]
///     points = [[0, 0], [4.2, 10], [8.5, 1.3]]
public enum TemplateFile {
  /// The folder of such files, beside the rules.
  public static let folder = "templates"
  public static let suffix = ".toml"
  /// The key of an example, and that of its places.
  public static let strokeKey = "stroke"
  public static let pointsKey = "points"
  /// How many places one example may have: half a minute of the fastest devices' frames is no more.
  public static let mostPoints = 4096
  /// How far from the origin a place may be, in mm.
  public static let farthest = 10_000.0
  /// How long a name may be in bytes: with its suffix any file system takes it.
  public static let longestName = 100

  /// Where the examples of `name` stand for rules in the file at `rules`.
  public static func path(of name: String, besideRules rules: String) -> String {
    let beside = rules.lastIndex(of: "/").map { String(rules[...$0]) } ?? ""
    return beside + folder + "/" + name + suffix
  }

  /// Whether a drawing may be called that: letters, digits, `-` and `_`, so that it is a file's name everywhere.
  public static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= longestName
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType == .decimal || $0 == "-" || $0 == "_"
      }
  }

  /// Reads the examples of `name` from the text of a file; any bytes may be given. The templates are nil if one of the
  /// problems is an error; `file` is the name that these give.
  public static func read(
    text: [UInt8], file: String, name: String
  ) -> (templates: StrokeTemplates?, diagnostics: [Diagnostic]) {
    let problems = Problems()
    let templates = read(text: text, file: file, name: name, problems)
    return (templates, problems.diagnostics())
  }

  /// Nil after an error.
  static func read(text: [UInt8], file: String, name: String, _ problems: Problems) -> StrokeTemplates? {
    let errorsBefore = problems.errorCount
    let document = TOML.parse(text, from: problems.open(Source(file: file, text: text)))
    problems.add(document.errors)
    let reader = StrokeReader(name: name, problems: problems)
    let strokes = reader.strokes(document.root, isWhole: document.errors.isEmpty)
    return problems.errorCount == errorsBefore ? StrokeTemplates(name: name, strokes: strokes) : nil
  }
}

/// Reads the examples of one file.
private struct StrokeReader {
  let name: String
  let problems: Problems

  /// Those that could be read. Of a file that is not whole nothing is missed.
  func strokes(_ root: Table, isWhole: Bool) -> [[Vector]] {
    var reader = TableReader(root, problems)
    let entry = reader.take(TemplateFile.strokeKey)
    for other in reader.rest { problems.error(at: other.key.range, .unknownTemplateKey(other.key.name)) }
    guard let entry else {
      // A file may hold nothing but comments, or only what is unknown.
      if isWhole, reader.rest.isEmpty { problems.error(at: root.start, .noStrokes(name)) }
      return []
    }
    guard case .array(let values) = entry.value.content, !values.isEmpty else {
      problems.error(at: entry.key.range, .strokeIsNoList)
      return []
    }
    let most = StrokeTemplates.mostStrokes
    if values.count > most {
      problems.error(at: values[most].range, .tooManyStrokes(values.count, most: most))
    }
    return values.prefix(most).compactMap(stroke)
  }

  private func stroke(_ value: Value) -> [Vector]? {
    guard case .table(let table) = value.content else {
      problems.error(at: value.range, .strokeIsNoList)
      return nil
    }
    var reader = TableReader(table, problems)
    let entry = reader.take(TemplateFile.pointsKey)
    for other in reader.rest { problems.error(at: other.key.range, .unknownStrokeKey(other.key.name)) }
    guard let entry else {
      if !reader.mentions(TemplateFile.pointsKey) { problems.error(at: table.range, .strokeWithoutPoints) }
      return nil
    }
    guard case .array(let values) = entry.value.content else {
      return reader.wrongType(entry, .list, example: DiagnosticText.pointsExample)
    }
    guard values.count <= TemplateFile.mostPoints else {
      problems.error(at: entry.key.range, .tooManyPoints(values.count, most: TemplateFile.mostPoints))
      return nil
    }
    return points(values, at: entry.value.range)
  }

  /// The first place that is none is told; those after it are mostly wrong in the same way.
  private func points(_ values: [Value], at range: Range<Int>) -> [Vector]? {
    var points: [Vector] = []
    for value in values {
      guard let point = point(value) else { return nil }
      points.append(point)
    }
    guard points.count >= StrokeTemplates.fewestPoints, points.contains(where: { $0 != points.first }) else {
      problems.error(at: range, .strokeWithoutLength)
      return nil
    }
    return points
  }

  private func point(_ value: Value) -> Vector? {
    guard case .array(let parts) = value.content, parts.count == 2, let x = parts[0].number, let y = parts[1].number
    else {
      problems.error(at: value.range, .notAPoint)
      return nil
    }
    for (part, number) in zip(parts, [x, y]) where !(abs(number) <= TemplateFile.farthest) {
      problems.error(at: part.range, .farPoint(TemplateFile.farthest))
      return nil
    }
    return Vector(x, y)
  }
}

extension Table {
  /// Before all that is in it.
  fileprivate var start: Range<Int> { range.lowerBound..<range.lowerBound }
}

extension Value {
  /// Nil for what is no number.
  fileprivate var number: Double? {
    switch content {
    case .integer(let number): Double(number)
    case .float(let number): number
    case .string, .boolean, .dateTime, .array, .table: nil
    }
  }
}
