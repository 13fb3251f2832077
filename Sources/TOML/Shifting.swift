extension Document {
  /// The same, with every range moved by `distance` bytes.
  func shifted(by distance: Int) -> Document {
    guard distance != 0 else { return self }
    return Document(root: root.shifted(by: distance), errors: errors.map { $0.shifted(by: distance) })
  }
}

// Tables stand at most `TOML.maximumDepth` deep, and so does the recursion.
extension Table {
  fileprivate func shifted(by distance: Int) -> Table {
    Table(
      entries: entries.map { Entry(key: $0.key.shifted(by: distance), value: $0.value.shifted(by: distance)) },
      unreadable: unreadable.map { $0.shifted(by: distance) }, kind: kind, range: range.shifted(by: distance))
  }
}

extension Value {
  fileprivate func shifted(by distance: Int) -> Value {
    let content: Content =
      switch content {
      case .array(let values): .array(values.map { $0.shifted(by: distance) })
      case .table(let table): .table(table.shifted(by: distance))
      case .string, .integer, .float, .boolean, .dateTime: content
      }
    return Value(content: content, range: range.shifted(by: distance))
  }
}

extension Key {
  fileprivate func shifted(by distance: Int) -> Key { Key(name: name, range: range.shifted(by: distance)) }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
