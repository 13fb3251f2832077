/// All kinds of gestures that come with the program.
public enum Catalogue {
  public static let kinds: [Kind] = [
    Tap.kind, Swipe.kind, LongPress.kind, Pan.kind, Pinch.kind, Rotate.kind, EdgeSwipe.kind, EdgePan.kind,
    ForcePress.kind, HoldAnd<Tap>.kind, HoldAnd<Swipe>.kind, HoldAnd<Pan>.kind, Click.kind, Stroke.kind, Hint.kind,
  ]

  /// The kind with this name; nil if no kind has the name.
  public static func kind(named name: String) -> Kind? { kinds.first { $0.name == name } }
}
