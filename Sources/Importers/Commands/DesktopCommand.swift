/// What other programs do to windows and desktops themselves, as commands of wmctrl and xdotool.
enum DesktopCommand {
  static let nextDesktop = ImportedCommand.direct(["xdotool", "set_desktop", "--relative", "1"])
  static let previousDesktop = ImportedCommand.direct(["xdotool", "set_desktop", "--relative", "--", "-1"])
  static let minimize = ImportedCommand.direct(["xdotool", "getactivewindow", "windowminimize"])
  static let close = ImportedCommand.direct(["wmctrl", "-c", active])
  static let tileLeft = keys("super+Left")
  static let tileRight = keys("super+Right")
  /// Shows the desktop, or the windows again.
  static let toggleDesktop = ImportedCommand.shell(
    "if wmctrl -m | grep -q 'mode: ON'; then wmctrl -k off; else wmctrl -k on; fi")

  /// What a window's state can be.
  enum State: String {
    case maximized = "maximized_vert,maximized_horz"
    case fullscreen
  }

  /// What to do with it.
  enum Change: String {
    case add, remove, toggle
  }

  static func window(_ change: Change, _ state: State) -> ImportedCommand {
    .direct(["wmctrl", "-r", active, "-b", "\(change.rawValue),\(state.rawValue)"])
  }

  /// Moves the window to another desktop and goes there with it.
  static func moveWindow(by step: String) -> ImportedCommand {
    .shell(
      "d=$(($(xdotool get_desktop) \(step))); xdotool getactivewindow set_desktop_for_window $d && xdotool set_desktop $d"
    )
  }

  /// Presses keys by their X names.
  static func keys(_ keys: String) -> ImportedCommand { .direct(["xdotool", "key", keys]) }

  static func click(_ button: Int) -> ImportedCommand { .direct(["xdotool", "click", "\(button)"]) }

  private static let active = ":ACTIVE:"
}
