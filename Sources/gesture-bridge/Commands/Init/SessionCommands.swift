import Doctor

/// A command with its description, and the name of a gesture for it.
struct SuggestedCommand {
  let name: String
  let text: String
  let command: String

  init(_ name: String, _ text: String, _ command: String) {
    self.name = name
    self.text = text
    self.command = command
  }
}

/// The commands that a session has for gestures.
struct SessionCommands {
  /// For swipes with three fingers; empty if the session has such swipes of its own on all devices.
  var left: SuggestedCommand?
  var right: SuggestedCommand?
  var up: SuggestedCommand?
  var down: SuggestedCommand?
  /// For fingers that move together, and apart.
  let pinchIn: SuggestedCommand
  let pinchOut: SuggestedCommand
}

extension Session {
  var commands: SessionCommands {
    switch self {
    case .sway: Self.tiling("swaymsg")
    case .i3: Self.tiling("i3-msg")
    case .hyprland, .hyprlandLua: hyprland
    case .niri: Self.niriCommands
    case .gnome: Self.gnomeCommands
    case .kde: Self.kdeCommands
    case .x11: Self.x11Commands
    case .none: Self.messages
    }
  }

  /// Source: sway(5) and i3's user guide, which share these commands.
  private static func tiling(_ program: String) -> SessionCommands {
    SessionCommands(
      left: SuggestedCommand("next-workspace", "the next workspace", "\(program) workspace next_on_output"),
      right: SuggestedCommand("previous-workspace", "the workspace before", "\(program) workspace prev_on_output"),
      up: SuggestedCommand("full-screen", "full screen, and back", "\(program) fullscreen toggle"),
      down: SuggestedCommand("scratchpad", "a window from the scratchpad", "\(program) scratchpad show"),
      pinchIn: SuggestedCommand("float", "let the window float, and back", "\(program) floating toggle"),
      pinchOut: SuggestedCommand("layout", "tabs or side by side", "\(program) layout toggle tabbed split"))
  }

  /// Source: Hyprland's wiki, "Dispatchers" and "Using hyprctl"; with a configuration in Lua, since 0.55, in Lua.
  private var hyprland: SessionCommands {
    func command(_ words: String, lua: String) -> String {
      self == .hyprlandLua ? "hyprctl dispatch 'hl.dsp.\(lua)'" : "hyprctl dispatch \(words)"
    }
    return SessionCommands(
      left: SuggestedCommand(
        "next-workspace", "the next workspace", command("workspace e+1", lua: #"focus({ workspace = "e+1" })"#)),
      right: SuggestedCommand(
        "previous-workspace", "the workspace before", command("workspace e-1", lua: #"focus({ workspace = "e-1" })"#)),
      up: SuggestedCommand(
        "full-screen", "full screen, and back",
        command("fullscreen 0", lua: #"window.fullscreen({ mode = "fullscreen", action = "toggle" })"#)),
      down: SuggestedCommand(
        "maximize", "as large as the workspace, and back",
        command("fullscreen 1", lua: #"window.fullscreen({ mode = "maximized", action = "toggle" })"#)),
      pinchIn: SuggestedCommand(
        "float", "let the window float, and back",
        command("togglefloating active", lua: #"window.float({ action = "toggle" })"#)),
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  /// Source: `niri msg action --help` and niri's default configuration.
  private static var niriCommands: SessionCommands {
    SessionCommands(
      left: SuggestedCommand("next-column", "the column to the right", "niri msg action focus-column-right"),
      right: SuggestedCommand("previous-column", "the column to the left", "niri msg action focus-column-left"),
      up: SuggestedCommand("next-workspace", "the workspace below", "niri msg action focus-workspace-down"),
      down: SuggestedCommand("previous-workspace", "the workspace above", "niri msg action focus-workspace-up"),
      pinchIn: SuggestedCommand("overview", "the overview, and back", "niri msg action toggle-overview"),
      pinchOut: SuggestedCommand("maximize", "as wide as the screen, and back", "niri msg action maximize-column"))
  }

  /// GNOME has few commands for other programs. Source: the D-Bus interface org.gnome.Shell; loginctl(1).
  private static var gnomeCommands: SessionCommands {
    SessionCommands(
      pinchIn: SuggestedCommand(
        "overview", "the overview",
        "busctl --user set-property org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive b true"),
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  /// Every shortcut of KWin can be called by its name. Source: `qdbus6 org.kde.kglobalaccel /component/kwin shortcutNames`.
  private static var kdeCommands: SessionCommands {
    func shortcut(_ name: String) -> String {
      "qdbus6 org.kde.kglobalaccel /component/kwin invokeShortcut \"\(name)\""
    }
    return SessionCommands(
      pinchIn: SuggestedCommand("overview", "the overview, and back", shortcut("Overview")),
      pinchOut: SuggestedCommand("full-screen", "full screen, and back", shortcut("Window Fullscreen")))
  }

  /// Source: xdotool(1), wmctrl(1); for window managers that follow EWMH.
  private static var x11Commands: SessionCommands {
    SessionCommands(
      left: SuggestedCommand("next-workspace", "the next workspace", "xdotool set_desktop --relative 1"),
      right: SuggestedCommand("previous-workspace", "the workspace before", "xdotool set_desktop --relative -- -1"),
      up: SuggestedCommand("full-screen", "full screen, and back", "wmctrl -r :ACTIVE: -b toggle,fullscreen"),
      down: SuggestedCommand("minimize", "put the window away", "xdotool getactivewindow windowminimize"),
      pinchIn: SuggestedCommand(
        "maximize", "as large as the screen, and back",
        "wmctrl -r :ACTIVE: -b toggle,maximized_vert,maximized_horz"),
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  private static var messages: SessionCommands {
    func message(_ name: String, _ text: String) -> SuggestedCommand {
      SuggestedCommand(name, "only a message so far", "notify-send '\(text)'")
    }
    return SessionCommands(
      left: message("next-workspace", "Next workspace"), right: message("previous-workspace", "Previous workspace"),
      up: message("overview", "Overview"), down: message("desktop", "Desktop"),
      pinchIn: message("together", "Fingers together"), pinchOut: message("apart", "Fingers apart"))
  }
}
