import GestureCore

/// The shortest time from one tap to the next one that counts.
struct AccommodatedPause {
  /// The settings that add up to this time, and how long each of them is.
  let parts: [(setting: String, time: TimeSpan)]
  /// Where the time holds: blank, or " on " with a device.
  let place: String

  /// A hand's own pause between taps, in addition to the settings.
  private static let pause = TimeSpan(milliseconds: 300)

  var total: TimeSpan { TimeSpan(microseconds: parts.reduce(0) { $0 + $1.time.microseconds }) }

  /// What `max-interval` would have to be.
  var comfortable: TimeSpan { TimeSpan(microseconds: total.microseconds + Self.pause.microseconds) }

  var longest: String { parts.max { $0.time < $1.time }?.setting ?? Accommodations.hold.declaration.name }
}

/// Finds gestures that accommodations make impossible or hard to make, and accommodations without effect.
struct AccommodationCheck {
  /// A device, or all devices of a class, with its accommodations.
  private struct Place {
    let device: Device
    let accommodations: Accommodations
    let words: String
  }

  let book: CheckContext
  let accommodations: AccommodationRules
  let problems: Problems

  func check(_ values: AccommodationReader.Values) {
    guard !accommodations.isNothing else { return }
    if let header = values.headers[.touchpad],
      !accommodations.accommodations(of: DeviceIdentity("", .touchpad)).isNothing,
      !mayReadPads
    {
      problems.warning(at: header, .accommodationsOfNoTouches)
    }
    for index in book.gestures.indices where book.gestures[index].isSound && !book.onlyObserves(index) { check(index) }
  }

  /// Whether slots of a touchpad are read, because of its section or for some gesture: libinput reports no touches there. Without a
  /// gesture there is nothing to accommodate.
  private var mayReadPads: Bool {
    !book.gestures.indices.contains { book.isMeant($0, on: .touchpad) } || book.rules.interceptsAny
      || book.rules.devices.contains { $0.source == .raw }
      || book.readsSlots(of: .touchpad) && book.rules.needs(raw: .pointingPad, besides: .some(.touchpad))
  }

  /// One warning for each gesture.
  private func check(_ index: Int) {
    for place in places(of: index) {
      guard let (range, text) = warning(index, place) else { continue }
      return problems.warning(at: range, text)
    }
  }

  /// Where it is made: on any device of a class, and on devices with accommodations of their own. The class of such a device
  /// is not known, so the check skips gestures for one class there.
  private func places(of index: Int) -> [Place] {
    let rule = book.rule(index)
    let classes = book.classes(of: index).filter { book.isMeant(index, on: $0) }
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
        if own.isNothing { return nil }
        return Place(device: device, accommodations: own, words: name.isEmpty ? "" : " on \(name.quoted)")
      }
    }
  }

  private func warning(_ index: Int, _ place: Place) -> (Range<Int>, DiagnosticText)? {
    let (section, rule) = (book.gestures[index], book.rule(index))
    let settings = book.rules.settings(of: rule, on: place.device)
    let hold = place.accommodations.hold
    func range(_ key: String) -> Range<Int> { section.places[key] ?? section.header }
    if case .taps(let count, _, let limit) = rule.kind.traits.patience(settings), count > 1 {
      let pause = pause(settings, place)
      if pause.total >= limit {
        return (range("max-interval"), .tapsTooLate(section.name.value, pause, within: limit))
      }
    }
    if let (key, length) = tapLength(rule, settings), hold > length {
      return (range(key), .tapsTooShort(section.name.value, hold, key, length, place: place.words))
    }
    return nil
  }

  /// A tap farther away than a finger bounces counts at once.
  private func pause(_ settings: Settings, _ place: Place) -> AccommodatedPause {
    var parts: [(setting: String, time: TimeSpan)] = []
    let own = place.accommodations
    if own.ignoreRepeats.microseconds > 0, length("max-distance", settings) ?? .infinity <= TouchFilter.near {
      parts.append((Accommodations.ignoreRepeats.declaration.name, own.ignoreRepeats))
    }
    if own.hold.microseconds > 0 { parts.append((Accommodations.hold.declaration.name, own.hold)) }
    return AccommodatedPause(parts: parts, place: place.words)
  }

  /// How long fingers of a tap may be down, and the setting that says so.
  private func tapLength(_ rule: GestureRule, _ settings: Settings) -> (String, TimeSpan)? {
    let key: String
    switch rule.kind.name {
    case Tap.kind.name, HoldAnd<Tap>.kind.name: key = "max-duration"
    case LongPress.kind.name:
      guard case .taps = rule.kind.traits.patience(settings) else { return nil }
      key = "tap-duration"
    default: return nil
    }
    return time(key, settings).map { (key, $0) }
  }

  private func length(_ name: String, _ settings: Settings) -> Double? {
    guard case .quantity(let value)? = settings[name] else { return nil }
    return value
  }

  private func time(_ name: String, _ settings: Settings) -> TimeSpan? {
    length(name, settings).map { TimeSpan(milliseconds: $0) }
  }
}
