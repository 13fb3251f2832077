import GestureCore

/// Finds gestures that another one always takes, since it is the same and needs less of it: a shorter way, a shorter rest.
struct SoonerCheck {
  /// What a gesture needs on a class of devices.
  private struct Candidate {
    let gesture: Int
    /// In the order of the kind's settings.
    let thresholds: [Double]
  }

  /// A gesture that comes first, and the setting that makes it come first.
  struct Sooner {
    let gesture: Int
    let setting: String
  }

  let book: CheckContext
  let deviceClass: DeviceClass

  /// How many gestures one gesture is compared with: no file written by hand needs more.
  private static let most = 64

  /// The gestures that can't come first, each with the one that always does.
  func search(_ here: [Int]) -> [(Int, Sooner)] {
    // Drawings have a check of their own.
    let candidates = here.filter {
      !makesByLifting($0) && !book.breadths.isDrawn(book.breadth(of: $0, on: deviceClass))
    }
    let alike = Dictionary(grouping: candidates) {
      book.breadths.looseNumber(of: book.breadth(of: $0, on: deviceClass))
    }
    return alike.values.flatMap { members -> [(Int, Sooner)] in
      guard members.count > 1, let kind = members.first.map({ book.rule($0).kind }) else { return [] }
      let thresholds = kind.thresholds
      var rivals: [Candidate] = []
      var seen: Set<[Double]> = []
      let all = members.map { Candidate(gesture: $0, thresholds: values(of: $0, thresholds)) }
      for one in all where seen.count < Self.most || seen.contains(one.thresholds) {
        seen.insert(one.thresholds)
        if rivals.count < Self.most { rivals.append(one) }
      }
      guard seen.count > 1 else { return [] }
      return all.compactMap { late in
        rivals.lazy.compactMap { early in sooner(early, than: late, thresholds) }.first.map { (late.gesture, $0) }
      }
    }
  }

  private func makesByLifting(_ index: Int) -> Bool {
    book.rules.gestures[index].kind.traits.isMadeByLifting(book.settings(of: index, on: deviceClass))
  }

  private func values(_ thresholds: [SettingDeclaration], _ settings: Settings) -> [Double] {
    thresholds.map { if case .quantity(let value)? = settings[$0.name] { value } else { 0 } }
  }

  private func values(of index: Int, _ thresholds: [SettingDeclaration]) -> [Double] {
    values(thresholds, book.settings(of: index, on: deviceClass))
  }

  /// The setting by which `early` is certain to come before `late`, if it takes all that `late` does.
  private func sooner(_ early: Candidate, than late: Candidate, _ thresholds: [SettingDeclaration]) -> Sooner? {
    guard early.gesture != late.gesture, !book.areRelated(early.gesture, late.gesture),
      !book.waits(early.gesture)
    else { return nil }
    var setting: String?
    for (place, threshold) in thresholds.enumerated() where early.thresholds[place] != late.thresholds[place] {
      let isLess = early.thresholds[place] < late.thresholds[place]
      switch threshold.loosening {
      case .lower: guard isLess else { return nil }
      case .raise: guard !isLess else { return nil }
      case nil: return nil
      }
      if threshold.grows, setting == nil { setting = threshold.name }
    }
    let (wide, narrow) = (
      book.breadth(of: early.gesture, on: deviceClass), book.breadth(of: late.gesture, on: deviceClass)
    )
    guard let setting, book.breadths.isPresent(wide, wherever: narrow, deviceClass) else { return nil }
    return Sooner(gesture: early.gesture, setting: setting)
  }
}

extension Kind {
  /// The settings that can be loosened, so that more is taken.
  fileprivate var thresholds: [SettingDeclaration] { allSettings.filter { $0.loosening != nil } }
}

extension SettingDeclaration {
  /// Whether it is reached by going on: by a longer way, a longer rest, a greater turn.
  fileprivate var grows: Bool {
    guard loosening == .lower, case .quantity(let unit, _) = shape else { return false }
    return switch unit {
    case .millimetres, .milliseconds, .degrees: true
    case .millimetresPerSecond, .percent, .fingers, .taps: false
    }
  }
}

extension CheckContext {
  /// Whether it has to wait for any other gesture, whichever of the two says so.
  fileprivate func waits(_ index: Int) -> Bool {
    guard rules.gestures[index].relations.requireToFail.isEmpty else { return true }
    guard roster.hasDemanders else { return false }
    let rule = rule(index)
    return ([.gesture(rule.name)] + rule.groups).contains { !roster.demanders($0).isEmpty }
  }
}
