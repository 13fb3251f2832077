import GestureCore

/// Finds the gestures that are looked for wherever a given one is, or only where it is. It finds them by their places, so it does not
/// look at the other gestures.
struct PlaceIndex {
  /// How many groups of gestures, and how many gestures of a group, one gesture is compared with: a file written by hand has fewer
  /// that could take the same touches.
  private static let mostCompared = 64

  /// Gestures that accept the same, in the order of the file.
  private struct SameBreadth {
    let breadth: Breadth
    var members: [Int]
  }

  private let book: CheckContext
  private let deviceClass: DeviceClass
  private var groups: [SameBreadth] = []
  /// The groups by their own places.
  private var homes: [Breadth.Place: [Int]] = [:]
  /// The groups by the places of what is looked for wherever they are; empty unless asked for.
  private var surroundings: [Breadth.Place: [Int]] = [:]

  /// `findsNarrower`: gestures within others will be asked for. `goingAnyWay`: the fingers of each gesture may go any way.
  init(
    _ gestures: [Int], _ book: CheckContext, _ deviceClass: DeviceClass, findsNarrower: Bool = false,
    goingAnyWay: Bool = false
  ) {
    self.book = book
    self.deviceClass = deviceClass
    var numbers: [Breadth: Int] = [:]
    for gesture in gestures {
      var breadth = book.breadth(of: gesture, on: deviceClass)
      if goingAnyWay { breadth = book.breadths.openToAllWays(breadth) }
      if let number = numbers[breadth] {
        groups[number].members.append(gesture)
        continue
      }
      numbers[breadth] = groups.count
      for place in book.breadths.homes(of: breadth) { homes[place, default: []].append(groups.count) }
      if findsNarrower {
        for place in book.breadths.surroundings(of: breadth, on: deviceClass) {
          surroundings[place, default: []].append(groups.count)
        }
      }
      groups.append(SameBreadth(breadth: breadth, members: [gesture]))
    }
  }

  /// The first gesture in the file that is looked for wherever one of this breadth is and for which `isIt` holds.
  func first(wherever narrow: Breadth, where isIt: (Int) -> Bool) -> Int? {
    let found = numbers(in: homes, book.breadths.surroundings(of: narrow, on: deviceClass)) {
      book.breadths.isPresent($0, wherever: narrow, deviceClass)
    }
    return first(among: found, where: isIt)
  }

  /// The same, also among gestures that are looked for only where one of this breadth is.
  func first(whereverOrWithin breadth: Breadth, where isIt: (Int) -> Bool) -> Int? {
    let wider = first(wherever: breadth, where: isIt)
    let found = numbers(in: surroundings, book.breadths.homes(of: breadth)) {
      book.breadths.isPresent(breadth, wherever: $0, deviceClass)
    }
    let narrower = first(among: found, where: isIt)
    return [wider, narrower].compactMap { $0 }.min()
  }

  private func numbers(
    in index: [Breadth.Place: [Int]], _ places: [Breadth.Place], where fits: (Breadth) -> Bool
  ) -> [Int] {
    places.flatMap { place in
      (index[place] ?? []).prefix(Self.mostCompared).filter { fits(groups[$0].breadth) }
    }
  }

  private func first(among numbers: [Int], where isIt: (Int) -> Bool) -> Int? {
    numbers.compactMap { groups[$0].members.prefix(Self.mostCompared).first(where: isIt) }.min()
  }
}
