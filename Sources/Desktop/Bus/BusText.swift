/// How much of a text from the bus is read, in bytes: a program can put anything into its title.
enum BusText {
  /// Of a title.
  static let title = 4096
  /// Of the name of an application, an output or a workspace.
  static let name = 256

  /// The focus and the workspace, as scripts of GNOME and KWin tell them: whether a window has the focus, two names of its application of
  /// which the first may be unknown, its title, whether it is full screen, its output, and the workspace.
  static func focus(_ message: BusMessage) -> (focus: DesktopFacts.Focus, workspace: String?)? {
    guard let hasFocus = message.flag(), let app = message.text(atMost: name), let other = message.text(atMost: name),
      let title = message.text(atMost: title), let isFullscreen = message.flag(),
      let output = message.text(atMost: name), let workspace = message.text(atMost: name)
    else { return nil }
    let window = DesktopFacts.Window(
      app: known(app) ?? known(other), title: title, isFullscreen: isFullscreen, output: known(output))
    return (hasFocus ? .window(window) : .nothing, known(workspace))
  }

  /// Nil for the empty text, which says that something is unknown.
  static func known(_ text: String) -> String? { text.isEmpty ? nil : text }
}
