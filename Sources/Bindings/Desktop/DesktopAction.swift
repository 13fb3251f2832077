/// An action that the desktop performs. The cases are the same for every desktop.
public enum DesktopAction: Hashable, Sendable {
  case workspace(WorkspaceTarget)
  case window(WindowAction)
  case overview(OverviewAction)
  case media(MediaAction)
  case level(Level, LevelChange)

  /// The key in rules, such as `workspace`.
  public var key: String {
    switch self {
    case .workspace: WorkspaceEffect.key
    case .window: WindowAction.effect
    case .overview: OverviewAction.effect
    case .media: MediaAction.effect
    case .level(let level, _): level.rawValue
    }
  }

  /// The value in rules, such as `next`.
  public var value: String {
    switch self {
    case .workspace(let target): target.text
    case .window(let action): action.rawValue
    case .overview(let action): action.rawValue
    case .media(let action): action.rawValue
    case .level(_, let change): change.text
    }
  }

  /// The action as written in rules, such as `workspace = "next"`.
  public var text: String {
    if case .workspace(.number(let number)) = self { return "\(key) = \(number)" }
    return "\(key) = \"\(value)\""
  }

  public var domain: DesktopDomain {
    switch self {
    case .workspace, .window, .overview: .windows
    case .media: .media
    case .level(.volume, _): .sound
    case .level(.brightness, _): .light
    }
  }
}

/// The parts of a desktop that do actions, each through an interface of its own.
public enum DesktopDomain: CaseIterable, Sendable {
  case windows, media, sound, light
}

public enum WorkspaceTarget: Hashable, Sendable {
  static let numbers = 1...99

  case next
  case previous
  case number(Int)

  var text: String {
    switch self {
    case .next: "next"
    case .previous: "previous"
    case .number(let number): "\(number)"
    }
  }
}

/// A value of the effect `window`, `overview` or `media`.
protocol DesktopActionValue: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  static var effect: String { get }
  static var summary: String { get }
  var action: DesktopAction { get }
}

/// An action on the focused window, or a move of the focus.
public enum WindowAction: String, DesktopActionValue {
  case close
  /// `fullscreen` and `maximize` switch the window's state on or off. `minimize` only minimizes the window.
  case fullscreen, maximize, minimize
  /// The window fills the left or right half of the screen. A tiled window moves one place left or right instead.
  case left, right
  /// The next or the previous window gets the focus.
  case next, previous

  static let effect = "window"
  static let summary = "Closes, hides, resizes or moves the focused window, or gives the focus to another window."
  var action: DesktopAction { .window(self) }
}

/// An action on the overview of all windows.
public enum OverviewAction: String, DesktopActionValue {
  case toggle, show, hide

  static let effect = "overview"
  static let summary = "Shows or hides the desktop's overview of all windows."
  var action: DesktopAction { .overview(self) }
}

/// An action on the program that plays music or films.
public enum MediaAction: String, DesktopActionValue {
  case playPause = "play-pause"
  case play, pause, stop, next, previous

  static let effect = "media"
  static let summary = "Controls the media player that is playing, or else the player that was used last."
  var action: DesktopAction { .media(self) }
}

extension Effect {
  public var desktopActions: [DesktopAction] {
    parts.compactMap { if case .desktop(let action) = $0 { action } else { nil } }
  }
}

extension Rules {
  /// The different desktop actions in the rules, each with the location of its first use.
  public var desktopActions: [(action: DesktopAction, location: FileLocation)] {
    firstUses(\.desktopActions).map { (action: $0, location: $1) }
  }
}
