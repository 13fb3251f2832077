import GestureCore

/// The facts that the desktop reports. Nil means unknown. Conditions on unknown facts are false.
public struct DesktopFacts: Equatable, Sendable {
  public struct Window: Equatable, Sendable {
    /// The application ID, or the name of the .desktop file. For an X11 window, often the second string of WM_CLASS.
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

  /// The window that has the focus, or the window under a finger.
  public enum Focus: Equatable, Sendable {
    case unknown
    case nothing
    case window(Window)
  }

  public var focus = Focus.unknown
  /// The name of the focused workspace.
  public var workspace: String?
  public var modifiers: Modifiers?
  public var outputs: [DesktopOutput]?
  public var layout: DesktopLayout?
  /// Whether all outputs sleep. Nil if the desktop doesn't report one common state for all outputs.
  public var isDark: Bool?

  public init() {}

  /// Returns these facts; each unknown fact is taken from `other`.
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

/// An output of the desktop: a monitor or a panel.
public struct DesktopOutput: Equatable, Sendable {
  /// The name of the output's connector, as the desktop shows it: `eDP-1`, `HDMI-A-1`.
  public var name: String
  /// The clockwise rotation of the panel when its picture is upright. Nil if unknown, or if the picture is mirrored.
  public var rotation: Rotation?
  /// Whether the panel is taller than it is wide before any rotation; nil if unknown.
  public var isTall: Bool?
  public var isOn: Bool

  public init(name: String, rotation: Rotation?, isTall: Bool? = nil, isOn: Bool = true) {
    self.name = name
    self.rotation = rotation
    self.isTall = isTall
    self.isOn = isOn
  }

  public var orientation: Orientation? {
    guard let rotation, let isTall else { return nil }
    return Orientation(rotation, isTall: isTall)
  }

  /// Whether the output is the built-in panel, judged by its connector.
  public var isInternal: Bool { ["eDP", "LVDS", "DSI", "DPI"].contains { name.hasPrefix($0) } }
}
