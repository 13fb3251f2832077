import TOML

/// The comments of a TOML file, which are in no value.
struct TOMLComments {
  /// The bytes of keys and values, in which a `#` begins no comment.
  private var taken: [Range<Int>] = []

  init(_ table: Table) { note(table) }

  private mutating func note(_ table: Table) {
    for entry in table.entries {
      taken.append(entry.key.range)
      note(entry.value)
    }
  }

  private mutating func note(_ value: Value) {
    switch value.content {
    case .table(let table): note(table)
    case .array(let values): for value in values { note(value) }
    case .string, .integer, .float, .boolean, .dateTime: taken.append(value.range)
    }
  }

  /// A comment for each line that has one.
  func items(_ source: ConfigText) -> [ImportedItem] {
    var start = 0
    return source.lines.enumerated().compactMap { index, line in
      let bytes = Array(line.utf8)
      defer { start += bytes.count + 1 }
      let mark = bytes.indices.first { place in
        bytes[place] == UInt8(ascii: "#") && !taken.contains { $0.contains(start + place) }
      }
      guard let mark else { return nil }
      let text = String(decoding: bytes[mark...], as: UTF8.self)
      return ImportedItem(index + 1, .comment(text.withoutHash))
    }
  }
}
