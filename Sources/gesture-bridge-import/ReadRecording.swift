import ArgumentParser
import Importers

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
