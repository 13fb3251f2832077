import GestureCore

/// The zones of a file by their names, and what each is inside.
struct ZoneTree {
  let sections: [ZoneSection]
  private var places: [String: Int] = [:]
  private var classes: [[DeviceClass]?]

  init(_ sections: [ZoneSection]) {
    self.sections = sections
    classes = [[DeviceClass]?](repeating: nil, count: sections.count)
    for (place, section) in sections.enumerated() { places[section.name.value] = place }
    for place in sections.indices { findClasses(of: place) }
  }

  var names: [String] { sections.map(\.name.value) }

  func place(of name: String) -> Int? { places[name] }

  /// The zone of this place is inside that of the other one.
  func outer(of place: Int) -> Int? { sections[place].inside.flatMap { places[$0.value] } }

  /// A zone and those around it, from the inside; of zones in a circle each once.
  func chain(from name: String) -> [ZoneSection] {
    var chain: [ZoneSection] = []
    var seen: Set<Int> = []
    var next = places[name]
    while let place = next, seen.insert(place).inserted {
      chain.append(sections[place])
      next = outer(of: place)
    }
    return chain
  }

  /// The classes of device that have the zone and all around it; all for one that is not known.
  func classes(of name: String) -> [DeviceClass] { places[name].flatMap { classes[$0] } ?? DeviceClass.allCases }

  private mutating func findClasses(of place: Int) {
    var unknown: [Int] = []
    var next: Int? = place
    while let here = next, classes[here] == nil {
      // Filled in below, from the outside; until then it ends a circle.
      classes[here] = DeviceClass.allCases
      unknown.append(here)
      next = outer(of: here)
    }
    var left = next.flatMap { classes[$0] } ?? DeviceClass.allCases
    for here in unknown.reversed() {
      let own = sections[here].zone?.device.classes ?? DeviceClass.allCases
      left = left.filter(own.contains)
      classes[here] = left
    }
  }

  /// Whether touches that begin in `inner` are seen in the zone `outer` too, or, without one, by the whole surface.
  func shows(_ inner: String?, to outer: String?) -> Bool {
    guard inner != outer else { return true }
    guard let inner else { return false }
    for section in chain(from: inner) {
      if section.name.value == outer { return true }
      guard let zone = section.zone, !zone.isExclusive, !zone.isIgnored else { return false }
    }
    return outer == nil
  }
}
