/// Reads texts from the bus, with limits in bytes.
enum BusText {
  static let title = 4096
  /// The limit for names of applications, outputs and workspaces.
  static let name = 256

  /// Reads the focused window and the workspace, which the scripts in GNOME and KWin report. Nil if a value is missing.
  static func focus(_ message: BusMessage) -> (focus: DesktopFacts.Focus, workspace: String?)? {
    guard let hasFocus = message.flag(), let app = message.text(atMost: name), let other = message.text(atMost: name),
      let title = message.text(atMost: title), let isFullscreen = message.flag(),
      let output = message.text(atMost: name), let workspace = message.text(atMost: name)
    else { return nil }
    let window = DesktopFacts.Window(
      app: known(app) ?? known(other), title: title, isFullscreen: isFullscreen, output: known(output))
    return (hasFocus ? .window(window) : .nothing, known(workspace))
  }

  /// Returns the text, or nil if the text is empty. The scripts send an empty text for an unknown value.
  static func known(_ text: String) -> String? { text.isEmpty ? nil : text }
}
