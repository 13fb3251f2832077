import GestureCore

/// Looks for pairs of gestures of which one never leaves anything to the other.
struct Shadows {
  let book: RuleBook
  let problems: Problems

  /// What keeps a gesture from being recognized on one class of device.
  private enum Shadow: Equatable {
    /// Both accept the same.
    case twin(Int)
    /// Accepts more, and comes first.
    case wider(Int)
    /// A drag that begins before the swipe is long enough.
    case drag(Int)

    var gesture: Int {
      switch self {
      case .twin(let index), .wider(let index), .drag(let index): index
      }
    }
  }

  /// `gestures` are those that may be compared.
  func check(_ gestures: [Int]) {
    var shadows = [[Shadow]](repeating: [], count: book.gestures.count)
    for deviceClass in DeviceClass.allCases {
      let here = gestures.filter { book.rule($0).device.classes.contains(deviceClass) }
      let found = wider(here, deviceClass) + drags(here, deviceClass)
      for (index, shadow) in Dictionary(found, uniquingKeysWith: { first, _ in first }) {
        shadows[index].append(shadow)
      }
    }
    for index in gestures {
      let classes = book.rule(index).device.classes.count
      guard let shadow = shadows[index].first, shadows[index].count == classes else { continue }
      report(index, shadow, isTwin: shadows[index].allSatisfy { $0 == .twin(shadow.gesture) })
    }
  }

  private func report(_ index: Int, _ shadow: Shadow, isTwin: Bool) {
    let header = book.gestures[index].header
    let rule = book.rule(index)
    let other = book.rule(shadow.gesture)
    let line = book.line(of: shadow.gesture)
    switch shadow {
    case .twin where isTwin: problems.error(at: header, .indistinguishable(rule.name, other.name, line: line))
    case .twin, .wider:
      problems.warning(at: header, .shadowed(rule.name, by: other.name, line: line, priority: other.priority))
    case .drag:
      problems.warning(at: header, .beginsBefore(rule.name, rule.kind, by: other.name, other.kind, line: line))
    }
  }

  /// For each gesture one before it, of the same precision, that accepts at least as much.
  private func wider(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    // A gesture that has a relation to its whole kind has one to all it could be compared with.
    let free = here.filter { !book.mentions($0, kind: book.rule($0).kind.name) }
    let ordered = free.sorted { (-book.rule($0).priority, $0) < (-book.rule($1).priority, $1) }
    var found: [(Int, Shadow)] = []
    var before: [Breadth.Group: [Int]] = [:]
    for later in ordered {
      let breadth = book.breadth(of: later, on: deviceClass)
      let first = breadth.groups(on: deviceClass).lazy.flatMap { before[$0] ?? [] }.first { earlier in
        book.breadth(of: earlier, on: deviceClass).includes(breadth) && !book.areRelated(earlier, later)
      }
      before[Breadth.Group(breadth.precision, breadth.device), default: []].append(later)
      guard let first else { continue }
      let other = book.breadth(of: first, on: deviceClass)
      let isTwin = breadth.includes(other) && breadth.device == other.device
      found.append((later, isTwin ? .twin(first) : .wider(first)))
    }
    return found
  }

  /// For each swipe the first drag of its fingers that begins before the swipe is long enough.
  private func drags(_ here: [Int], _ deviceClass: DeviceClass) -> [(Int, Shadow)] {
    // A drag that waits for anything but a tap may wait long enough for a swipe too.
    let drags = here.filter { index in
      book.rule(index).kind.name == "pan" && book.waitsOnly(index, forKind: "tap")
    }
    guard !drags.isEmpty else { return [] }
    let slops = drags.map { book.settings(of: $0, on: deviceClass).quantity("slop") ?? .infinity }
    return here.compactMap { swipe in
      guard let distance = book.settings(of: swipe, on: deviceClass).quantity("min-distance") else { return nil }
      let breadth = book.breadth(of: swipe, on: deviceClass)
      let first = drags.indices.first { place in
        let drag = book.breadth(of: drags[place], on: deviceClass)
        return slops[place] < distance && drag.includes(breadth) && drag.device.covers(breadth.device, on: deviceClass)
          && !book.areRelated(drags[place], swipe)
      }
      return first.map { (swipe, .drag(drags[$0])) }
    }
  }
}
