import ArgumentParser
import Glibc

/// The command line: without a subcommand it runs the daemon in the foreground.
///
/// Exit status: 0 when all went well, 1 when something given to it is wrong, 2 when the command line itself is.
@main
struct GestureBridge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge",
    abstract: "Turns touchscreen and touchpad gestures into commands.",
    discussion: """
      Gestures and their commands stand in bindings.toml, which is looked for in $XDG_CONFIG_HOME/gesture-bridge \
      (usually ~/.config/gesture-bridge), then in /etc/gesture-bridge. Without a subcommand the daemon runs in the \
      foreground until it is told to stop.
      """,
    version: "0.1.0",
    subcommands: [Run.self, Check.self, Devices.self, Gestures.self, ReplayFile.self],
    defaultSubcommand: Run.self)

  static func main() {
    StandardStreams.ensureOpen()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      StandardStreams.writeError(fullMessage(for: error) + "\n")
      Glibc.exit(2)
    }
  }
}
