import ArgumentParser
import Control
import OverlayDisplays

struct OverlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay",
    abstract: "Draw gestures above all windows; the daemon starts it.",
    discussion: """
      The daemon starts it if the rules have an [overlay]. It takes no clicks and no keys. Lines on standard input, \
      such as \
      "Volume: 0.40", are levels for the step that is shown. Exit status: 0 when the daemon has ended or the picture \
      is written, 1 when there is no daemon, no display or no drawing library, 2 for a wrong command line.
      """)

  @Option(help: "The daemon's control socket, '-' for standard input; without it, the socket of the session's daemon.")
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

  @Option(help: "The number of the picture's pixels for each logical pixel.")
  var scale = 1.0

  @Option(help: "The picture's theme, dark or light; without it, the file's.")
  var theme: OverlaySettings.Theme?

  @Option(help: "The background of the picture, such as #202020 or a PNG file; without it, none.")
  var background: String?

  /// The size limit of a file of scenes, in bytes.
  private static let longest = 16 << 20

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
          scene == "-"
            ? FileContents(open: 0, limit: Self.longest).bytes : FileContents(path: scene, limit: Self.longest).bytes,
          of: scene, width: width, height: height, scale: scale, theme: theme, background: background)
        try painting.write(to: picture)
      } else {
        try OverlayProgram.run(socket: socket ?? DaemonSearch.connect(session: nil).path)
      }
    } catch {
      StandardStreams.writeError("gesture-bridge overlay: error: \(error)\n")
      throw ExitCode.failure
    }
  }
}

extension OverlaySettings.Theme: ExpressibleByArgument {}
