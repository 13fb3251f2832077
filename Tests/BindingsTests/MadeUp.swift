import GestureCore

/// Kinds that rules files are checked with; nothing is recognized by them here.
enum MadeUp {
  /// Made of other gestures.
  static let chain = Kind(
    name: "chain", summary: "Other gestures in a row.", isDiscrete: true,
    settings: [Setting<[String]>.gestures("steps", 2...4, "The gestures in order.", origin: "a test").declaration],
    traits: Kind.Traits { $0.patience = { _ in .beyondLift } }, compose: { settings, _ in Tap(settings) })

  /// A kind that must begin at the border of a surface, and goes before what else is there.
  static let border = Kind(
    name: "border", summary: "Fingers come in.", isDiscrete: true, settings: [], needs: .places,
    traits: Kind.Traits {
      $0.patience = { _ in .resting(TimeSpan(milliseconds: 700)) }
      $0.travel = { _ in 5 }
      $0.territory = { _, size in [Rectangle(left: 0, top: 0, right: 5, bottom: size.height)] }
    }, make: Tap.init)

  static let kinds = Catalogue.kinds + [chain, border]
}
