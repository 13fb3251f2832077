/// The zones of one device, in mm.
struct ZoneMap: Sendable {
  private struct Area: Sendable {
    let zone: Zone
    let rectangle: Rectangle
    /// The zone itself and those around it, from the inside out.
    var lineage: [Int]
  }

  private let areas: [Area]
  private let surface: Size

  /// The zones of `rules` that `device` has, on a surface of this size after rotation. A zone inside one that the device
  /// does not have is not there either.
  init(_ rules: RuleSet, on device: Device, surface: Size) {
    self.surface = surface
    let present = rules.zones.filter { $0.device.matches(device) }
    var lineages: [[String]] = []
    let zones = present.filter { zone in
      guard let lineage = Self.lineage(of: zone, among: present) else { return false }
      lineages.append(lineage)
      return true
    }
    areas = zip(zones, lineages).map { zone, lineage in
      Area(
        zone: zone, rectangle: zone.rectangle(on: surface),
        lineage: lineage.compactMap { name in zones.firstIndex { $0.name == name } })
    }
  }

  /// The names of a zone and of those around it; nil if one of these is missing or around itself.
  private static func lineage(of zone: Zone, among zones: [Zone]) -> [String]? {
    var names = [zone.name]
    var outer = zone.inside
    while let name = outer {
      guard !names.contains(name), let next = zones.first(where: { $0.name == name }) else { return nil }
      names.append(name)
      outer = next.inside
    }
    return names
  }

  var indices: Range<Int> { areas.indices }

  /// What a picture of the surface shows.
  var shown: [Surface.Area] { areas.map { Surface.Area(zone: $0.zone, rectangle: $0.rectangle) } }

  func index(of name: String) -> Int? { areas.firstIndex { $0.zone.name == name } }

  func name(of zone: Int) -> String { areas[zone].zone.name }

  /// How many zones deep it lies: 1 is a zone of the surface.
  func depth(of zone: Int) -> Int { areas[zone].lineage.count }

  /// The zone and those around it.
  func lineage(of zone: Int) -> [Int] { areas[zone].lineage }

  func allowsMultiTouch(_ zone: Int) -> Bool { areas[zone].zone.allowsMultiTouch }

  /// Whether `inner` is `outer` or lies inside it.
  func isWithin(_ inner: Int, _ outer: Int) -> Bool { areas[inner].lineage.contains(outer) }

  /// Whether a touch at `place` belongs to the zone.
  func contains(_ place: Vector, _ zone: Int) -> Bool {
    areas[zone].lineage.allSatisfy { areas[$0].rectangle.contains(place, on: surface) }
  }

  /// A zone that keeps a touch at `place` from everyone.
  func ignoring(_ place: Vector) -> Int? {
    areas.indices.first { areas[$0].zone.isIgnored && contains(place, $0) }
  }

  /// The exclusive zone a touch at `place` belongs to: the innermost, of those as deep the one on top.
  func owner(of place: Vector) -> Int? {
    var owner: Int?
    for zone in areas.indices where areas[zone].zone.isExclusive && contains(place, zone) {
      if let best = owner, depth(of: best) > depth(of: zone) { continue }
      owner = zone
    }
    return owner
  }
}
