import TOML

extension FuzzTarget {
  /// Reading it must not trap, and the result must fit the text.
  static let toml = FuzzTarget(name: "toml") { text in
    let document = TOML.parse(text)
    let map = SourceMap(text)
    var last = 0
    for error in document.errors {
      expect(
        error.range.lowerBound >= last && error.range.upperBound <= text.count, "an error stands where the text does")
      expect(!error.message.isEmpty && error.message.utf8.count < 400, "an error says something, and not too much")
      last = error.range.lowerBound
      let place = map.position(of: error.range.lowerBound)
      expect(place.line >= 1 && place.column >= 1, "lines and columns count from 1")
      expect(place.column <= map.line(place.line).unicodeScalars.count + 2, "a column is on its line")
    }
    check(document.root, within: 0..<text.count)
  }

  private static func check(_ table: Table, within text: Range<Int>) {
    expect(
      text.lowerBound <= table.range.lowerBound && table.range.upperBound <= text.upperBound, "a table is in the text")
    for entry in table.entries {
      expect(
        !entry.key.range.isEmpty && entry.key.range.lowerBound >= text.lowerBound
          && entry.key.range.upperBound <= text.upperBound, "a key is in the text")
      expect(table[entry.key.name]?.key.range == entry.key.range, "a key is found by its name")
      check(entry.value, within: text)
    }
  }

  private static func check(_ value: Value, within text: Range<Int>) {
    expect(!value.range.isEmpty, "a value has a text")
    expect(
      text.lowerBound <= value.range.lowerBound && value.range.upperBound <= text.upperBound, "a value is in the text")
    switch value.content {
    case .array(let values): for value in values { check(value, within: text) }
    case .table(let table): check(table, within: text)
    case .string, .integer, .float, .boolean, .dateTime: break
    }
  }
}
