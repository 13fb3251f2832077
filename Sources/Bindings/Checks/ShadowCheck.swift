import GestureCore

/// Finds pairs of gestures in which one never leaves anything to the other.
struct ShadowCheck {
  let book: CheckContext
  let problems: Problems

  /// What keeps a gesture from being recognized on one class of device.
  private enum Shadow: Equatable {
    /// Both accept the same.
    case twin(Int)
    /// The other accepts more, and comes first.
    case wider(Int)
    /// A drag that begins before the swipe is long enough.
    case drag(Int)
    /// The same gesture, which needs less by this setting.
    case sooner(Int, String)

    var gesture: Int {
      switch self {
      case .twin(let index), .wider(let index), .drag(let index), .sooner(let index, _): index
      }
    }
  }

  /// `gestures` are those that may be compared.
  func check(_ gestures: [Int]) {
    var shadows = [[Shadow]](repeating: [], count: book.gestures.count)
    for deviceClass in DeviceClass.allCases {
      let here = gestures.filter { book.isMeant($0, on: deviceClass) }
      let sooner = SoonerCheck(book: book, deviceClass: deviceClass).search(here)
        .map { ($0, Shadow.sooner($1.gesture, $1.setting)) }
      let found = wider(here, deviceClass) + drags(here, deviceClass) + sooner
      for (index, shadow) in Dictionary(found, uniquingKeysWith: { first, _ in first }) {
        shadows[index].append(shadow)
      }
    }
    for index in gestures {
      let classes = book.classes(of: index).count { book.isMeant(index, on: $0) }
      guard let shadow = shadows[index].first, shadows[index].count == classes else { continue }
      report(index, shadow, isTwin: shadows[index].allSatisfy { $0 == .twin(shadow.gesture) })
    }
  }

  private func report(_ index: Int, _ shadow: Shadow, isTwin: Bool) {
    let header = book.gestures[index].header
    let rule = book.rule(index)
    let other = book.rule(shadow.gesture)
    let line = book.line(of: shadow.gesture, from: header)
    switch shadow {
    case .twin where isTwin: problems.error(at: header, .indistinguishable(rule.name, other.name, line: line))
    case .twin, .wider:
      problems.warning(at: header, .shadowed(rule.name, by: other.name, line: line, priority: other.priority))
    case .sooner(_, let setting):
      problems.warning(at: header, .sooner(rule.name, by: other.name, setting: setting, line: line))
    case .drag:
      problems.warning(at: header, .beginsBefore(rule.name, rule.kind, by: other.name, other.kind, line: line))
    }
  }

  /// Finds for each gesture the first one that comes before it and accepts at least as much.
  private func wider(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    let ordered = here.sorted { book.comesFirst($0, before: $1) }
    return ordered.enumerated().compactMap { place, later in
      let narrow = book.breadth(of: later, on: deviceClass)
      let first = ordered[..<place].first {
        book.breadth(of: $0, on: deviceClass).takes(narrow, deviceClass) && !book.areRelated($0, later)
      }
      guard let first else { return nil }
      return (later, narrow.isSame(as: book.breadth(of: first, on: deviceClass)) ? .twin(first) : .wider(first))
    }
  }

  /// Finds for each gesture made by a single movement the first drag of its fingers that begins before it is long
  /// enough.
  private func drags(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    let travels = here.reduce(into: [:]) { $0[$1] = book.dragTravel(of: $1, on: deviceClass) }
    return here.compactMap { swipe in
      guard book.rules.gestures[swipe].kind.isDiscrete, let travel = book.travel(of: swipe, on: deviceClass) else {
        return nil
      }
      let first = here.first {
        travels[$0] ?? travel < travel && book.isPresent($0, wherever: swipe, on: deviceClass)
          && !isHeld($0, for: swipe, deviceClass)
      }
      return first.map { (swipe, .drag($0)) }
    }
  }

  /// Whether a drag lets the other one go first, or happen as well.
  private func isHeld(_ drag: Int, for swipe: Int, _ deviceClass: DeviceClass) -> Bool {
    book.rules.gestures[drag].kind.traits.yieldsToEdges && book.hasTerritory(swipe, on: deviceClass)
      || book.areRelated(drag, swipe)
  }
}

extension CheckContext {
  /// The distance in mm after which a drag that may begin anywhere has begun for certain; nil for other gestures.
  fileprivate func dragTravel(of index: Int, on deviceClass: DeviceClass) -> Double? {
    // A drag that waits for anything but a tap may wait long enough for a swipe too.
    guard !rules.gestures[index].kind.isDiscrete, !hasTerritory(index, on: deviceClass), waitsOnlyForTaps(index),
      patience(of: index, on: deviceClass) == .untilLift
    else { return nil }
    return travel(of: index, on: deviceClass)
  }
}
