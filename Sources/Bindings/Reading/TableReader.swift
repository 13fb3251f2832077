import GestureCore
import TOML

/// A value from the file, with its place.
struct Located<Value> {
  let value: Value
  let range: Range<Int>
}

extension Located: Sendable where Value: Sendable {}

extension String {
  /// Whether it can be the name of a section, which goes to commands and into references.
  var isPlainName: Bool {
    !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != ":" && $0 != "\u{7F}" }
  }
}

/// Reads one table key by key, reports values of the wrong type, and knows which keys were not read.
struct TableReader {
  let table: Table
  let problems: Problems
  /// The places of the entries that were read, among those of the table.
  private var taken: Set<Int> = []

  init(_ table: Table, _ problems: Problems) {
    self.table = table
    self.problems = problems
  }

  /// The entries that were not read, in the order of the file.
  var rest: [Entry] {
    taken.count == table.entries.count
      ? [] : table.entries.indices.filter { !taken.contains($0) }.map { table.entries[$0] }
  }

  /// Whether the file has this key, even with a value that could not be read.
  func mentions(_ key: String) -> Bool {
    table.place(of: key) != nil || table.unreadable.contains { $0.name == key }
  }

  mutating func take(_ key: String) -> Entry? {
    guard let place = table.place(of: key) else { return nil }
    taken.insert(place)
    return table.entries[place]
  }

  /// Whether the key's value is `[]`.
  func isEmptyList(_ key: String) -> Bool {
    if case .array(let values)? = table[key]?.value.content { values.isEmpty } else { false }
  }

  mutating func string(_ key: String, example: String) -> Located<String>? {
    guard let entry = take(key) else { return nil }
    guard case .string(let text) = entry.value.content else {
      let word: String? = if case .string(let text) = entry.value.content.only { text } else { nil }
      return wrongType(entry, .string, example: "\(key) = \"\(word ?? example)\"")
    }
    return Located(value: text, range: entry.value.range)
  }

  mutating func integer(_ key: String, example: Int) -> Located<Int>? {
    guard let entry = take(key) else { return nil }
    guard case .integer(let number) = entry.value.content else {
      let given = entry.value.content.wholeNumber ?? Int64(entry.value.content.text)
      return wrongType(entry, .integer, example: "\(key) = \(given ?? Int64(example))")
    }
    return Located(value: Int(clamping: number), range: entry.value.range)
  }

  mutating func flag(_ key: String) -> Located<Bool>? {
    guard let entry = take(key) else { return nil }
    guard case .boolean(let flag) = entry.value.content else {
      return wrongType(entry, .boolean, example: "\(key) = true")
    }
    return Located(value: flag, range: entry.value.range)
  }

  /// One string, or a list of them.
  mutating func strings(_ key: String, example: String) -> Located<[Located<String>]>? {
    guard let entry = take(key) else { return nil }
    let values: [Value]
    switch entry.value.content {
    case .string: values = [entry.value]
    case .array(let list): values = list
    case .integer, .float, .boolean, .dateTime, .table:
      return wrongType(entry, .stringOrList, example: "\(key) = [\"\(example)\"]")
    }
    let strings = values.compactMap { value -> Located<String>? in
      guard case .string(let text) = value.content else {
        problems.error(at: value.range, .wrongElement(key, value.content.type))
        return nil
      }
      return Located(value: text, range: value.range)
    }
    return Located(value: strings, range: entry.value.range)
  }

  func wrongType<T>(_ entry: Entry, _ wanted: ValueType, example: String) -> T? {
    problems.error(
      at: entry.value.range, .wrongType(entry.key.name, wanted, found: entry.value.content.type, example: example))
    return nil
  }
}

/// A name as a key of TOML: bare if possible.
public func tomlKey(_ name: String) -> String { TOML.key(name) }
