import Bindings
import Doctor

/// What a gesture may do, with its description, and the name of a gesture for it.
struct SuggestedCommand {
  let name: String
  let text: String
  let deed: StartingDeed

  init(_ name: String, _ text: String, _ command: String) {
    (self.name, self.text, deed) = (name, text, .command(command))
  }

  init(_ name: String, _ text: String, _ action: DesktopAction) {
    (self.name, self.text, deed) = (name, text, .desktop(action))
  }

  static let nextWorkspace = SuggestedCommand("next-workspace", "the next workspace", .workspace(.next))
  static let previousWorkspace = SuggestedCommand("previous-workspace", "the previous workspace", .workspace(.previous))
  static let fullScreen = SuggestedCommand("full-screen", "full screen, and back", .window(.fullscreen))
  static let maximize = SuggestedCommand("maximize", "as large as the screen, and back", .window(.maximize))
  static let minimize = SuggestedCommand("minimize", "minimize the window", .window(.minimize))
  static let overview = SuggestedCommand("overview", "the overview, and back", .overview(.toggle))
}

/// What a session can do for gestures.
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
    case .hyprland: Self.hyprlandCommands
    case .niri: Self.niriCommands
    case .gnome: Self.gnomeCommands
    case .kde: Self.kdeCommands
    case .x11: Self.x11Commands
    case .none: Self.anyCommands
    }
  }

  /// Source: sway(5) and i3's user guide, which share these commands.
  private static func tiling(_ program: String) -> SessionCommands {
    SessionCommands(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen,
      down: SuggestedCommand("scratchpad", "a window from the scratchpad", "\(program) scratchpad show"),
      pinchIn: SuggestedCommand("float", "the window floats, and back", "\(program) floating toggle"),
      pinchOut: SuggestedCommand("layout", "tabs or side by side", "\(program) layout toggle tabbed split"))
  }

  /// Source: Hyprland's wiki, "Dispatchers" and "Using hyprctl". Dispatchers are called in Lua.
  private static var hyprlandCommands: SessionCommands {
    SessionCommands(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .maximize,
      pinchIn: SuggestedCommand(
        "float", "the window floats, and back", #"hyprctl dispatch 'hl.dsp.window.float({ action = "toggle" })'"#),
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  /// A window is a column here, and a workspace lies below another one.
  private static var niriCommands: SessionCommands {
    SessionCommands(
      left: SuggestedCommand("next-column", "the column to the right", .window(.next)),
      right: SuggestedCommand("previous-column", "the column to the left", .window(.previous)),
      up: SuggestedCommand("next-workspace", "the workspace below", .workspace(.next)),
      down: SuggestedCommand("previous-workspace", "the workspace above", .workspace(.previous)),
      pinchIn: .overview, pinchOut: SuggestedCommand("maximize", "as wide as the screen, and back", .window(.maximize)))
  }

  /// GNOME has few commands for other programs, and does the rest with our extension only. Source: the D-Bus interface org.gnome.Shell; loginctl(1).
  private static var gnomeCommands: SessionCommands {
    SessionCommands(
      pinchIn: SuggestedCommand(
        "overview", "the overview",
        "busctl --user set-property org.gnome.Shell /org/gnome/Shell org.gnome.Shell OverviewActive b true"),
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  private static var kdeCommands: SessionCommands { SessionCommands(pinchIn: .overview, pinchOut: .fullScreen) }

  private static var x11Commands: SessionCommands {
    SessionCommands(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .maximize,
      pinchOut: SuggestedCommand("lock", "lock the screen", "loginctl lock-session"))
  }

  private static var anyCommands: SessionCommands {
    SessionCommands(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .overview,
      pinchOut: .maximize)
  }
}
