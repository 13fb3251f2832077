import ArgumentParser
import Desktop
import DesktopActions
import Doctor
import GestureCore
import InputEmulation

/// A desktop or compositor: how it is recognized, how the daemon connects to it, its own gestures, and its first rules.
struct Desktop: Sendable {
  /// All desktops, in the order in which they are recognized and their links are tried.
  static let all: [Desktop] = [.sway, .i3, .hyprland, .niri, .plasma, .gnome, .cosmic, .x11, .unknown]

  /// The desktop's name; `init --desktop` accepts it if the desktop has `firstRules`.
  let key: String
  /// The name as the desktop's developers write it. Nil for desktops that the environment doesn't identify.
  var title: String?
  /// The environment variable that names the desktop's socket; nil if no variable names a socket.
  var socketVariable: String?
  /// The desktop's name in XDG_CURRENT_DESKTOP, in lower case; nil if the variable never names the desktop. Checked
  /// after the sockets, because the variable can be inherited from another session.
  var name: String?
  /// Whether the environment belongs to this desktop. Called only if no socket or name matches.
  var hasEnvironment: @Sendable (_ variable: (String) -> String?) -> Bool = { _ in false }
  /// The desktop's compositors that tell windows when a touch is cancelled.
  var passing: [PassingCompositor] = []
  var facts: FactLinks?
  var windows: WindowLinks?
  var keys: KeyLinks?
  /// Reads the desktop's own gestures; nil for a desktop without gestures. Returns nil if no configuration is found.
  var gestures: (@Sendable (SettingsFiles, _ isX11: Bool) -> DesktopGestures?)?
  /// Whether the desktop's settings can turn on dragging with three fingers.
  var dragsItself = false
  /// A configuration line that starts the daemon at login, and the line's file, as text for the user. Nil if unknown.
  var startLine: String?
  /// The actions in the first rules that `init` writes. Nil means `FirstRules.forAnyDesktop`.
  var firstRules: FirstRules?

  /// Returns the desktop of this environment, or `unknown`. `variable` must return nil for empty variables.
  static func recognized(by variable: (String) -> String?) -> Desktop {
    let names = (variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":").map(String.init)
    return all.first { $0.socketVariable.map { variable($0) != nil } ?? false }
      ?? all.first { $0.name.map(names.contains) ?? false } ?? all.first { $0.hasEnvironment(variable) } ?? .unknown
  }

  static var passing: [PassingCompositor] { all.flatMap(\.passing) }
  static var facts: [FactLinks] { all.compactMap(\.facts) }
  static var windows: [WindowLinks] { all.compactMap(\.windows) }
  static var keys: [KeyLinks] { all.compactMap(\.keys) }

  var checked: CheckedDesktop? { title.map { CheckedDesktop(title: $0, gestures: gestures, dragsItself: dragsItself) } }
}

extension Desktop: ExpressibleByArgument {
  private static var withFirstRules: [Desktop] { all.filter { $0.firstRules != nil } }
  static var allValueStrings: [String] { withFirstRules.map(\.key) }
  var defaultValueDescription: String { key }

  init?(argument: String) {
    guard let desktop = Self.withFirstRules.first(where: { $0.key == argument }) else { return nil }
    self = desktop
  }
}

extension Desktop {
  /// An X11 session with a window manager for which there is no other entry.
  static let x11 = Desktop(
    key: "x11", title: "X11", hasEnvironment: { $0("WAYLAND_DISPLAY") == nil && $0("DISPLAY") != nil },
    firstRules: FirstRules(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .maximize,
      pinchOut: .lock))

  static let unknown = Desktop(key: "none", firstRules: .forAnyDesktop)
}

extension FirstRules {
  static let forAnyDesktop = FirstRules(
    left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .overview,
    pinchOut: .maximize)
}
