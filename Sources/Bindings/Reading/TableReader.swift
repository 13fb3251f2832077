import GestureCore
import TOML

/// A value from a file, with its range in bytes. The bytes of all files are counted together, one file after the other.
struct Located<Value: Sendable>: Sendable {
  let value: Value
  let range: Range<Int>
}

extension String {
  /// Whether a gesture, a mode or a tag can have this name: it isn't empty and has no `:` or ASCII control characters.
  var isPlainName: Bool {
    !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" && $0 != "\u{7F}" }
  }
}

/// Reads one table, reports wrong types, and knows the unread keys.
struct TableReader {
  let table: Table
  let problems: Problems
  private var readIndices: Set<Int> = []

  init(_ table: Table, _ problems: Problems) { (self.table, self.problems) = (table, problems) }

  /// Reads the table of a section; for another value, reports an error and returns nil. `header` has no brackets.
  /// `name` is the section's name in messages; if `name` is nil, messages show the header.
  init?(section header: String, named name: String? = nil, _ entry: Entry, _ problems: Problems) {
    guard case .table(let table) = entry.value.content else {
      problems.error(
        at: entry.key.range,
        "\(name?.quoted ?? "`\(header)`") must be a section, not \(entry.value.content.type.rawValue)",
        fix: "write `[\(header)]` on a line of its own")
      return nil
    }
    self.init(table, problems)
  }

  /// Reads a value that must be a table. For another value, reports an error that shows `example`, and returns nil.
  init?(_ entry: Entry, example: String, _ problems: Problems) {
    guard case .table(let table) = entry.value.content else {
      problems.wrongType(entry, .table, example: example)
      return nil
    }
    self.init(table, problems)
  }

  /// Reads a section's parts for classes, such as `[defaults.touchpad]`. `header` has no brackets.
  mutating func classParts(
    of header: String
  ) -> [(deviceClass: DeviceClass, header: Range<Int>, reader: TableReader)] {
    DeviceClass.allCases.compactMap { deviceClass in
      guard let entry = readEntry(deviceClass.rawValue),
        let reader = TableReader(section: "\(header).\(deviceClass.rawValue)", entry, problems)
      else { return nil }
      return (deviceClass, entry.key.range, reader)
    }
  }

  var unreadEntries: [Entry] {
    readIndices.count == table.entries.count
      ? [] : table.entries.indices.filter { !readIndices.contains($0) }.map { table.entries[$0] }
  }

  /// Whether the table has this key, even with an unreadable value.
  func mentions(_ key: String) -> Bool { table.index(of: key) != nil || table.unreadable.contains { $0.name == key } }

  mutating func readEntry(_ key: String) -> Entry? {
    guard let index = table.index(of: key) else { return nil }
    readIndices.insert(index)
    return table.entries[index]
  }

  /// Reports each unread key. The fix is the `advice` for the key, or else a similar key from `keys`, or else
  /// `otherwise`. With `isSection`, the key `include` has its own error.
  func refuseUnknownKeys(
    _ keys: [String], otherwise: @autoclosure @escaping () -> String, isSection: Bool = false,
    advice: @escaping (String) -> String? = { _ in nil }, file: String = #fileID, line: Int = #line
  ) {
    for key in unreadEntries.map(\.key) {
      if isSection, key.name == DiagnosticText.includeKey {
        problems.error(at: key.range, .misplacedInclude)
      } else {
        problems.error(
          at: key.range, "unknown key \(key.name.quoted)",
          fix: advice(key.name) ?? didYouMean(key.name, among: keys) ?? otherwise(), file: file, line: line)
      }
    }
  }

  func isEmptyList(_ key: String) -> Bool {
    if case .array(let values)? = table[key]?.value.content { values.isEmpty } else { false }
  }

  mutating func string(_ key: String, example: String) -> Located<String>? {
    guard let entry = readEntry(key) else { return nil }
    guard case .string(let text) = entry.value.content else {
      let word: String? = if case .string(let text) = entry.value.content.only { text } else { nil }
      return wrongType(entry, .string, example: "\(key) = \"\(word ?? example)\"")
    }
    return Located(value: text, range: entry.value.range)
  }

  mutating func integer(_ key: String, example: Int) -> Located<Int>? {
    guard let entry = readEntry(key) else { return nil }
    guard case .integer(let number) = entry.value.content else {
      let given = entry.value.content.wholeNumber ?? Int64(entry.value.content.text)
      return wrongType(entry, .integer, example: "\(key) = \(given ?? Int64(example))")
    }
    return Located(value: Int(clamping: number), range: entry.value.range)
  }

  mutating func flag(_ key: String) -> Located<Bool>? {
    guard let entry = readEntry(key) else { return nil }
    guard case .boolean(let flag) = entry.value.content else {
      return wrongType(entry, .boolean, example: "\(key) = true")
    }
    return Located(value: flag, range: entry.value.range)
  }

  /// Reads a string or a list of strings; wrong elements are reported and skipped. Nil if the key is missing or its
  /// value has another type; `inList` makes the example in the error a list.
  mutating func strings(_ key: String, example: String, inList: Bool = true) -> Located<[Located<String>]>? {
    let example = inList ? "[\"\(example)\"]" : "\"\(example)\""
    guard let entry = readEntry(key), let values = values(of: entry, example: example) else { return nil }
    let strings = values.compactMap { value -> Located<String>? in
      guard case .string(let text) = value.content else {
        problems.wrongElement(value, of: key)
        return nil
      }
      return Located(value: text, range: value.range)
    }
    return Located(value: strings, range: entry.value.range)
  }

  /// The elements of a list. A string, and with `orTable` a table, counts as a list of one element. Nil after an error.
  func values(of entry: Entry, orTable: Bool = false, example: String) -> [Value]? {
    switch entry.value.content {
    case .array(let list): list
    case .string: [entry.value]
    case .table where orTable: [entry.value]
    case .integer, .float, .boolean, .dateTime, .table:
      wrongType(entry, .stringOrList, example: "\(entry.key.name) = \(example)")
    }
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(_ key: String, example: Choice) -> Located<Choice>?
  where Choice.RawValue == String {
    choice(key, among: Choice.allCases.map(\.rawValue), example: example.rawValue).flatMap { name in
      Choice(rawValue: name.value).map { Located(value: $0, range: name.range) }
    }
  }

  mutating func choice(_ key: String, among names: [String], example: String) -> Located<String>? {
    string(key, example: example).flatMap { isChoice($0, of: key, among: names) ? $0 : nil }
  }

  func wrongType<T>(_ entry: Entry, _ wanted: ValueType, example: String) -> T? {
    problems.wrongType(entry, wanted, example: example)
    return nil
  }

  mutating func setting(_ declaration: SettingDeclaration) -> SettingValue? {
    readEntry(declaration.name).flatMap { declaration.value(of: $0, problems) }
  }

  mutating func settings(_ declarations: [SettingDeclaration]) -> [String: SettingValue] {
    var values: [String: SettingValue] = [:]
    for declaration in declarations { values[declaration.name] = setting(declaration) }
    return values
  }

  mutating func time(_ setting: Setting<TimeSpan>) -> TimeSpan? {
    readEntry(setting.declaration.name).flatMap { setting.span($0, problems) }
  }
}

extension Setting<TimeSpan> {
  func span(_ entry: Entry, _ problems: Problems) -> TimeSpan? {
    guard case .quantity(let milliseconds)? = declaration.value(of: entry, problems) else { return nil }
    return TimeSpan(milliseconds: milliseconds)
  }
}

extension Entry {
  /// The tables of the `[[KEY]]` sections. Reports other values; `subject`, such as `an override`, begins the message.
  func tables(_ subject: String, _ problems: Problems) -> [Table] {
    func refuse(_ range: Range<Int>) {
      problems.error(at: range, "\(subject) needs double brackets", fix: "write `[[\(key.name)]]`")
    }
    guard case .array(let values) = value.content else {
      refuse(key.range)
      return []
    }
    return values.compactMap { value in
      if case .table(let table) = value.content { return table }
      refuse(value.range)
      return nil
    }
  }
}

extension Problems {
  func wrongType(_ entry: Entry, _ wanted: ValueType, example: String) {
    error(at: entry.value.range, .wrongType(entry.key.name, wanted, found: entry.value.content.type, example: example))
  }

  func checkName(_ key: Key, of section: String) {
    if !key.name.isPlainName { error(at: key.range, .badName(key.name, of: section)) }
  }

  /// Returns the text of a string such as `10 mm`, without checking it. For a value that isn't a string, reports an
  /// error and returns nil; `withoutUnit` makes the error for a number.
  func measure(_ entry: Entry, example: String, withoutUnit: (String) -> DiagnosticText) -> String? {
    switch entry.value.content {
    case .string(let text): return text
    case .integer, .float: error(at: entry.value.range, withoutUnit(entry.value.content.text))
    case .boolean, .dateTime, .array, .table:
      wrongType(entry, .string, example: "\(entry.key.name) = \"\(example)\"")
    }
    return nil
  }

  /// Removes repeated names and reports them.
  func once(_ names: [Located<String>]) -> [Located<String>] {
    var seen: Set<String> = []
    return names.filter { name in
      if seen.insert(name.value).inserted { return true }
      error(at: name.range, "\(name.value.quoted) is in the list more than once", fix: "remove this name")
      return false
    }
  }

  func wrongElement(_ value: Value, of key: String) {
    error(
      at: value.range, "`\(key)` must be a list of names, not \(value.content.type.plural)",
      fix: "put each name in quotes")
  }
}

/// A name as a TOML key: bare if possible, otherwise in quotes.
public func tomlKey(_ name: String) -> String { TOML.key(name) }
