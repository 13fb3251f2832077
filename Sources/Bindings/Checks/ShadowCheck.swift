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

  /// Gestures that may include each other, by the kinds and tags of their own that they let happen.
  private typealias Alike = [Set<Reference>: [Int]]

  /// Finds for each gesture an earlier one of the same precision that accepts at least as much.
  private func wider(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    let ordered = here.sorted { (-book.rule($0).priority, $0) < (-book.rule($1).priority, $1) }
    var found: [(Int, Shadow)] = []
    var before: [Breadth.Group: Alike] = [:]
    for later in ordered {
      let own = book.ownGroups(of: later)
      let kind = Reference.kind(book.rule(later).kind.name)
      // A gesture with a relation to its whole kind has one to every gesture it could be compared with.
      guard !own.contains(kind) else { continue }
      let breadth = book.breadth(of: later, on: deviceClass)
      let first = breadth.groups(on: deviceClass).compactMap { before[$0].flatMap { earlier(later, $0, deviceClass) } }
        .min { (-book.rule($0).priority, $0) < (-book.rule($1).priority, $1) }
      for home in breadth.homes { before[home, default: [:]][own, default: []].append(later) }
      guard let first else { continue }
      let other = book.breadth(of: first, on: deviceClass)
      let isTwin = breadth.includes(other) && breadth.device == other.device && breadth.scope == other.scope
      found.append((later, isTwin ? .twin(first) : .wider(first)))
    }
    return found
  }

  /// A member of `alike` that includes `later` and has no relation to it.
  private func earlier(_ later: Int, _ alike: Alike, _ deviceClass: DeviceClass) -> Int? {
    let breadth = book.breadth(of: later, on: deviceClass)
    let candidates = alike.lazy.filter { !book.isRelated(later, toAny: $0.key) }.compactMap { _, gestures in
      gestures.first { earlier in
        book.breadth(of: earlier, on: deviceClass).includes(breadth) && !book.areRelated(earlier, later)
      }
    }
    return candidates.min { (-book.rule($0).priority, $0) < (-book.rule($1).priority, $1) }
  }

  /// Finds for each gesture made by a single movement the first drag of its fingers that begins before it is long
  /// enough.
  private func drags(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    let travels = here.reduce(into: [:]) { $0[$1] = book.dragTravel(of: $1, on: deviceClass) }
    // Most are alike: what they accept is compared once.
    let alike = Dictionary(grouping: here.filter { travels[$0] != nil }) { book.breadth(of: $0, on: deviceClass) }
    guard !alike.isEmpty else { return [] }
    return here.compactMap { swipe in
      let kind = book.rule(swipe).kind
      guard kind.isDiscrete, let travel = kind.traits.travel(book.settings(of: swipe, on: deviceClass)) else {
        return nil
      }
      let breadth = book.breadth(of: swipe, on: deviceClass)
      let first = alike.lazy.filter { book.isPresent($0.key, wherever: breadth, deviceClass) }.compactMap { _, drags in
        drags.first { travels[$0] ?? travel < travel && !isHeld($0, for: swipe, deviceClass) }
      }.min()
      return first.map { (swipe, .drag($0)) }
    }
  }

  /// Whether a drag lets the other one go first, or happen as well.
  private func isHeld(_ drag: Int, for swipe: Int, _ deviceClass: DeviceClass) -> Bool {
    book.rule(drag).kind.traits.yieldsToEdges && book.hasTerritory(swipe, on: deviceClass)
      || book.areRelated(drag, swipe)
  }
}

extension CheckContext {
  /// The distance in mm after which a drag that may begin anywhere has begun for certain; nil for other gestures.
  fileprivate func dragTravel(of index: Int, on deviceClass: DeviceClass) -> Double? {
    let kind = rule(index).kind
    // A drag that waits for anything but a tap may wait long enough for a swipe too.
    guard !kind.isDiscrete, !hasTerritory(index, on: deviceClass), waitsOnlyForTaps(index) else { return nil }
    guard patience(of: index, on: deviceClass) == .untilLift else { return nil }
    return kind.traits.travel(settings(of: index, on: deviceClass))
  }

  /// Whether one gesture is looked for wherever another one is, with all of its fingers and ways.
  func isPresent(_ wide: Breadth, wherever narrow: Breadth, _ deviceClass: DeviceClass) -> Bool {
    wide.includes(narrow) && wide.device.covers(narrow.device, on: deviceClass)
      && wide.scope.holds(whenever: narrow.scope) && zones.shows(narrow.scope.zone, to: wide.scope.zone)
  }

  func hasTerritory(_ index: Int, on deviceClass: DeviceClass) -> Bool {
    let size = Device.some(deviceClass).size
    return !rule(index).kind.traits.territory(settings(of: index, on: deviceClass), size).isEmpty
  }
}
