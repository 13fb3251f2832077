import Desktop
import Doctor

extension Desktop {
  static let niri = Desktop(
    key: "niri", title: "niri", socketVariable: "NIRI_SOCKET", name: "niri",
    // niri passes cancelled touches on, according to its source.
    passing: [PassingCompositor("niri")],
    windows: .niri, gestures: { _, _ in DesktopGestures(gestures: BuiltInGestures.niri) },
    // niri has windows in columns, and workspaces one below another.
    firstRules: FirstRules(
      left: SuggestedCommand("next-column", "go to the column on the right", #"{ window = "next" }"#),
      right: SuggestedCommand("previous-column", "go to the column on the left", #"{ window = "previous" }"#),
      up: SuggestedCommand("next-workspace", "go to the workspace below", #"{ workspace = "next" }"#),
      down: SuggestedCommand("previous-workspace", "go to the workspace above", #"{ workspace = "previous" }"#),
      pinchIn: .overview,
      pinchOut: SuggestedCommand(
        "maximize", "make the column as wide as the screen, or restore it", #"{ window = "maximize" }"#),
      swipes: [.touchscreen],
      remark: { classes in
        classes == [.touchpad]
          ? [
            "On touchpads, niri itself uses swipes with three fingers, and swipes up or down with four fingers:",
            "do not use these swipes here. You can use pinches, holds, and four-finger swipes to the left or right.",
          ] : []
      }))
}
