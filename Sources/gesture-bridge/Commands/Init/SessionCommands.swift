import Doctor

/// What a gesture may do, with its description, and the name of a gesture for it.
struct SuggestedCommand {
  let name: String
  let text: String
  /// The value of `run` in a rules file.
  let run: String

  init(_ name: String, _ text: String, _ run: String) {
    (self.name, self.text, self.run) = (name, text, run)
  }

  static let nextWorkspace = SuggestedCommand("next-workspace", "the next workspace", #"{ workspace = "next" }"#)
  static let previousWorkspace = SuggestedCommand(
    "previous-workspace", "the previous workspace", #"{ workspace = "previous" }"#)
  static let fullScreen = SuggestedCommand("full-screen", "full screen, and back", #"{ window = "fullscreen" }"#)
  static let maximize = SuggestedCommand("maximize", "as large as the screen, and back", #"{ window = "maximize" }"#)
  static let minimize = SuggestedCommand("minimize", "minimize the window", #"{ window = "minimize" }"#)
  static let lock = SuggestedCommand("lock", "lock the screen", #""loginctl lock-session""#)
  static let overview = SuggestedCommand("overview", "the overview, and back", #"{ overview = "toggle" }"#)
}

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
    // Dispatchers are called in Lua. Source: Hyprland's wiki, "Dispatchers" and "Using hyprctl".
    case .hyprland:
      SessionCommands(
        left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .maximize,
        pinchIn: SuggestedCommand(
          "float", "the window floats, and back", #""hyprctl dispatch 'hl.dsp.window.float({ action = \"toggle\" })'""#),
        pinchOut: .lock)
    // A window is a column here, and a workspace lies below another one.
    case .niri:
      SessionCommands(
        left: SuggestedCommand("next-column", "the column to the right", #"{ window = "next" }"#),
        right: SuggestedCommand("previous-column", "the column to the left", #"{ window = "previous" }"#),
        up: SuggestedCommand("next-workspace", "the workspace below", #"{ workspace = "next" }"#),
        down: SuggestedCommand("previous-workspace", "the workspace above", #"{ workspace = "previous" }"#),
        pinchIn: .overview,
        pinchOut: SuggestedCommand("maximize", "as wide as the screen, and back", #"{ window = "maximize" }"#))
    // GNOME has few commands for other programs, and does the rest with our extension only. Source: the D-Bus interface
    // org.gnome.Shell; loginctl(1).
    case .gnome:
      SessionCommands(
        pinchIn: SuggestedCommand(
          "overview", "the overview",
          #""busctl --user set-property org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive b true""#),
        pinchOut: .lock)
    case .kde: SessionCommands(pinchIn: .overview, pinchOut: .fullScreen)
    case .x11:
      SessionCommands(
        left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .maximize,
        pinchOut: .lock)
    case .none:
      SessionCommands(
        left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .overview,
        pinchOut: .maximize)
    }
  }

  /// Source: sway(5) and i3's user guide, which share these commands.
  private static func tiling(_ program: String) -> SessionCommands {
    SessionCommands(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen,
      down: SuggestedCommand("scratchpad", "a window from the scratchpad", #""\#(program) scratchpad show""#),
      pinchIn: SuggestedCommand("float", "the window floats, and back", #""\#(program) floating toggle""#),
      pinchOut: SuggestedCommand("layout", "tabs or side by side", #""\#(program) layout toggle tabbed split""#))
  }
}
