import Desktop
import Doctor

extension Desktop {
  static let gnome = Desktop(
    key: "gnome", title: "GNOME", name: "gnome", facts: .gnome, windows: .gnome, keys: .gnome,
    gestures: { _, isX11 in
      DesktopGestures(gestures: BuiltInGestures.gnome(extensions: DesktopGestures.gnomeExtensions, isX11: isX11))
    },
    // GNOME offers few commands to other programs; the other actions need the extension of gesture-bridge. Source: the
    // D-Bus interface org.gnome.Shell; loginctl(1).
    firstRules: FirstRules(
      pinchIn: SuggestedCommand(
        "overview", "show the overview",
        #""busctl --user set-property org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive b true""#),
      pinchOut: .lock, swipes: [],
      remark: { classes in
        [
          "GNOME keeps swipes with three or more fingers for itself (on X11 only on touchscreens); an extension can change this.",
          classes == [.touchscreen]
            ? "You can use taps and holds." : "You can use holds, and pinches with three or four fingers.",
        ]
      }))
}
