import Desktop
import Doctor

extension Desktop {
  static let sway = Desktop(
    key: "sway", title: "Sway", socketVariable: "SWAYSOCK", name: "sway",
    // Sway 1.9 is the first version that passes cancelled touches on, and that has this interface.
    passing: [PassingCompositor("sway", since: "wp_cursor_shape_manager_v1")],
    facts: .sway, windows: .sway, gestures: { files, _ in SwayGestures.read(files) },
    startLine: "`exec gesture-bridge` in ~/.config/sway/config",
    firstRules: .tiling("swaymsg") { classes in
      classes.contains(.touchpad)
        ? [
          "Sway has no gestures of its own, unless your configuration has `bindgesture` lines. If a gesture is",
          "in such a line and in this file, both actions run, so change the number of fingers in this file.",
        ] : []
    })

  static let i3 = Desktop(
    key: "i3", title: "i3", socketVariable: "I3SOCK", name: "i3", windows: .i3,
    startLine: "`exec gesture-bridge` in ~/.config/i3/config", firstRules: .tiling("i3-msg"))
}

extension FirstRules {
  /// The first rules for sway and i3, with commands that call `program`. Source: sway(5); i3's user guide.
  fileprivate static func tiling(_ program: String, remark: @escaping Remark = { _ in [] }) -> FirstRules {
    FirstRules(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen,
      down: SuggestedCommand("scratchpad", "show a window from the scratchpad", #""\#(program) scratchpad show""#),
      pinchIn: SuggestedCommand("float", "float the window, or tile it again", #""\#(program) floating toggle""#),
      pinchOut: SuggestedCommand(
        "layout", "show the windows as tabs, or side by side", #""\#(program) layout toggle tabbed split""#),
      remark: remark)
  }
}
