import GestureCore

/// A suggested gesture: its name, its effect in words, and the value of its key `run` in TOML.
struct SuggestedCommand: Sendable {
  let name: String
  let text: String
  let run: String

  init(_ name: String, _ text: String, _ run: String) { (self.name, self.text, self.run) = (name, text, run) }

  static let nextWorkspace = SuggestedCommand("next-workspace", "go to the next workspace", #"{ workspace = "next" }"#)
  static let previousWorkspace = SuggestedCommand(
    "previous-workspace", "go to the previous workspace", #"{ workspace = "previous" }"#)
  static let fullScreen = SuggestedCommand(
    "full-screen", "make the window full-screen, or restore it", #"{ window = "fullscreen" }"#)
  static let maximize = SuggestedCommand("maximize", "maximize the window, or restore it", #"{ window = "maximize" }"#)
  static let minimize = SuggestedCommand("minimize", "minimize the window", #"{ window = "minimize" }"#)
  static let lock = SuggestedCommand("lock", "lock the screen", #""loginctl lock-session""#)
  static let overview = SuggestedCommand("overview", "show or hide the overview", #"{ overview = "toggle" }"#)
}

/// The actions and remarks in the rules that `gesture-bridge init` writes for a desktop.
struct FirstRules: Sendable {
  /// A function that returns lines about the desktop's own gestures on devices of the given classes.
  typealias Remark = @Sendable (Set<DeviceClass>) -> [String]

  /// The suggestions for three-finger swipes in four directions. Nil if the desktop uses these swipes on all devices.
  var left: SuggestedCommand?
  var right: SuggestedCommand?
  var up: SuggestedCommand?
  var down: SuggestedCommand?
  let pinchIn: SuggestedCommand
  let pinchOut: SuggestedCommand
  /// The classes of devices on which the desktop itself uses no swipes with three or four fingers.
  var swipes = Set(DeviceClass.allCases)
  var remark: Remark = { _ in [] }

  var leavesSwipes: Bool { swipes == Set(DeviceClass.allCases) }
}
