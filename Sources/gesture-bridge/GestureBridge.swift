import ArgumentParser
import Glibc

/// The command line. Without a subcommand, the daemon runs in the foreground.
///
/// Exit status: 0 if all went well, 1 if an input is wrong or the command fails, 2 if the command line itself is wrong,
/// 3 if another daemon serves the session, 78 if the daemon has no usable rules.
@main
struct GestureBridge: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge", abstract: "Turns touchscreen and touchpad gestures into commands.",
    usage: """
      gesture-bridge [--config <config>] [--dry-run] [--log-level <log-level>] \
      [--debug | --debug-plain | --debug-json] [--record <file>]
      gesture-bridge <subcommand>
      """,
    discussion: """
      Gestures and their commands are in bindings.toml, which is looked for in $XDG_CONFIG_HOME/gesture-bridge \
      (usually ~/.config/gesture-bridge), then in /etc/gesture-bridge. Without a subcommand, the daemon runs in the \
      foreground until it is stopped; 'gesture-bridge help run' explains its options.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Everyday",
        subcommands: [
          Run.self, Watch.self, Init.self, Check.self, CtlStatus.self, CtlReload.self, CtlPause.self, CtlResume.self,
          Ctl.self,
        ]),
      CommandGroup(
        name: "Rule-making",
        subcommands: [
          Kinds.self, StudioCommand.self, Learn.self, Tune.self, Practice.self, Import.self, Schema.self,
        ]),
      CommandGroup(
        name: "Diagnostic",
        subcommands: [
          DoctorCommand.self, Devices.self, Permit.self, Record.self, ReplayFile.self, Explain.self,
          PlotFile.self, Save.self,
        ]),
      CommandGroup(name: "Other", subcommands: [OverlayCommand.self, HandOut.self, ManualPart.self]),
    ],
    defaultSubcommand: Run.self)

  static func main() {
    StandardStreams.ensureOpen()
    do {
      try refuseUnknownSubcommand()
      try refuseOptionsBeforeSubcommand()
      try refuseValueOfDebug()
      var command = try parseAsRoot(Array(CommandLine.arguments.dropFirst()))
      try command.run()
    } catch let unknown as UnknownSubcommand {
      StandardStreams.writeError(unknown.text)
      Glibc.exit(ExitStatus.wrongUse)
    } catch {
      let message = fullMessage(for: error)
      let code = exitCode(for: error)
      if !message.isEmpty {
        if code.isSuccess { StandardStreams.write(message + "\n") } else { StandardStreams.writeError(message + "\n") }
      }
      Glibc.exit(code == .validationFailure ? ExitStatus.wrongUse : code.rawValue)
    }
  }

  /// Refuses an unknown subcommand, because ArgumentParser's message would be confusing.
  private static func refuseUnknownSubcommand() throws(UnknownSubcommand) {
    var parent: any ParsableCommand.Type = GestureBridge.self
    for (place, word) in CommandLine.arguments.dropFirst().enumerated() where !(place == 0 && word == helpCommand) {
      let subcommands = parent.configuration.subcommands
      guard !subcommands.isEmpty, !word.hasPrefix("-") else { return }
      guard let named = subcommands.first(where: { $0.configuration.commandName == word }) else {
        throw UnknownSubcommand(word: word, parent: parent)
      }
      parent = named
    }
  }

  /// Refuses options before a subcommand. Otherwise the subcommand would become an argument of `run`.
  private static func refuseOptionsBeforeSubcommand() throws(ValidationError) {
    let words = Array(CommandLine.arguments.dropFirst())
    let known = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard words.first?.hasPrefix("-") == true else { return }
    for place in words.indices where known.contains(words[place]) {
      guard (try? Run.parse(Array(words[..<place]))) != nil else { continue }
      throw ValidationError(Message.optionsBeforeSubcommand(words[place]))
    }
  }

  /// Refuses a value of `--debug`, such as `--debug=plain`, because ArgumentParser's message would name a wrong flag.
  private static func refuseValueOfDebug() throws(ValidationError) {
    let options = CommandLine.arguments.prefix { $0 != "--" }
    if options.contains(where: { $0.hasPrefix("--\(DebugForm.view.flag)=") }) {
      throw ValidationError(Message.debugTakesNoValue)
    }
  }

  fileprivate static let helpCommand = "help"
}

private struct UnknownSubcommand: Error {
  let word: String
  /// The command that has no subcommand `word`.
  let parent: any ParsableCommand.Type

  var text: String {
    let isRoot = parent == GestureBridge.self
    let known = parent.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay).compactMap(
      \.commandName)
    let usage = isRoot ? GestureBridge.usageString() : GestureBridge.usageString(for: parent)
    let path = ["gesture-bridge", isRoot ? nil : parent.configuration.commandName].compactMap { $0 }
    return """
      Error: \(Message.unknownSubcommand(word, known + (isRoot ? [GestureBridge.helpCommand] : [])))
      \(usage.indentedUsage)
        See '\(path.joined(separator: " ")) --help' for more information.

      """
  }
}

extension String {
  /// The usage text with "Usage: " before its first line, and its other lines indented by the same width.
  fileprivate var indentedUsage: String {
    let head = "Usage: "
    let blanks = String(repeating: " ", count: head.count)
    return head + split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + blanks)
  }
}
