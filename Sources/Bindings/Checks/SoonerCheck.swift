import GestureCore

/// Finds gestures that another one always takes, since it is the same and needs less of it: a shorter way, a shorter rest.
struct SoonerCheck {
  /// A gesture that comes first, and the setting that makes it come first.
  struct Sooner {
    let gesture: Int
    let setting: String
  }

  let book: CheckContext
  let deviceClass: DeviceClass

  /// The gestures that can't come first, each with the first one of the file that always does.
  func search(_ here: [Int]) -> [(Int, Sooner)] {
    // Drawings have a check of their own.
    let candidates = here.filter {
      !makesByLifting($0) && book.breadth(of: $0, on: deviceClass).form.drawing == nil
    }
    return candidates.compactMap { late in
      candidates.lazy.compactMap { early in sooner(early, than: late) }.first.map { (late, $0) }
    }
  }

  private func makesByLifting(_ index: Int) -> Bool {
    book.rules.gestures[index].kind.traits.isMadeByLifting(book.settings(of: index, on: deviceClass))
  }

  private func value(_ threshold: SettingDeclaration, _ settings: Settings) -> Double {
    if case .quantity(let value)? = settings[threshold.name] { value } else { 0 }
  }

  /// The setting by which `early` is certain to come before `late`, if it takes all that `late` does.
  private func sooner(_ early: Int, than late: Int) -> Sooner? {
    let (wide, narrow) = (book.breadth(of: early, on: deviceClass), book.breadth(of: late, on: deviceClass))
    guard early != late, wide.form.isSame(butForThresholdsAs: narrow.form), !book.areRelated(early, late),
      !book.waits(early)
    else { return nil }
    let (own, other) = (book.settings(of: early, on: deviceClass), book.settings(of: late, on: deviceClass))
    var setting: String?
    for threshold in book.rule(early).kind.thresholds {
      let (first, second) = (value(threshold, own), value(threshold, other))
      guard first != second else { continue }
      switch threshold.loosening {
      case .lower: guard first < second else { return nil }
      case .raise: guard first > second else { return nil }
      case nil: return nil
      }
      if threshold.grows, setting == nil { setting = threshold.name }
    }
    guard let setting, book.isPresent(early, wherever: late, on: deviceClass) else { return nil }
    return Sooner(gesture: early, setting: setting)
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
    guard references.hasDemanders else { return false }
    let rule = rule(index)
    return ([.gesture(rule.name)] + rule.groups).contains { !references.demanders($0).isEmpty }
  }
}
