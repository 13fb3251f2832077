import ArgumentParser
import Glibc

/// The command line: without a subcommand it runs the daemon in the foreground.
///
/// Exit status: 0 if all went well, 1 if an input is wrong, 2 if the command line itself is wrong, 3 if another daemon
/// serves the session.
@main
struct GestureBridge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge",
    abstract: "Turns touchscreen and touchpad gestures into commands.",
    usage: """
      gesture-bridge [--config <config>] [--dry-run] [--log-level <log-level>] [--debug[=<form>]] \
      [--record <file>]
      gesture-bridge <subcommand>
      """,
    discussion: """
      Gestures and their commands stand in bindings.toml, which is looked for in $XDG_CONFIG_HOME/gesture-bridge \
      (usually ~/.config/gesture-bridge), then in /etc/gesture-bridge. Without a subcommand the daemon runs in the \
      foreground until it is told to stop; 'gesture-bridge help run' explains its options.
      """,
    version: "0.1.0",
    subcommands: [
      Run.self, Ctl.self, Check.self, DoctorCommand.self, Init.self, Import.self, Devices.self, HandOut.self,
      Gestures.self, Record.self,
      ReplayFile.self, Explain.self, Tune.self, Learn.self, Practice.self, PlotFile.self, Schema.self, ManualPart.self,
      StudioCommand.self, OverlayCommand.self, LauncherCommand.self,
    ],
    defaultSubcommand: Run.self)

  static func main() {
    StandardStreams.ensureOpen()
    do {
      if let options = RunOptions(plain: CommandLine.arguments.dropFirst()) { return try options.run() }
      try refuseUnknownSubcommand()
      var command = try parseAsRoot(DebugOption.settled(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch {
      let message = DebugOption.spelled(fullMessage(for: error))
      let code = exitCode(for: error)
      if !message.isEmpty {
        if code.isSuccess { StandardStreams.write(message + "\n") } else { StandardStreams.writeError(message + "\n") }
      }
      Glibc.exit(code == .validationFailure ? ExitStatus.wrongUse : code.rawValue)
    }
  }

  /// The first word must be a subcommand; as an argument of the default one it would lead to a confusing message.
  private static func refuseUnknownSubcommand() throws {
    guard let word = CommandLine.arguments.dropFirst().first, !word.hasPrefix("-") else { return }
    let subcommands = configuration.subcommands.map { $0.configuration }
    guard word != "help", !subcommands.contains(where: { $0.commandName == word }) else { return }
    let shown = subcommands.filter(\.shouldDisplay).compactMap(\.commandName)
    throw ValidationError(Message.unknownSubcommand(word, shown + ["help"]))
  }
}
