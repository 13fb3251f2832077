/// A desktop or compositor whose commands and own gestures are known.
public enum Session: String, CaseIterable, Sendable {
  case sway, hyprland
  /// Hyprland with a configuration in Lua, which takes its commands in Lua too.
  case hyprlandLua = "hyprland-lua"
  case niri, gnome, kde, i3
  /// Any other window manager of X.
  case x11
  /// Nothing is known about the session.
  case none

  /// The session of this environment. `variable` gives a variable that is set and not empty, `exists` looks for a file.
  public init(variable: (String) -> String?, exists: (String) -> Bool) {
    let hyprland = Self.hyprland(variable, exists)
    // A socket exists only while its compositor runs; the desktop's name may be inherited from another session.
    let sockets: KeyValuePairs = [
      "NIRI_SOCKET": Session.niri, "HYPRLAND_INSTANCE_SIGNATURE": hyprland, "SWAYSOCK": .sway, "I3SOCK": .i3,
    ]
    let names: KeyValuePairs = [
      "niri": Session.niri, "hyprland": hyprland, "sway": .sway, "i3": .i3, "gnome": .gnome, "kde": .kde,
    ]
    let desktops = (variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":").map(String.init)
    if let found = sockets.first(where: { variable($0.key) != nil }) {
      self = found.value
    } else if let found = names.first(where: { desktops.contains($0.key) }) {
      self = found.value
    } else if variable("KDE_FULL_SESSION") != nil {
      self = .kde
    } else {
      self = variable("WAYLAND_DISPLAY") == nil && variable("DISPLAY") != nil ? .x11 : .none
    }
  }

  private static func hyprland(_ variable: (String) -> String?, _ exists: (String) -> Bool) -> Session {
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" }
    return folder.map { exists($0 + "/hypr/hyprland.lua") } ?? false ? .hyprlandLua : .hyprland
  }

  /// Its name as its developers write it; nil if nothing is known.
  public var title: String? {
    switch self {
    case .sway: "Sway"
    case .hyprland: "Hyprland"
    case .hyprlandLua: "Hyprland with a configuration in Lua"
    case .niri: "niri"
    case .gnome: "GNOME"
    case .kde: "KDE Plasma"
    case .i3: "i3"
    case .x11: "X11"
    case .none: nil
    }
  }
}
