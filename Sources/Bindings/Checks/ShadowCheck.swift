import GestureCore

extension CheckContext {
  /// Another gesture that keeps a gesture from being recognized on one class of device.
  private enum Shadow: Equatable {
    /// Both gestures accept the same touches.
    case twin(Int)
    /// The other gesture has precedence, and accepts all touches that this gesture accepts, and also other touches.
    case wider(Int)
    /// The other gesture lasts, and begins before the fingers have moved far enough for this gesture.
    case drag(Int)
    /// The other gesture differs only in less strict thresholds. The string names such a threshold with a lower value.
    case sooner(Int, String)

    var gesture: Int {
      switch self {
      case .twin(let index), .wider(let index), .drag(let index), .sooner(let index, _): index
      }
    }
  }

  /// Reports gestures whose touches another gesture always takes, or may take in a corner.
  func checkShadows(_ gestures: [Int]) {
    for index in gestures {
      let classes = classes(of: index).filter { isMeant(index, on: $0) }
      warnOfEdges(atCorner: index, gestures, classes)
      let shadows = classes.compactMap { deviceClass in
        let others = gestures.filter { $0 != index && isMeant($0, on: deviceClass) }
        return wider(than: index, others, deviceClass) ?? drag(before: index, others, deviceClass)
          ?? sooner(than: index, others, deviceClass)
      }
      guard let shadow = shadows.first, shadows.count == classes.count else { continue }
      report(index, shadow, isTwin: shadows.allSatisfy { $0 == .twin(shadow.gesture) })
    }
  }

  private func report(_ index: Int, _ shadow: Shadow, isTwin: Bool) {
    let header = gestures[index].header
    let (rule, other) = (rule(index), rule(shadow.gesture))
    let (name, first) = (rule.name.quoted, other.name.quoted)
    let line = line(of: shadow.gesture, from: header)
    switch shadow {
    case .twin where isTwin:
      problems.error(
        at: header, "\(name) can't be distinguished from \(first) in \(line): both gestures accept the same touches",
        fix: gestures[index].when.condition != Condition()
          ? "replace this section with an `[[override]]` that has `gesture = \(first)`, and the `when` and the actions of \(name)"
          : "change one of the two gestures, or let both happen: `simultaneous-with = [\(first)]`")
    case .twin, .wider:
      problems.warning(
        at: header,
        "\(name) can never be recognized: \(first) in \(line) accepts everything that \(name) accepts, and comes first",
        fix:
          "put \(name) before \(first) if both have the same priority; otherwise add `priority = \(other.priority &+ 1)` to \(name)"
      )
    case .sooner(_, let setting):
      problems.warning(
        at: header,
        "\(name) can never be recognized: \(first) in \(line) is the same gesture with a smaller `\(setting)`, so it is recognized first",
        fix: "add `require-to-fail = [\(name)]` to \(first), or remove one of the two gestures")
    case .drag: problems.warning(at: header, .beginsBefore(rule, other, line: line))
    }
  }

  /// Warns if the gesture begins in a corner, and another gesture begins along an edge at this corner.
  private func warnOfEdges(atCorner corner: Int, _ gestures: [Int], _ classes: [DeviceClass]) {
    guard let deviceClass = classes.first else { return }
    let size = Device.some(deviceClass).size
    let corners = [(0.0, 0.0), (0, 1), (1, 0), (1, 1)]
    let middles = [(0.5, 0.0), (0.5, 1), (0, 0.5), (1, 0.5)]
    func starts(_ index: Int, at shares: [(Double, Double)]) -> [(Double, Double)] {
      let areas = rule(index).kind.traits.startAreas(settings(of: index, on: deviceClass), size)
      return shares.filter { x, y in
        areas.contains { $0.contains(Vector(x * size.width, y * size.height), on: size) }
      }
    }
    let own = starts(corner, at: corners)
    guard !own.isEmpty, starts(corner, at: middles).isEmpty else { return }
    let fingers = acceptedTouches(of: corner, on: deviceClass).fingers
    let edge = gestures.first {
      $0 != corner && isMeant($0, on: deviceClass) && rule($0).sharesMode(with: rule(corner))
        && acceptedTouches(of: $0, on: deviceClass).fingers.overlaps(fingers) && !areRelated($0, corner)
        && !starts($0, at: own).isEmpty && !starts($0, at: middles).isEmpty
    }
    guard let edge else { return }
    let (header, name, other) = (self.gestures[corner].header, rule(corner).name.quoted, rule(edge).name.quoted)
    problems.warning(
      at: header,
      "\(name) and \(other) in \(line(of: edge, from: header)) both begin in the same corner: the one that is recognized first wins",
      fix: "add `require-to-fail = [\(name)]` to \(other)"
        + (self.gestures[corner].settingRanges["max-angle"] == nil ? ", and `max-angle = \"55 deg\"` to \(name)" : ""))
  }

  /// The first unrelated gesture that has precedence and accepts everything that `index` accepts, or nil.
  private func wider(than index: Int, _ others: [Int], _ deviceClass: DeviceClass) -> Shadow? {
    let narrow = acceptedTouches(of: index, on: deviceClass)
    let first = others.filter {
      hasPrecedence($0, before: index) && acceptedTouches(of: $0, on: deviceClass).contains(narrow, deviceClass)
        && !areRelated($0, index)
    }.min { hasPrecedence($0, before: $1) }
    return first.map { narrow.isSame(as: acceptedTouches(of: $0, on: deviceClass)) ? .twin($0) : .wider($0) }
  }

  /// The first gesture that lasts and begins before the same fingers complete `swipe`, or nil.
  private func drag(before swipe: Int, _ others: [Int], _ deviceClass: DeviceClass) -> Shadow? {
    guard rule(swipe).kind.isDiscrete, let travel = travel(of: swipe, on: deviceClass) else { return nil }
    let first = others.first {
      dragTravel(of: $0, on: deviceClass) ?? travel < travel
        && isPresent($0, wherever: swipe, on: deviceClass) && !isHeld($0, for: swipe, deviceClass)
    }
    return first.map(Shadow.drag)
  }

  /// Whether `drag` can't take the touches of `swipe`: because `drag` yields at an edge, or the gestures are related.
  private func isHeld(_ drag: Int, for swipe: Int, _ deviceClass: DeviceClass) -> Bool {
    rule(drag).kind.traits.yieldsToEdges && hasTerritory(swipe, on: deviceClass) || areRelated(drag, swipe)
  }

  /// The first gesture that differs from `late` only in looser thresholds, and so always precedes `late`; or nil.
  private func sooner(than late: Int, _ others: [Int], _ deviceClass: DeviceClass) -> Shadow? {
    // `checkDrawings` compares drawings.
    guard !rule(late).kind.traits.isMadeByLifting(settings(of: late, on: deviceClass)),
      acceptedTouches(of: late, on: deviceClass).form.drawing == nil
    else { return nil }
    return others.lazy.compactMap { early in
      lowerSetting(of: early, than: late, deviceClass).map { Shadow.sooner(early, $0) }
    }.first
  }

  /// The name of a setting whose lower value lets `early` always precede `late`. Nil if there is no such setting.
  private func lowerSetting(of early: Int, than late: Int, _ deviceClass: DeviceClass) -> String? {
    let (wide, narrow) = (acceptedTouches(of: early, on: deviceClass), acceptedTouches(of: late, on: deviceClass))
    guard wide.form.isSame(butForThresholdsAs: narrow.form), !areRelated(early, late),
      rule(early).relations.requireToFail.isEmpty, references.requirements(of: early).isEmpty
    else { return nil }
    let (own, other) = (settings(of: early, on: deviceClass), settings(of: late, on: deviceClass))
    let different = rule(early).kind.allSettings.filter {
      $0.loosening != nil && own.number($0) != other.number($0)
    }
    let isLooser = different.allSatisfy { ($0.loosening == .lower) == (own.number($0) < other.number($0)) }
    guard isLooser, let setting = different.first(where: \.grows),
      isPresent(early, wherever: late, on: deviceClass)
    else { return nil }
    return setting.name
  }

  /// The distance in mm after which the gesture certainly begins. Nil if unknown, or if the gesture is recognized once.
  private func dragTravel(of index: Int, on deviceClass: DeviceClass) -> Double? {
    // A drag that waits for something other than a tap may wait long enough for a swipe too.
    guard !rule(index).kind.isDiscrete, !rule(index).kind.traits.beginsAtEdges, waitsOnlyForTaps(index),
      patience(of: index, on: deviceClass) == .untilLift
    else { return nil }
    return travel(of: index, on: deviceClass)
  }
}

extension DiagnosticText {
  static func beginsBefore(_ rule: GestureRule, _ other: GestureRule, line: String) -> DiagnosticText {
    let (name, first) = (rule.name.quoted, other.name.quoted)
    return DiagnosticText(
      "\(name) can never be recognized: the \(other.kind.name) \(first) in \(line) begins before "
        + "the fingers complete the \(rule.kind.name)",
      fix: "add `require-to-fail = [\(name)]` to \(first)")
  }
}

extension Settings {
  fileprivate func number(_ declaration: SettingDeclaration) -> Double {
    if case .quantity(let value)? = self[declaration.name] { value } else { 0 }
  }
}

extension SettingDeclaration {
  /// Whether the setting is a minimum that fingers reach if they move, hold or turn for long enough.
  fileprivate var grows: Bool {
    guard loosening == .lower, case .quantity(let unit, _) = shape else { return false }
    return switch unit {
    case .millimetres, .milliseconds, .degrees: true
    case .millimetresPerSecond, .percent, .fingers, .taps: false
    }
  }
}
