import GestureCore

/// Finds taps that fire with the first of several taps in a row, since they don't wait for these, and fingers that can be at
/// no distance.
struct TapCheck {
  let book: CheckContext
  let problems: Problems

  func check(_ gestures: [Int]) {
    let taps = gestures.filter { book.rule($0).kind.name == Tap.kind.name }
    for index in taps { warnOfDistances(index) }
    var found: [Int: Int] = [:]
    for deviceClass in DeviceClass.allCases {
      let here = taps.filter { book.isMeant($0, on: deviceClass) }
      for (single, double) in pairs(here, deviceClass) where found[single] == nil { found[single] = double }
    }
    for (single, double) in found.sorted(by: { $0.key < $1.key }) {
      let header = book.gestures[single].header
      let line = book.line(of: double, from: header)
      problems.warning(at: header, .firesWithin(book.rule(single).name, book.rule(double).name, line: line))
    }
  }

  /// Those that fire within another one, with that one.
  private func pairs(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Int)] {
    let counts = here.reduce(into: [:]) { $0[$1] = book.settings(of: $1, on: deviceClass)[Tap.taps] }
    let several = here.filter { counts[$0] ?? 1 > 1 }
    // Most are alike: what they accept is compared once.
    let alike = Dictionary(grouping: several) { book.breadth(of: $0, on: deviceClass) }
    guard !alike.isEmpty else { return [] }
    return here.compactMap { single in
      let breadth = book.breadth(of: single, on: deviceClass)
      let doubles = alike.filter {
        book.isPresent($0.key, wherever: breadth, deviceClass) || book.isPresent(breadth, wherever: $0.key, deviceClass)
      }
      let first = doubles.values.compactMap { members in
        members.first {
          counts[$0] ?? 1 > counts[single] ?? 1 && !isTied(single, to: $0, counts) && !prevents($0, single)
        }
      }.min()
      return first.map { (single, $0) }
    }
  }

  /// Whether one is related to the other, or to one of more taps that is, and so on: in a chain exactly one fires.
  private func isTied(_ single: Int, to double: Int, _ counts: [Int: Int]) -> Bool {
    if book.areRelated(single, double) { return true }
    let (least, most) = (counts[single] ?? 1, counts[double] ?? 1)
    return counts.contains { between, taps in
      taps > least && taps < most && book.areRelated(single, between) && isTied(between, to: double, counts)
    }
  }

  /// Whether the rules say that one keeps the other from being recognized.
  private func prevents(_ one: Int, _ other: Int) -> Bool {
    let (a, b) = (book.rule(one), book.rule(other))
    return (a.relations.prevents.contains { $0.names(b) }) || (b.relations.prevents.contains { $0.names(a) })
  }

  /// No fingers are farther apart than the most and nearer than the least that is allowed.
  private func warnOfDistances(_ index: Int) {
    let places = book.gestures[index].places
    guard let place = places[Tap.minApart.declaration.name] ?? places[Tap.maxApart.declaration.name] else { return }
    let isEmpty = book.classes(of: index).contains { deviceClass in
      let settings = book.settings(of: index, on: deviceClass)
      return settings[Tap.minApart] > settings[Tap.maxApart]
    }
    if isEmpty { problems.warning(at: place, .noDistance) }
  }
}
