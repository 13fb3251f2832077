import TOML

/// A document as one line of JSON, for comparison with another reader: `null` if it has errors, otherwise the root.
///
/// A value is `[kind, payload, start, end]` and an entry of a table `[name, start, end, value]`; numbers are strings,
/// floats as their bits.
func dump(_ document: Document) -> String {
  guard document.errors.isEmpty else { return "null" }
  return dump(.table(document.root), document.root.range)
}

private func dump(_ value: Value) -> String {
  dump(value.content, value.range)
}

private func dump(_ content: Content, _ range: Range<Int>) -> String {
  let payload: (kind: String, json: String) =
    switch content {
    case .string(let text): ("string", quoted(text))
    case .integer(let number): ("integer", quoted(String(number)))
    case .float(let number): ("float", quoted(String(number.bitPattern, radix: 16)))
    case .boolean(let flag): ("boolean", String(flag))
    case .dateTime(let text): ("date", quoted(text))
    case .array(let values): ("array", "[" + values.map(dump).joined(separator: ",") + "]")
    case .table(let table): (kind(of: table), "[" + table.entries.map(dump).joined(separator: ",") + "]")
    }
  return "[\(quoted(payload.kind)),\(payload.json),\(range.lowerBound),\(range.upperBound)]"
}

private func dump(_ entry: Entry) -> String {
  let range = entry.key.range
  return "[\(quoted(entry.key.name)),\(range.lowerBound),\(range.upperBound),\(dump(entry.value))]"
}

private func kind(of table: Table) -> String {
  switch table.kind {
  case .inline: "inline table"
  case .root, .header, .element, .implicit, .dotted: "table"
  }
}

private func quoted(_ text: String) -> String {
  var json = "\""
  for scalar in text.unicodeScalars {
    if scalar == "\"" || scalar == "\\" {
      json += "\\" + String(scalar)
    } else if scalar.value < 0x20 {
      let digits = String(scalar.value, radix: 16)
      json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      json.unicodeScalars.append(scalar)
    }
  }
  return json + "\""
}
