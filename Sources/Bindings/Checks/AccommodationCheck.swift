import GestureCore

extension CheckContext {
  private struct AccommodatedDevice {
    let device: Device
    let accommodations: Accommodations
    let words: String
  }

  /// Warns about gestures that accommodations make difficult or impossible, and about an ineffective section
  /// `[accommodations.touchpad]`. `touchpads` is the range of this section's header; nil without this section.
  func checkAccommodations(ofTouchpads touchpads: Range<Int>?) {
    guard !accommodations.isEmpty else { return }
    if let header = touchpads,
      !accommodations.accommodations(of: DeviceIdentity("", .touchpad)).isEmpty,
      !mayReadTouchpads
    {
      problems.warning(
        at: header,
        "this section has no effect: libinput does not report the touches of a touchpad, and with these rules the daemon reads touchpads only through libinput",
        fix: "set `source = \"raw\"` in `[device.touchpad]`")
    }
    for index in gestures.indices where gestures[index].isSound && !onlyObserves(index) { check(index) }
  }

  /// Whether accommodations can work on touchpads. Also true if no gesture is for touchpads.
  private var mayReadTouchpads: Bool {
    !gestures.indices.contains { isMeant($0, on: .touchpad) } || rules.interceptsAny
      || rules.devices.contains { $0.source == .raw }
      || readsSlots(of: .touchpad) && rules.needs(raw: .pointingPad, insteadOf: .some(.touchpad))
  }

  /// Reports only the first problem of a gesture.
  private func check(_ index: Int) {
    for accommodated in accommodatedDevices(of: index) {
      guard let (range, text) = warning(index, accommodated) else { continue }
      return problems.warning(at: range, text)
    }
  }

  /// Returns sample devices that have accommodations and allow the gesture, one per class and name. Names can be empty.
  private func accommodatedDevices(of index: Int) -> [AccommodatedDevice] {
    let rule = rule(index)
    let classes = classes(of: index).filter { isMeant(index, on: $0) }
    var names = [""]
    switch rule.device {
    case .any: names += accommodations.patterns
    case .name(let name): names = [name]
    case .deviceClass: break
    }
    return names.flatMap { name in
      classes.compactMap { deviceClass in
        var device = Device.some(deviceClass)
        device.name = name
        let own = accommodations.accommodations(of: device.identity)
        if own.isEmpty { return nil }
        return AccommodatedDevice(device: device, accommodations: own, words: name.isEmpty ? "" : " on \(name.quoted)")
      }
    }
  }

  private func warning(_ index: Int, _ accommodated: AccommodatedDevice) -> (Range<Int>, DiagnosticText)? {
    let (section, rule) = (gestures[index], rule(index))
    let (name, words) = (section.name.value.quoted, accommodated.words)
    let settings = rules.settings(of: rule, on: accommodated.device)
    if case .taps(let count, _, let limit) = rule.kind.traits.timeout(settings), count > 1,
      let text = tapsTooLate(name, settings, accommodated, within: limit)
    {
      return (section.settingRanges["max-interval"] ?? section.header, text)
    }
    let hold = accommodated.accommodations.hold
    if hold.microseconds > 0, rule.kind.traits.beginsAtEdges {
      let text = DiagnosticText(
        "\(name) is hard to make\(words): the accommodation `hold` delays every touch by \(Measure(hold)), "
          + "so the finger must stay at the edge or in the corner for this time",
        fix: "set a shorter `hold`, or a larger `band` or `corner`")
      return (section.header, text)
    }
    guard let (key, length) = tapLength(rule, settings), hold > length else { return nil }
    let latest = TimeSpan(microseconds: hold.microseconds + length.microseconds)
    let text = DiagnosticText(
      "\(name) is hard to make\(words): the accommodation `hold` is \(Measure(hold)) and `\(key)` is \(Measure(length)), so the fingers must lift "
        + "between \(Measure(hold)) and \(Measure(latest)) after they have landed",
      fix: "write `\(key) = \"\(Measure(hold))\"` or more, or set a shorter `hold`")
    return (section.settingRanges[key] ?? section.header, text)
  }

  /// A comfortable time between two taps, to which the delay by accommodations is added.
  private static let pause = TimeSpan(milliseconds: 300)

  /// The warning that accommodations delay the next tap beyond `max-interval`, or nil.
  private func tapsTooLate(
    _ name: String, _ settings: Settings, _ accommodated: AccommodatedDevice, within limit: TimeSpan
  ) -> DiagnosticText? {
    let own = accommodated.accommodations
    let isNear = length("max-distance", settings) ?? .infinity <= TouchFilter.nearDistance
    let parts = [
      (Accommodations.ignoreRepeats, isNear ? own.ignoreRepeats : TimeSpan(microseconds: 0)),
      (Accommodations.hold, own.hold),
    ].filter { $0.1.microseconds > 0 }.map { (setting: $0.0.declaration.name, time: $0.1) }
    let total = parts.reduce(0) { $0 + $1.time.microseconds }
    guard let longest = parts.max(by: { $0.time < $1.time }), total >= limit.microseconds else { return nil }
    let soonest = TimeSpan(microseconds: total)
    let comfortable = TimeSpan(microseconds: total + Self.pause.microseconds)
    let after = parts.map { "`\($0.setting)` \(Measure($0.time))" }.joined(separator: " and ")
    return DiagnosticText(
      "\(name) can never happen\(accommodated.words): because of \(after) in the accommodations, a tap does not count until \(Measure(soonest)) after the previous tap, but "
        + "`max-interval` is \(Measure(limit))",
      fix: "write `max-interval = \"\(Measure(comfortable))\"`, or set a shorter `\(longest.setting)`")
  }

  /// The name and the value of the setting that limits how long a tap lasts. Nil if the gesture isn't made of taps.
  private func tapLength(_ rule: GestureRule, _ settings: Settings) -> (String, TimeSpan)? {
    guard rule.kind.traits.timeout(settings).isOfTaps else { return nil }
    let key = rule.kind.traits.isMadeByLifting(settings) ? "max-duration" : "tap-duration"
    return length(key, settings).map { (key, TimeSpan(milliseconds: $0)) }
  }

  private func length(_ name: String, _ settings: Settings) -> Double? {
    guard case .quantity(let value)? = settings[name] else { return nil }
    return value
  }
}
