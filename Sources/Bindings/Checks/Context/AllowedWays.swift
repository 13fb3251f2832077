import GestureCore

/// The ways fingers may go to make a gesture, as its `direction` or `axis` says.
enum AllowedWays: Hashable {
  static let settings = ["direction", "axis"]

  case all
  case some(Set<String>)

  /// All ways for a kind that has no such setting; nil where a setting says something else than a way.
  init?(_ kind: Kind, _ settings: Settings) {
    guard let setting = kind.waySetting else {
      self = .all
      return
    }
    guard case .choice(let name)? = settings.values[setting.name] else { return nil }
    self = Self.everything.contains(name) ? .all : .some(Self.ways(name))
  }

  func isSuperset(of other: AllowedWays) -> Bool {
    switch (self, other) {
    case (.all, _): true
    case (.some, .all): false
    case (.some(let own), .some(let ways)): own.isSuperset(of: ways)
    }
  }

  /// The choices that leave the way open.
  private static let everything: Set = ["any", "both"]

  /// The choices that stand for several ways; every other one is a way of its own.
  private static let unions: [String: Set<String>] = [
    "horizontal": ["left", "right"], "vertical": ["up", "down"], "4": ["left", "right", "up", "down"],
    // Of eight directions the straight ones are narrower than they are alone, so they do not include those.
    "8": Set(Direction.allCases.map { $0.isDiagonal ? $0.rawValue : "narrow \($0.rawValue)" }),
  ]

  fileprivate static func ways(_ name: String) -> Set<String> { unions[name] ?? [name] }

  /// Whether gestures of these two kinds can go different ways: only then can one fail by the way the other takes.
  static func areComparable(_ a: Kind, _ b: Kind) -> Bool {
    !a.allWays.isDisjoint(with: b.allWays)
  }
}

extension Kind {
  /// The setting that says which way its fingers go.
  var waySetting: SettingDeclaration? {
    allSettings.first { AllowedWays.settings.contains($0.name) }
  }

  /// Every way its setting can say.
  fileprivate var allWays: Set<String> {
    guard case .choice(let names)? = waySetting?.shape else { return [] }
    return names.reduce(into: []) { $0.formUnion(AllowedWays.ways($1)) }
  }
}
