/// A list that is filled and emptied again for every frame, without giving its memory back.
///
/// Emptying an array costs more than all a quiet frame does; here it sets a number.
struct ReusableBuffer<Element: Sendable>: Sendable {
  private var storage: [Element] = []
  private(set) var count = 0

  init(capacity: Int) { storage.reserveCapacity(capacity) }

  var isEmpty: Bool { count == 0 }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> Element { storage[index] }

  mutating func append(_ element: Element) {
    if count < storage.count {
      storage[count] = element
    } else {
      storage.append(element)
    }
    count += 1
  }

  /// Forgets the elements; their storage is overwritten later, so they must not keep anything alive that matters.
  mutating func removeAll() { count = 0 }
}

/// A place in one particular list; the type keeps places of different lists apart, and costs nothing.
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
