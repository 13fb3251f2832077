import Desktop
import Doctor

extension Desktop {
  static let hyprland = Desktop(
    key: "hyprland", title: "Hyprland", socketVariable: "HYPRLAND_INSTANCE_SIGNATURE", name: "hyprland",
    facts: .hyprland, windows: .hyprland, gestures: { files, _ in HyprlandGestures.read(files) }, dragsItself: true,
    startLine:
      "`exec-once = gesture-bridge` in ~/.config/hypr/hyprland.conf, or `hl.on(\"hyprland.start\", function() hl.exec_cmd(\"gesture-bridge\") end)` in ~/.config/hypr/hyprland.lua",
    firstRules: FirstRules(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .maximize,
      // Dispatchers are called in Lua. Source: Hyprland's wiki, "Dispatchers" and "Using hyprctl".
      pinchIn: SuggestedCommand(
        "float", "float the window, or tile it again",
        #""hyprctl dispatch 'hl.dsp.window.float({ action = \"toggle\" })'""#),
      pinchOut: .lock,
      remark: { classes in
        classes.contains(.touchpad)
          ? [
            "Hyprland has no gestures of its own, unless your configuration adds some. If a gesture is",
            "in your configuration and in this file, both actions run, so change the number of fingers in this file.",
          ] : []
      }))
}
