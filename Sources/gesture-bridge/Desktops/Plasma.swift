import Desktop
import Doctor

extension Desktop {
  static let plasma = Desktop(
    key: "kde", title: "KDE Plasma", name: "kde", hasEnvironment: { $0("KDE_FULL_SESSION") != nil },
    // KWin 5.27, 6.3 and 6.7 pass cancelled touches on; older versions, which lack this interface, were not tried. In
    // Plasma the socket belongs to KWin's wrapper, which restarts KWin after a crash.
    passing: [
      PassingCompositor("kwin_wayland", since: "wp_fractional_scale_manager_v1"),
      PassingCompositor("kwin_wayland_wr", since: "wp_fractional_scale_manager_v1"),
    ],
    facts: .kwin, windows: .kwin, keys: .kwin, gestures: { PlasmaGestures.read($0, isX11: $1) },
    firstRules: FirstRules(
      pinchIn: .overview, pinchOut: .fullScreen, swipes: [],
      remark: { classes in
        [
          "On Wayland, Plasma itself uses swipes with three or four fingers, and pinches with three fingers:",
          "do not use these gestures here. "
            + (classes == [.touchscreen]
              ? "You can use taps and holds." : "You can use holds, and pinches with four fingers."),
        ]
      }))
}
