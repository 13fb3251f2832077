import GestureCore

/// Kinds for checks of rules files; they recognize nothing.
enum TestKinds {
  /// A kind that must begin at the border of a surface, and takes precedence over other kinds there.
  static let border = Kind(
    name: "border", summary: "Fingers come in.", isDiscrete: true, settings: [], needs: .places,
    traits: Kind.Traits {
      $0.timeout = { _ in .resting(TimeSpan(milliseconds: 700)) }
      $0.travel = { _ in 5 }
      $0.startAreas = { _, size in [Rectangle(left: 0, top: 0, right: 5, bottom: size.height)] }
    }, make: Tap.init)

  private static let taps = Setting<Int>.count("taps", 0, in: 0...4, "Taps before it.", reason: "a test")
  private static let isFirm = Setting<Bool>.flag("firm", false, "Whether it must be pressed.", reason: "a test")

  /// Fingers rest, after taps or pressed if its settings require that.
  static let rest = Kind(
    name: "rest", summary: "Fingers rest.", isDiscrete: false, settings: [taps.declaration, isFirm.declaration],
    traits: Kind.Traits {
      $0.needs = { $0[isFirm] ? .pressure : $0[taps] > 0 ? .contacts : [] }
      $0.timeout = { settings in
        .taps(settings[taps] + 1, each: TimeSpan(milliseconds: 500), pause: TimeSpan(milliseconds: 300))
      }
    }, make: LongPress.init)

  /// A finger taps while others rest.
  static let beside = Kind(
    name: "beside", summary: "One finger taps beside others.", isDiscrete: true, settings: [],
    traits: Kind.Traits {
      $0.isMadeByLifting = { _ in true }
      $0.landsSeparately = true
      $0.timeout = { _ in .taps(1, each: TimeSpan(milliseconds: 200), pause: TimeSpan(milliseconds: 0)) }
    }, make: Tap.init)

  static let kinds = Catalogue.kinds + [border, rest, beside]
}
