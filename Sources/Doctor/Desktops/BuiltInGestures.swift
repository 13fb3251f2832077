import GestureCore

/// The gestures that desktops have without any setting.
enum BuiltInGestures {
  private static let otherGesture = "it can't be turned off: give the rules other fingers, or another kind of gesture"

  /// niri has no setting for them; `gestures` in its configuration is about dragging with the mouse.
  /// Source: niri's documentation, "Gestures"; `on_gesture_swipe_begin` in src/input/mod.rs. Four fingers since 25.05.
  static let niri: [OwnGesture] = [
    OwnGesture(.swipe, fingers: 3...3, [.left, .right], "moves along the columns", fix: otherGesture),
    OwnGesture(.swipe, fingers: 3...3, [.up, .down], "switches workspaces", fix: otherGesture),
    OwnGesture(.swipe, fingers: 4...4, [.up, .down], "opens and closes the overview", fix: otherGesture),
  ]

  /// An extension that turns swipes of several fingers off.
  static let gnomeWithout = "disable-gestures-2021@verycrazydog.gmail.com"

  /// `extensions` is what `gsettings get org.gnome.shell enabled-extensions` prints. Under X11 mutter knows no touchpads'
  /// gestures.
  /// Source: GNOME Shell's js/ui/swipeTracker.js (touchpads: 3 fingers and more), windowManager.js and
  /// overviewControls.js (what swipes do), keyboard.js (the lower edge).
  static func gnome(extensions: String, isX11: Bool) -> [OwnGesture] {
    let keyboard = OwnGesture(
      on: .touchscreen, .edge, fingers: 1...1, [.down], "shows its keyboard",
      fix: "give the rules another edge, or two fingers")
    guard !extensions.contains("'\(gnomeWithout)'") else { return [keyboard] }
    let fix = "give the rules a pinch, a hold or a tap, or turn GNOME's off with the extension Disable Gestures 2021"
    func swipes(on device: DeviceClass, _ fingers: ClosedRange<Int>) -> [OwnGesture] {
      [
        OwnGesture(on: device, .swipe, fingers: fingers, [.left, .right], "switches workspaces", fix: fix),
        OwnGesture(on: device, .swipe, fingers: fingers, [.up, .down], "opens and closes the overview", fix: fix),
      ]
    }
    return (isX11 ? [] : swipes(on: .touchpad, 3...OwnGesture.mostFingers)) + swipes(on: .touchscreen, 3...3) + [
      keyboard
    ]
  }
}
