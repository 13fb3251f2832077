/// A list that is filled and emptied again for every frame, without giving its memory back.
///
/// Emptying an array costs more than all a quiet frame does; here it sets a number.
struct Refill<Element: Sendable>: Sendable {
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

  /// Forgets the elements; their storage is written over, so they must not hold anything that matters.
  mutating func removeAll() { count = 0 }
}
