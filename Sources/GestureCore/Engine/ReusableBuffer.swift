/// A list that keeps its memory and its old elements when it is emptied. Emptying only sets `count` to 0.
struct ReusableBuffer<Element: Sendable>: Sendable {
  private var storage: [Element] = []
  private(set) var count = 0

  init(capacity: Int) { storage.reserveCapacity(capacity) }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element { storage[index] }

  mutating func append(_ element: Element) {
    if count < storage.count { storage[count] = element } else { storage.append(element) }
    count += 1
  }

  /// Forgets the elements. They stay in memory until other elements overwrite them.
  mutating func removeAll() { count = 0 }
}

/// An index of one particular list. Indices of other lists have other types.
protocol ListIndex: Hashable, Comparable, Sendable {
  var rawValue: Int { get }
  init(_ rawValue: Int)
}

extension ListIndex {
  static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Array {
  subscript<Index: ListIndex>(index: Index) -> Element {
    _read { yield self[index.rawValue] }
    _modify { yield &self[index.rawValue] }
  }
}
