import Testing

/// The gestures that a reference recording holds, with the rules of `ReferenceGestureTests` and default settings.
struct ReferenceExpectation: CustomTestStringConvertible {
  /// Within the data's folder.
  let path: String
  /// In the order they begin or are recognized.
  let gestures: [String]
  /// Why the gestures differ from those in the file's name.
  let reason: String?

  var testDescription: String { path }

  /// `gestures` are separated by blanks, `22*pan` stands for 22 of them.
  private init(_ folder: String, _ file: String, _ gestures: String, because reason: String? = nil) {
    path = folder + file
    self.gestures = gestures.split(separator: " ").flatMap { word in
      let parts = word.split(separator: "*")
      return repeatElement(String(parts[parts.count - 1]), count: parts.count == 2 ? Int(parts[0]) ?? 0 : 1)
    }
    self.reason = reason
  }

  static let all = playback + touchpads + touchscreens

  /// The gestures that the shipped rules recognize in it: one finger, and two that scroll or zoom, belong to
  /// applications.
  var shipped: [String] {
    if gestures == ["swipe-left"] { return ["next-workspace"] }
    if gestures == ["swipe-right"] { return ["previous-workspace"] }
    if path.hasSuffix("4-finger-drag-down.events") { return ["volume"] }
    return []
  }

  private static let playback = [
    Self("playback/", "auron_paine_touchpad_90.0_tap-click", "tap"),
    Self("playback/", "auron_paine_touchpad_90.0_tap-drag-left", "tap pan"),
    Self("playback/", "auron_paine_touchpad_90.0_tap-drag-right", "tap pan"),
    Self("playback/", "link_touchpad_130.1_tap-click", "tap"),
    Self("playback/", "link_touchpad_130.1_tap-drag-left", "tap pan"),
    Self("playback/", "link_touchpad_130.1_tap-drag-right", "tap pan"),
    Self("playback/", "samus_touchpad_164.17_tap-click", "tap"),
    Self("playback/", "samus_touchpad_164.17_tap-drag-left", "tap pan"),
    Self("playback/", "samus_touchpad_164.17_tap-drag-right", "tap pan"),
    Self("playback/", "x86-alex_touchpad_1724_tap-click", "tap"),
    Self("playback/", "x86-alex_touchpad_1724_tap-drag-left", "tap pan"),
    Self("playback/", "x86-alex_touchpad_1724_tap-drag-right", "tap pan"),
    Self("playback/", "celes_touchpad_164.17_three-finger-swipe-left", "swipe-left"),
    Self("playback/", "celes_touchpad_164.17_three-finger-swipe-right", "swipe-right"),
    Self("playback/", "cyan_touchpad_42.0_three-finger-swipe-left", "swipe-left"),
    Self("playback/", "cyan_touchpad_42.0_three-finger-swipe-right", "swipe-right"),
    Self("playback/", "gandof_touchpad_113.0_three-finger-swipe-left", "swipe-left"),
    Self("playback/", "gandof_touchpad_113.0_three-finger-swipe-right", "swipe-right"),
    Self("playback/", "heli_touchpad_95.0_three-finger-swipe-right", "swipe-right"),
    Self("playback/", "cyan_touchscreen_0d10_scroll-down", "pan"),
    Self("playback/", "cyan_touchscreen_0d10_scroll-left", "pan"),
    Self("playback/", "cyan_touchscreen_0d10_scroll-right", "pan"),
    Self("playback/", "cyan_touchscreen_0d10_scroll-up", "pan"),
    Self("playback/", "samus_touchscreen_164.13_scroll-down", "pan"),
    Self("playback/", "samus_touchscreen_164.13_scroll-left", "pan"),
    Self("playback/", "samus_touchscreen_164.13_scroll-right", "pan"),
    Self("playback/", "samus_touchscreen_164.13_scroll-up", "pan"),
    Self(
      "playback/", "cyan_touchscreen_0d10_tap", "long-press",
      because: "the finger rested 875 ms, a tap 500 ms at most"),
    Self("playback/", "samus_touchscreen_164.13_tap", "tap"),
    Self(
      "playback/", "samus_touchscreen_164.13_zoom-in", "pan",
      because: "the second finger landed 175 ms after the first, land-within is 120 ms"),
    Self("playback/", "syn-dropped-touchpad.dat", "pan", because: "no time passes in the flood"),
    Self(
      "playback/", "syn-dropped-touchscreen.dat", "",
      because: "no time passes in the flood, and more than three fingers are down"),
  ]

  private static let touchpads = [
    Self(
      "evemu/touchpads/", "AlpsPS2 ALPS GlidePoint.single-tap.events", "pan",
      because: "the first reports jump 3.5 mm in 10 ms, a tap may stray 2 mm"),
    Self(
      "evemu/touchpads/", "AlpsPS2 ALPS GlidePoint.double-tap.events", "pan pan",
      because: "the first reports jump 2.2 mm in 8 ms, a tap may stray 2 mm"),
    Self(
      "evemu/touchpads/", "AlpsPS2 ALPS GlidePoint.2-finger-tap.events", "",
      because: "it tells only the box around two fingers, which jumps 6 mm, and a tap may stray 2 mm"),
    Self("evemu/touchpads/", "AlpsPS2 ALPS GlidePoint.right-edge-scroll.events", "pan"),
    Self("evemu/touchpads/", "AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.tap.events", "tap"),
    Self("evemu/touchpads/", "AlpsPS2-ALPS-DualPoint-TouchPad-non-MT.doubletap.events", "tap tap"),
    Self("evemu/touchpads/", "AlpsPS2-ALPS-DualPoint-TouchPad.events", "pan"),
    Self(
      "evemu/touchpads/", "CyPS2 Cypress Trackpad.three_finger_press.events", "",
      because: "the pad is pressed, and tells only two fingers"),
    Self(
      "evemu/touchpads/", "CyPS2 Cypress Trackpad.two_finger_press.events", "",
      because: "the pad is pressed for longer than a tap lasts"),
    Self("evemu/touchpads/", "CyPS2 Cypress Trackpad.two_finger_tap.events", "two-finger-tap"),
    Self("evemu/touchpads/", "ETPS2 Elantech Touchpad.Samsung-700Z3A.events", "pan pan"),
    Self("evemu/touchpads/", "ETPS2 Elantech Touchpad.events", "pan pan pan"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad-fdo23890.events", "pan pan"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad-with-scrollbuttons.events", "pan pan"),
    Self(
      "evemu/touchpads/", "SynPS2 Synaptics TouchPad.button-rpress.events", "",
      because: "a finger rests 483 ms beside a button"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad.events", "22*pan long-press 22*pan"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad.fdo48777-reproducer.events", "tap long-press"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad.hp8470p.edge-scroll-horizontal.events", "pan pan pan"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad.hp8470p.edge-scroll-vertical.events", "pan"),
    Self(
      "evemu/touchpads/", "SynPS2 Synaptics TouchPad.hp8470p.two-finger-scroll-vertical.events", "pan",
      because: "only one of the two fingers was recorded"),
    Self(
      "evemu/touchpads/", "SynPS2 Synaptics TouchPad.leftmove.events", "long-press",
      because: "the finger rested 500 ms before it moved"),
    Self("evemu/touchpads/", "SynPS2 Synaptics TouchPad.two-finger-vert-scroll.events", ""),
    Self(
      "evemu/touchpads/", "bcm5974.three-finger-click.events", "",
      because: "the pad is pressed for longer than a tap lasts"),
  ]

  private static let touchscreens = [
    Self("evemu/touchscreens/", "Atmel maXTouch Touchscreen.1-finger-drag-up-down.events", "pan"),
    Self(
      "evemu/touchscreens/", "Atmel maXTouch Touchscreen.2-fingers-touch-release.events", "",
      because: "they rested 810 ms, a tap 500 ms at most"),
    Self("evemu/touchscreens/", "ELAN CANDO Windows7.1-finger-drag-up-down.events", "pan"),
    Self("evemu/touchscreens/", "EP0430M09.1-finger-drag-up-down.events", "pan"),
    Self(
      "evemu/touchscreens/", "EP0430M09.2-fingers-touch-release.events", "",
      because: "they rested 514 ms, a tap 500 ms at most"),
    Self("evemu/touchscreens/", "EP0430M09.4-finger-drag-down.events", ""),
    Self(
      "evemu/touchscreens/", "N-Trig MultiTouch.2-fingers-touch-release.events", "long-press",
      because: "the second finger landed 1273 ms after the first"),
    Self("evemu/touchscreens/", "QUANTA OpticalTouchScreen.events", "2*pan tap long-press 5*pan"),
    Self("evemu/touchscreens/", "QUANTA OpticalTouchScreen.touch-hover.events", "pan"),
    Self("evemu/touchscreens/", "QUANTA OpticalTouchScreen.touch-on-left.events", "pan"),
  ]
}
