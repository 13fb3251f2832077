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
          "Plasma on Wayland keeps swipes with three and four fingers for itself, and pinches with three:",
          "do not use these gestures here. "
            + (classes == [.touchscreen]
              ? "Taps and holds are free." : "Pinches with four fingers, and holds, are free."),
        ]
      }))
}
