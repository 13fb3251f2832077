extension Document {
  /// The paths of the keys that mean something else here than in `other`, or that only one of the two has; a table that is
  /// missing counts as a whole, and so does a list with another element.
  public func differences(from other: Document) -> [[String]] { root.differences(from: other.root, at: []) }
}

// Tables stand at most `TOML.maximumDepth` deep, and so does the recursion.
extension Table {
  fileprivate func differences(from other: Table, at path: [String]) -> [[String]] {
    var paths: [[String]] = []
    for entry in entries {
      let here = path + [entry.key.name]
      guard let counterpart = other[entry.key.name] else {
        paths.append(here)
        continue
      }
      if case .table(let table) = entry.value.content, case .table(let before) = counterpart.value.content {
        paths += table.differences(from: before, at: here)
      } else if !entry.value.content.isSame(as: counterpart.value.content) {
        paths.append(here)
      }
    }
    return paths + other.entries.filter { self[$0.key.name] == nil }.map { path + [$0.key.name] }
  }
}

extension Content {
  fileprivate func isSame(as other: Content) -> Bool {
    switch (self, other) {
    // Byte by byte: a `String` takes different spellings of `é` for one.
    case (.string(let a), .string(let b)), (.dateTime(let a), .dateTime(let b)): a.utf8.elementsEqual(b.utf8)
    case (.integer(let a), .integer(let b)): a == b
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern
    case (.boolean(let a), .boolean(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.content.isSame(as: $1.content) }
    case (.table(let a), .table(let b)): a.differences(from: b, at: []).isEmpty
    case (.string, _), (.integer, _), (.float, _), (.boolean, _), (.dateTime, _), (.array, _), (.table, _): false
    }
  }
}
