/// Something found by its key.
protocol Named {
  var key: Key { get }
}

/// Finds the place of a name among entries, fast in large tables and without a dictionary in small ones.
struct NameIndex: Sendable {
  /// Up to here comparing one after the other is as fast as hashing, and costs no memory.
  private static let smallTable = 8

  /// A name compared byte by byte: `String` takes different spellings of `é` for one, TOML does not.
  private struct ExactName: Hashable {
    let name: String

    static func == (left: ExactName, right: ExactName) -> Bool {
      isSame(left.name, right.name)
    }

    func hash(into hasher: inout Hasher) {
      for byte in name.utf8 { hasher.combine(byte) }
    }
  }

  private var places: [ExactName: Int] = [:]

  init() {}

  init(_ entries: [some Named]) {
    if entries.count > Self.smallTable { addAll(of: entries) }
  }

  /// Takes note of the entry just added at the end.
  mutating func noteLast(of entries: [some Named]) {
    guard entries.count > Self.smallTable, let last = entries.last else { return }
    if places.isEmpty {
      addAll(of: entries)
    } else {
      add(last.key.name, at: entries.count - 1)
    }
  }

  func place(of name: String, in entries: [some Named]) -> Int? {
    guard entries.count > Self.smallTable else {
      return entries.firstIndex { Self.isSame($0.key.name, name) }
    }
    return places[ExactName(name: name)]
  }

  private mutating func addAll(of entries: [some Named]) {
    for (place, entry) in entries.enumerated() { add(entry.key.name, at: place) }
  }

  /// The first of equal names wins, as it does in a small table.
  private mutating func add(_ name: String, at place: Int) {
    let name = ExactName(name: name)
    if places[name] == nil { places[name] = place }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }
}
