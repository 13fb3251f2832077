import GestureCore

extension CheckContext {
  /// Reports missing zones and zones inside themselves. Warns about unused zones that aren't exclusive or ignored.
  func checkZones() {
    let conditions = sections.flatMap(\.conditions) + bindings.distinct.map(\.when)
    let named = conditions.compactMap(\.zone) + zones.sections.compactMap(\.inside)
    findCircles()
    guard isWhole else { return }
    let known = zones.sections.map(\.name.value)
    for zone in named where zones.index(of: zone.value) == nil {
      problems.error(
        at: zone.range, "there is no zone \(zone.value.quoted)",
        fix: didYouMean(zone.value, among: known) ?? "add a `[zone.\(tomlKey(zone.value.short))]`")
    }
    let used = Set(named.map(\.value))
    for section in zones.sections where !used.contains(section.name.value) {
      // Exclusive and ignored zones affect gestures outside of them.
      guard let zone = section.zone, !zone.isExclusive, !zone.isIgnored else { continue }
      problems.warning(
        at: section.header, "no gesture uses the zone \(section.name.value.quoted)",
        fix: "name the zone in a gesture: `zone = \(section.name.value.quoted)`")
    }
  }

  /// Reports zones whose `inside` references form a circle. Each zone is inside at most one other zone.
  private func findCircles() {
    var visit = [Int?](repeating: nil, count: zones.sections.count)
    for start in visit.indices {
      var path: [Int] = []
      var next: Int? = start
      while let here = next, visit[here] == nil {
        visit[here] = start
        path.append(here)
        next = zones.outer(of: here)
      }
      guard let end = next, visit[end] == start, let first = path.firstIndex(of: end) else { continue }
      report(Array(path[first...]))
    }
  }

  private func report(_ circle: [Int]) {
    let path = circle.fromSmallest.map { zones.sections[$0] }
    guard let first = path.first else { return }
    let names = Circle(path.map(\.name.value))
    problems.error(at: first.inside?.range ?? first.header, "`inside` is circular: \(names)", fix: names.fix)
  }
}
