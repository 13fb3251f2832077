import ArgumentParser
import Base
import Control
import Glibc
import Overlay

/// Draws gestures above all windows, as the daemon tells it to; the daemon starts it where the rules ask for it.
///
/// Exit status: 0 when the daemon has ended, 1 when there is no daemon, no display or no library, 2 when the command line is
/// wrong.
@main
struct GestureBridgeOverlay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gesture-bridge-overlay",
    abstract: "Draw gestures above all windows, as gesture-bridge tells it to.",
    discussion: """
      It is a part of gesture-bridge, which starts it where the rules have an [overlay]. It takes no clicks and no keys. \
      Lines on standard input, such as "Volume: 0.40", are levels for the step that is shown.
      """,
    version: "0.1.0")

  @Option(help: "The daemon's control socket, '-' for standard input; without it, that of the session.")
  var socket: String?

  @Option(
    help: "Draw the last scene or lesson of a file into this PNG file, and end.", completion: .file(extensions: ["png"])
  )
  var picture: String?

  @Option(help: "The file with a scene or lesson a line, '-' for standard input.", completion: .file())
  var scene: String?

  @Option(help: "How wide the picture's output is, in logical pixels.")
  var width = 1280

  @Option(help: "How high the picture's output is, in logical pixels.")
  var height = 800

  @Option(help: "How many pixels of the picture a logical pixel has.")
  var scale = 1.0

  @Option(help: "The picture's theme, dark or light; without it, the file's.")
  var theme: OverlaySettings.Theme?

  @Option(help: "What is behind the picture, such as #202020 or a PNG file; without it, nothing.")
  var background: String?

  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      let message = fullMessage(for: error)
      let code = exitCode(for: error)
      if !message.isEmpty { _ = writeAll(Array((message + "\n").utf8), to: code.isSuccess ? 1 : 2) }
      Glibc.exit(code == .validationFailure ? 2 : code.rawValue)
    }
  }

  func validate() throws {
    guard (picture == nil) == (scene == nil) else {
      throw ValidationError(
        "--picture and --scene belong together: one names the PNG file to write, the other the scenes")
    }
    guard 1...16_384 ~= width, 1...16_384 ~= height else {
      throw ValidationError("--width and --height must be from 1 to 16384")
    }
    guard 0.25...8 ~= scale else { throw ValidationError("--scale must be from 0.25 to 8") }
  }

  func run() throws {
    do {
      if let picture, let scene {
        let painting = try ScenePicture(
          file: scene, width: width, height: height, scale: scale, theme: theme, background: background)
        try painting.write(to: picture)
      } else {
        try draw()
      }
    } catch let code as ExitCode {
      throw code
    } catch {
      _ = writeAll(Array("gesture-bridge-overlay: error: \(error)\n".utf8), to: 2)
      throw ExitCode.failure
    }
  }
}

extension GestureBridgeOverlay {
  /// Draws until the daemon ends.
  private static let niceness: Int32 = 5

  private func draw() throws {
    // A display or daemon that goes is an error of the call, and no signal.
    signal(SIGPIPE, SIG_IGN)
    // Commands of gestures go before their pictures.
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
    let variable = { (name: String) in getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } }
    let library = try CairoLibrary()
    guard let text = PangoText(library) else { throw ScenePicture.Failure.noFonts }
    let daemon = try DaemonSocket.connect(socket, variable)
    let display = try DisplaySearch.display(variable, library, text)
    try OverlayProgram(daemon: daemon, display: display, text, readsLevels: socket != DaemonSocket.standardInput).run()
  }
}

extension OverlaySettings.Theme: ExpressibleByArgument {}
