import GestureCore

/// What stands at the top of a recording, for whoever finds the file.
public enum RecordingRemark {
  static let virtualTouches =
    "libinput tells only of a touchpad's gestures: these touches are made up from them, around the middle."

  /// The lines; `date` is when the recording began, as a person writes it.
  public static func lines(version: String, date: String) -> [String] {
    [
      "Recorded by gesture-bridge \(version) on \(date).",
      "It holds where touches were, and when, and what the touch devices are called: no keys, no applications.",
      "But who sees where a screen was touched may read what was typed on a keyboard that it showed.",
    ]
  }
}

/// The comments of an evemu file that say what the kernel's events can't.
enum EvemuComment {
  static let mark = "# gesture-bridge "
  /// What follows the mark is the line of a touch script.
  static let device = mark + "device "
  static let reset = mark + "reset "
}
