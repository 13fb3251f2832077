import GestureCore

extension CheckContext {
  /// Warns about taps that also fire during a gesture with more taps, or whose `min-apart` is above `max-apart`.
  func checkTaps(_ gestures: [Int]) {
    let taps = gestures.filter(isTap)
    for single in taps {
      warnOfDistances(single)
      guard comparesPairs,
        let double = DeviceClass.allCases.lazy.compactMap({ longer(than: single, taps, $0) }).first
      else { continue }
      let header = self.gestures[single].header
      let (name, other) = (rule(single).name.quoted, rule(double).name.quoted)
      let line = line(of: double, from: header)
      problems.warning(
        at: header, "\(name) is recognized before \(other) in \(line), so both fire",
        fix: "add `require-to-fail = [\(other)]` to \(name), so that \(name) waits")
    }
  }

  /// The first gesture with more taps than `single` during which `single` also fires. Nil if there is none.
  private func longer(than single: Int, _ taps: [Int], _ deviceClass: DeviceClass) -> Int? {
    let here = taps.filter { isMeant($0, on: deviceClass) }
    let counts = here.reduce(into: [:]) { $0[$1] = settings(of: $1, on: deviceClass)[Tap.taps] }
    guard let count = counts[single] else { return nil }
    return here.first { double in
      counts[double] ?? 1 > count
        && (isPresent(double, wherever: single, on: deviceClass)
          || isPresent(single, wherever: double, on: deviceClass))
        && !areConnected(single, double, counts) && !prevents(double, single)
    }
  }

  /// Whether relations connect `single` and `double`, directly or through gestures with numbers of taps in between.
  private func areConnected(_ single: Int, _ double: Int, _ counts: [Int: Int]) -> Bool {
    if areRelated(single, double) { return true }
    let most = counts[double] ?? 1
    var seen: Set = [single]
    var next = [single]
    while let one = next.popLast() {
      for (between, taps) in counts where taps > counts[one] ?? 1 && taps < most && areRelated(one, between) {
        if areRelated(between, double) { return true }
        if seen.insert(between).inserted { next.append(between) }
      }
    }
    return false
  }

  private func prevents(_ one: Int, _ other: Int) -> Bool {
    func names(_ one: Int, _ other: Int) -> Bool { rule(one).relations.prevents.contains { $0.names(rule(other)) } }
    return names(one, other) || names(other, one)
  }

  private func warnOfDistances(_ index: Int) {
    let ranges = gestures[index].settingRanges
    guard let range = ranges[Tap.minApart.declaration.name] ?? ranges[Tap.maxApart.declaration.name] else { return }
    let meant = classes(of: index).filter { isMeant(index, on: $0) }
    let empty = meant.filter { settings(of: index, on: $0)[Tap.minApart] > settings(of: index, on: $0)[Tap.maxApart] }
    guard !empty.isEmpty else { return }
    let place = empty == meant ? "" : " on \(empty.map { "\($0.rawValue)s" }.listed("and"))"
    problems.warning(
      at: range, "with several fingers, this gesture can never happen\(place): `min-apart` is greater than `max-apart`",
      fix: "make `min-apart` smaller than `max-apart`")
  }
}
