import GestureCore

/// The settings of `[overlay]`: whether and how gestures are drawn on the screen.
public struct OverlayRules: Equatable, Sendable {
  /// The key in a gesture's section that decides whether the overlay may show this gesture.
  public static let gestureKey = "overlay"

  public enum Theme: String, CaseIterable, Sendable { case auto, dark, light }

  public enum Motion: String, CaseIterable, Sendable { case full, reduced }

  public enum Position: String, CaseIterable, Sendable {
    case bottom, top, center
    case bottomLeft = "bottom-left"
    case bottomRight = "bottom-right"
    case topLeft = "top-left"
    case topRight = "top-right"
  }

  /// Names of colours that are visible on dark and on light backgrounds.
  public enum Colour: String, CaseIterable, Sendable {
    case blue, teal, green, yellow, orange, red, pink, purple, slate

    /// The colour as `#rrggbb`, from the accent colours of the GNOME Human Interface Guidelines.
    public var code: String {
      switch self {
      case .blue: "#3584e4"
      case .teal: "#2190a4"
      case .green: "#3a944a"
      case .yellow: "#c88800"
      case .orange: "#ed5b00"
      case .red: "#e62d42"
      case .pink: "#d56199"
      case .purple: "#9141ac"
      case .slate: "#6f8396"
      }
    }
  }

  public static let show = Setting<Bool>.flag(
    "show", false, "Whether gestures are drawn on the screen.",
    reason:
      "a separate program draws gestures and needs memory")
  public static let hints = Setting<Bool>.flag(
    "hints", true, "Whether a gesture of the kind `hint` shows which gestures are possible.",
    reason: "hints appear only if the rules have a gesture of the kind `hint`")
  public static let progress = Setting<Bool>.flag(
    "progress", true, "Whether the progress of a gesture is drawn.",
    reason: "new users see how much of a gesture is still missing")
  public static let trails = Setting<Bool>.flag(
    "trails", true,
    "Whether the path of the fingers is shown while a drawing (a gesture of the kind `stroke`) is still possible.",
    reason: "people draw better if they see the path")
  public static let steps = Setting<Bool>.flag(
    "steps", true,
    "Whether each step of a gesture is shown. A step with the key `level` also shows the level, such as the volume.",
    reason: "people watch the volume while they change it")
  public static let theme = Setting<Theme>.choice(
    "theme", .auto, "Whether the background of the drawings is dark or light; `auto` is dark.",
    reason: "light text on a dark background can be read above any window")
  public static let colour = Setting<Colour>.choice(
    "colour", .blue, "The colour of progress, levels and recognized gestures.",
    reason: "many desktops have this accent colour by default")
  public static let size = Setting.quantity(
    "size", .percent, touchscreen: 100, touchpad: 100, in: 50...300,
    "The size of all drawings, in percent of their normal size.",
    reason: "at 100 %, names are as large as a desktop's headings")
  public static let position = Setting<Position>.choice(
    "position", .bottom, "Where gestures of a touchpad are drawn; gestures of a touchscreen are drawn at the fingers.",
    reason: "desktops show the volume in the middle of the lower edge")
  public static let motion = Setting<Motion>.choice(
    "motion", .full,
    "Whether drawings move and fade; with `reduced`, they appear and disappear without fading or moving.",
    reason: "`reduced` is for people who feel unwell when things move on the screen")

  public static let declarations = [
    show.declaration, hints.declaration, progress.declaration, trails.declaration, steps.declaration, theme.declaration,
    colour.declaration, size.declaration, position.declaration, motion.declaration,
  ]

  /// Keys that are accepted as other spellings of a setting.
  public static let otherSpellings: KeyValuePairs = ["color": colour]

  public var isShown: Bool
  public var showsHints: Bool
  public var showsProgress: Bool
  public var showsTrails: Bool
  public var showsSteps: Bool
  public var theme: Theme
  public var colour: Colour
  /// The size of all drawings as a factor: 1 for 100 %.
  public var size: Double
  public var position: Position
  public var motion: Motion

  public init(_ values: [String: SettingValue] = [:]) {
    let settings = Settings(values)
    isShown = settings[Self.show]
    showsHints = settings[Self.hints]
    showsProgress = settings[Self.progress]
    showsTrails = settings[Self.trails]
    showsSteps = settings[Self.steps]
    theme = settings[Self.theme]
    colour = settings[Self.colour]
    size = settings[Self.size] / 100
    position = settings[Self.position]
    motion = settings[Self.motion]
  }
}
