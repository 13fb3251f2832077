/// What the environment says of the terminal.
struct TerminalKind: Equatable {
  /// It can be drawn on.
  let canDraw: Bool
  let hasColours: Bool

  /// `terminal` is what TERM says, `noColour` what NO_COLOR does; see no-color.org.
  init(terminal: String?, noColour: String?) {
    let name = terminal ?? ""
    canDraw = !["", "dumb", "unknown"].contains(name)
    // Names of terminfo: a terminal used without its colours, and those that never had any.
    let isMonochrome =
      name.hasSuffix("-m") || name.hasSuffix("-mono") || name.hasPrefix("vt1") || name.hasPrefix("vt2")
      || name.hasPrefix("vt3")
    hasColours = canDraw && !isMonochrome && (noColour ?? "").isEmpty
  }

  static var own: TerminalKind {
    TerminalKind(terminal: RulesFile.variable("TERM"), noColour: RulesFile.variable("NO_COLOR"))
  }
}
