/// What libinput tells of a touchpad: gestures it has recognized itself, and no touches.
public enum LibinputTouchpad {
  public static let capabilities: Capabilities = .settledFingers

  /// How many fingers a gesture of this kind can be seen with: libinput reports pinches of 2 to 4 fingers, movements of
  /// 3 and 4 (two of them scroll), and fingers that rest, 1 to 4. Source: libinput's documentation, "Gestures".
  public static func fingers(for kind: Kind, _ settings: Settings) -> ClosedRange<Int> {
    if !kind.reports.isDisjoint(with: [.scale, .rotation]) { return 2...4 }
    // A long press reports its movement too, but begins at rest.
    if kind.traits.travel(settings) != nil || kind.reports.contains(.velocity) { return 3...4 }
    return 1...4
  }

  /// Whether it tells of a gesture of this kind with so many fingers.
  static func tells(_ kind: Kind, _ settings: Settings, fingers: Int) -> Bool {
    kind.needs(settings).isSubset(of: capabilities) && self.fingers(for: kind, settings).contains(fingers)
  }
}
