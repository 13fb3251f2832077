import ArgumentParser
import Foundation
import Importers

/// Writes another program's configuration as a bindings.toml; `gesture-bridge import` starts it.
///
/// Exit status: 0 when there is one, 1 when the file can't be imported, 2 when the command line is wrong.
@main
struct GestureBridgeImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge-import",
    abstract: "Write another program's gestures as a bindings.toml.",
    discussion: "It is a part of gesture-bridge, which starts it for 'gesture-bridge import'.")

  @Argument(help: "The program: libinput-gestures, touchegg, fusuma, lisgd or gebaar.")
  var format: ImportFormat

  @Argument(help: "Its configuration, '-' for standard input; without it, its usual place.")
  var file: String?

  @Option(name: .shortAndLong, help: "The file to write, which must not exist; without it, standard output.")
  var output: String?

  static func main() {
    do {
      // Only gesture-bridge uses this word.
      if CommandLine.arguments.dropFirst().first == ReadRecording.configuration.commandName {
        return try ReadRecording.parse(Array(CommandLine.arguments.dropFirst(2))).run()
      }
      var command = try parseAsRoot()
      try command.run()
    } catch {
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      Report.error(fullMessage(for: error))
      Foundation.exit(2)
    }
  }

  func validate() throws {
    if format == .lisgd, file == nil { throw ValidationError(Report.lisgdHasNoFile) }
  }

  func run() throws {
    do {
      let path = try InputFile.path(named: file, format)
      let input = try InputFile(path)
      let imported = try ImportResult(format, bytes: input.bytes, file: input.name)
      try OutputFile.write(imported.rules, to: output)
      Report.error(([imported.summary] + imported.remarks).joined(separator: "\n"))
    } catch let error as ImportError {
      Report.error(error.description)
      throw ExitCode.failure
    } catch let error as FileFailure {
      Report.error("gesture-bridge: error: \(error)")
      throw ExitCode.failure
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}

/// Turns a recording of another program, on standard input, into evemu's format; `gesture-bridge replay` starts it.
struct ReadRecording: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read-recording",
    abstract: "Write a recording of `libinput record` as an evemu file.",
    discussion: "It is a part of gesture-bridge, which starts it for 'gesture-bridge replay'.")

  @Argument(help: "What messages call the recording on standard input.")
  var name: String

  func run() throws {
    do {
      let input = try InputFile("-", limit: InputFile.recordingLimit)
      let recording = try LibinputRecording(bytes: input.bytes, file: name)
      try OutputFile.write(recording.evemu, to: nil)
    } catch let error as ImportError {
      Report.error(error.fact)
      throw ExitCode.failure
    } catch let error as FileFailure {
      Report.error("\(error)")
      throw ExitCode.failure
    }
  }
}
