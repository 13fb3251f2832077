import ArgumentParser
import Desktop
import DesktopActions
import Doctor
import GestureCore
import InputEmulation

/// A desktop or compositor, with everything that holds for it alone: how it is recognized, what its windows learn of touches, by which
/// links it is reached beside the common protocols, its own gestures, and the words of its first rules.
struct Desktop: Sendable {
  /// All desktops, in the order in which they are looked for and their links are tried.
  static let all: [Desktop] = [.sway, .i3, .hyprland, .niri, .plasma, .gnome, .cosmic, .x11, .unknown]

  /// Its name for `init --session`.
  let key: String
  /// Its name as its developers write it; nil if nothing is known.
  var title: String?
  /// The variable that names its socket. A socket exists only while its desktop runs.
  var socketVariable: String?
  /// Its name in XDG_CURRENT_DESKTOP, in lower case. The variable may be inherited from another session.
  var name: String?
  /// Whether the environment is its own, if nothing else is recognized.
  var hasEnvironment: @Sendable (_ variable: (String) -> String?) -> Bool = { _ in false }
  /// The programs with which windows learn of a cancelled touch.
  var passing: [PassingCompositor] = []
  var facts: FactLinks?
  var windows: WindowLinks?
  var keys: KeyLinks?
  /// Gives its own gestures, in a session of X11 or of Wayland; nil if the settings that say so are not found. There is no such function
  /// for a desktop that acts on no gesture.
  var gestures: (@Sendable (SettingsFiles, _ isX11: Bool) -> DesktopGestures?)?
  /// Whether its settings may have it drag with three fingers.
  var dragsItself = false
  /// What its first rules do; nil for a desktop without first rules of its own.
  var firstRules: FirstRules?

  /// The desktop of this environment. `variable` gives a variable that is set and not empty.
  static func recognized(by variable: (String) -> String?) -> Desktop {
    let names = (variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":").map(String.init)
    return all.first { $0.socketVariable.map { variable($0) != nil } ?? false }
      ?? all.first { $0.name.map(names.contains) ?? false } ?? all.first { $0.hasEnvironment(variable) } ?? .unknown
  }

  static var passing: [PassingCompositor] { all.flatMap(\.passing) }
  static var facts: [FactLinks] { all.compactMap(\.facts) }
  static var windows: [WindowLinks] { all.compactMap(\.windows) }
  static var keys: [KeyLinks] { all.compactMap(\.keys) }

  var checked: CheckedDesktop? {
    title.map { CheckedDesktop(title: $0, gestures: gestures, dragsItself: dragsItself) }
  }
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
  /// Any other window manager of X.
  static let x11 = Desktop(
    key: "x11", title: "X11", hasEnvironment: { $0("WAYLAND_DISPLAY") == nil && $0("DISPLAY") != nil },
    firstRules: FirstRules(
      left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .maximize,
      pinchOut: .lock))

  /// Nothing is known about the session.
  static let unknown = Desktop(key: "none", firstRules: .forAnyDesktop)
}

extension FirstRules {
  static let forAnyDesktop = FirstRules(
    left: .nextWorkspace, right: .previousWorkspace, up: .fullScreen, down: .minimize, pinchIn: .overview,
    pinchOut: .maximize)
}
