import TOML

/// A document as a test looks at it: without ranges, in the order of the file.
func values(_ text: String) -> String {
  let document = TOML.parse(text)
  return document.errors.isEmpty ? plain(document.root) : "\(document.errors.map(\.message))"
}

/// `key = …` and nothing else.
func value(_ text: String) -> Content? {
  let document = TOML.parse("key = " + text)
  return document.errors.isEmpty ? document.root["key"]?.value.content : nil
}

/// The errors of a text, one line each: place, message, fix.
func errors(_ text: String) -> [String] {
  errors(Array(text.utf8))
}

func errors(_ text: [UInt8]) -> [String] {
  let map = SourceMap(text)
  return TOML.parse(text).errors.map { error in
    let (line, column) = map.position(of: error.range.lowerBound)
    let source = String(decoding: text[error.range], as: UTF8.self)
    return "\(line):\(column) <\(source)> \(error.message); \(error.fix ?? "-")"
  }
}

func plain(_ table: Table) -> String {
  "{" + table.entries.map { "\($0.key.name): \(plain($0.value))" }.joined(separator: ", ") + "}"
}

private func plain(_ value: Value) -> String {
  switch value.content {
  case .string(let text): "\"\(text)\""
  case .integer(let number): "\(number)"
  case .float(let number): "\(number)"
  case .boolean(let flag): "\(flag)"
  case .dateTime(let text): text
  case .array(let values): "[" + values.map(plain).joined(separator: ", ") + "]"
  case .table(let table): plain(table)
  }
}
