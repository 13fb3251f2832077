import GestureCore

/// What the desktop tells of itself. Nil is unknown, and a condition on something unknown doesn't hold.
public struct DesktopFacts: Equatable, Sendable {
  public struct Window: Equatable, Sendable {
    /// The application id; of an X11 window the class, which is the second word of WM_CLASS.
    public var app: String?
    public var title: String?
    public var isFullscreen: Bool?
    public var output: String?

    public init(app: String? = nil, title: String? = nil, isFullscreen: Bool? = nil, output: String? = nil) {
      self.app = app
      self.title = title
      self.isFullscreen = isFullscreen
      self.output = output
    }
  }

  /// Which window counts: that with the focus, or that under a finger.
  public enum Focus: Equatable, Sendable {
    case unknown
    case nothing
    case window(Window)
  }

  public var focus = Focus.unknown
  /// The name of the workspace that has the focus.
  public var workspace: String?
  public var modifiers: Modifiers?
  public var outputs: [DesktopOutput]?
  public var layout: DesktopLayout?
  /// All outputs sleep, as far as the desktop tells of all at once; nil if it does not.
  public var isDark: Bool?

  public init() {}

  /// These facts; those that are unknown here are those of `other`.
  public func completed(by other: DesktopFacts) -> DesktopFacts {
    var facts = self
    if focus == .unknown { facts.focus = other.focus }
    facts.workspace = workspace ?? other.workspace
    facts.modifiers = modifiers ?? other.modifiers
    facts.outputs = outputs ?? other.outputs
    facts.layout = layout ?? other.layout
    facts.isDark = isDark ?? other.isDark
    return facts
  }

  func withSleepingOutputsOff() -> DesktopFacts {
    guard isDark == true, let outputs else { return self }
    var facts = self
    facts.outputs = outputs.map { output in
      var output = output
      output.isOn = false
      return output
    }
    return facts
  }
}

/// A monitor or a panel.
public struct DesktopOutput: Equatable, Sendable {
  /// The name of its connector, as the desktop shows it: `eDP-1`, `HDMI-A-1`.
  public var name: String
  /// How the panel is turned, clockwise, if the picture on it stands upright: so is a touchscreen on it. Nil if unknown, or if the
  /// picture is mirrored.
  public var rotation: Rotation?
  /// Whether the panel is higher than wide when it is not turned; nil if unknown.
  public var isTall: Bool?
  /// Whether it shows anything.
  public var isOn: Bool

  public init(name: String, rotation: Rotation?, isTall: Bool? = nil, isOn: Bool = true) {
    self.name = name
    self.rotation = rotation
    self.isTall = isTall
    self.isOn = isOn
  }

  /// How the picture on it stands; nil if unknown.
  public var orientation: Orientation? {
    guard let rotation, let isTall else { return nil }
    return Orientation(rotation, isTall: isTall)
  }

  /// Whether it is the panel of a laptop or a tablet.
  public var isInternal: Bool { ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) } }
}
