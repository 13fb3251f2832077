import GestureCore

/// What the fingers of a swipe have done before libinput begins it: it reports nothing of that, neither how far they have gone
/// nor how long it took.
struct SwipeLead {
  /// In mm.
  let distance: Vector
  let duration: TimeSpan

  /// How far the fingers of a swipe have gone at least when libinput begins it: `min_move` of
  /// tp_gesture_detect_motion_gestures in its evdev-mt-touchpad-gestures.c.
  /// The slower of two fingers decides; on recordings of hands their middle has gone a tenth farther.
  private static func least(_ fingers: Int) -> Double { 1.1 * (1.5 + 0.5 * Double(max(fingers, 2) - 2)) }
  /// It also loses what is beyond that in the scan in which it decides: half of one as a rule.
  private static let lostScans = 0.5
  /// That takes no longer than libinput takes to look at the fingers before it begins anything.
  private static let longest = TimeSpan(milliseconds: 80)

  /// `way` is how far the fingers have gone with `firstMotion`, where that is known; `firstMotion` is what libinput reports
  /// first, so long `after` it began the swipe.
  init(fingers: Int, way: Vector?, firstMotion: Vector, after: TimeSpan) {
    let length = firstMotion.isFinite ? firstMotion.length : 0
    let guess = length > 0 ? firstMotion * (Self.least(fingers) / length + Self.lostScans) : .zero
    distance = way.map { firstMotion.isFinite ? $0 - firstMotion : $0 } ?? guess
    // The fingers went as fast before as they do now.
    let microseconds = length > 0 ? Double(after.microseconds) * distance.length / length : 0
    duration = min(TimeSpan(microseconds: Int64(min(microseconds, 1e9))), Self.longest)
  }
}
