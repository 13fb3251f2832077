import GestureCore

/// Finds taps that fire with the first of several taps in a row, since they don't wait for these, and fingers that can be at
/// no distance.
struct TapCheck {
  let book: CheckContext
  let problems: Problems

  func check(_ gestures: [Int]) {
    let taps = gestures.filter { book.rules.gestures[$0].kind.name == Tap.kind.name }
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
    guard !several.isEmpty else { return [] }
    let doubles = PlaceIndex(several, book, deviceClass, findsNarrower: true)
    let ties = TapTies(counts, book)
    return here.compactMap { single in
      let first = doubles.first(whereverOrWithin: book.breadth(of: single, on: deviceClass)) {
        counts[$0] ?? 1 > counts[single] ?? 1 && !ties.tie(single, to: $0) && !prevents($0, single)
      }
      return first.map { (single, $0) }
    }
  }

  /// Whether the rules say that one keeps the other from being recognized.
  private func prevents(_ one: Int, _ other: Int) -> Bool {
    func says(_ one: Int, _ other: Int) -> Bool {
      let prevented = book.rules.gestures[one].relations.prevents
      return !prevented.isEmpty && prevented.contains { $0.names(book.rule(other)) }
    }
    return says(one, other) || says(other, one)
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

/// Which taps the rules tie to one another so that both don't fire.
private struct TapTies {
  /// How many taps are looked at on the way from one to another, and how many that name one another by kind or tag: a file written by
  /// hand has fewer.
  private static let mostCompared = 64

  /// The number of taps of each gesture that taps.
  private let counts: [Int: Int]
  private let book: CheckContext
  /// The taps that a tap names, or that name it.
  private var named: [Int: [Int]] = [:]
  /// The first taps that name each kind and tag.
  private var naming: [Reference: [Int]] = [:]

  init(_ counts: [Int: Int], _ book: CheckContext) {
    self.counts = counts
    self.book = book
    for one in counts.keys.sorted() {
      let names = book.named(by: one)
      for other in names.gestures where counts[other] != nil && other != one {
        named[one, default: []].append(other)
        named[other, default: []].append(one)
      }
      for group in names.groups where naming[group, default: []].count < Self.mostCompared {
        naming[group, default: []].append(one)
      }
    }
  }

  /// Whether one is related to the other, or to one of more taps that is, and so on: in a chain exactly one fires.
  func tie(_ single: Int, to double: Int) -> Bool {
    if book.areRelated(single, double) { return true }
    guard let most = counts[double] else { return false }
    var seen: Set = [single]
    var next = [single]
    while let one = next.popLast(), let least = counts[one], seen.count < Self.mostCompared {
      for between in relatives(of: one) {
        guard let taps = counts[between], taps > least, taps < most, seen.insert(between).inserted else { continue }
        if book.areRelated(between, double) { return true }
        next.append(between)
      }
    }
    return false
  }

  private func relatives(of one: Int) -> [Int] {
    let members = book.named(by: one).groups.flatMap { book.roster.members($0).prefix(Self.mostCompared) }
    guard !naming.isEmpty else { return (named[one] ?? []) + members }
    return (named[one] ?? []) + members + book.rule(one).groups.flatMap { naming[$0] ?? [] }
  }
}
