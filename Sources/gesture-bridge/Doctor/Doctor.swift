import ArgumentParser
import Glibc
import LiveView

/// Looks at everything that gestures need.
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look for what keeps gestures from working here, and say how to put it right.",
    discussion: """
      It looks at the rules, at permissions, at the touch devices, at the session, at the gestures that the desktop acts on \
      itself (GNOME, KDE Plasma, niri; what the settings of sway and Hyprland say), at what each gesture can't do on these \
      devices, and at the programs that the rules start. It changes nothing, and opens touch devices only. Exit status: 0, \
      1 when there is an error, 2 for a wrong command line.

      --json prints an object a line: first format and version; then findings with type (finding), subject (program, \
      rules, permissions, devices, session, desktop, gestures or commands), level (ok, note, warning or error), text, and \
      fix where there is something to do; at last type (summary), errors and warnings, how many.
      """)

  @Option(help: "The rules file; without it, the one the daemon would use.", completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print an object of JSON a line.")
  var json = false

  func run() throws {
    let report = DoctorReport(sections: Checkup(config: config).sections)
    let hasColours = isatty(STDOUT_FILENO) == 1 && TerminalKind.own.hasColours
    StandardStreams.write(json ? report.json : report.text(withColours: hasColours))
    if report.sections.count(.error) > 0 { throw ExitCode.failure }
  }
}
