import ArgumentParser
import Control
import OverlayDisplays

struct OverlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay", abstract: "Draw gestures above all windows; the daemon starts this command.",
    discussion: """
      The daemon starts the overlay if `[overlay]` in the rules has `show = true`. Windows below the overlay still get \
      clicks and keys. The bar of a `step` shows the level that comes from a pipe on standard input, such as \
      "Volume: 0.40". Exit status: 0 when the daemon has ended or the picture is written, 1 when the overlay can't run \
      or the picture can't be written, 2 for a wrong command line.
      """)

  @Option(
    help:
      "The path of the daemon's control socket, or '-' if standard input is the connection; default: the socket of this session's daemon."
  )
  var socket: String?

  @Option(
    help:
      "The PNG file to write, instead of drawing on the screen: a picture of the last scene or lesson in the --scene file.",
    completion: .file(extensions: ["png"])
  )
  var picture: String?

  @Option(
    help:
      "The file to draw with --picture: lines of `gesture-bridge ctl subscribe overlay --json`; '-' is standard input.",
    completion: .file())
  var scene: String?

  @Option(help: "The width of the screen that the picture shows, in logical pixels.")
  var width = 1280

  @Option(help: "The height of the screen that the picture shows, in logical pixels.")
  var height = 800

  @Option(help: "The scale of the picture: its pixels per logical pixel, in each direction.")
  var scale = 1.0

  @Option(help: "The picture's theme, dark or light; without this option, the theme in the --scene file.")
  var theme: OverlaySettings.Theme?

  @Option(
    help:
      "The background of the picture, such as #202020 or a PNG file; without this option, the picture has no background."
  )
  var background: String?

  /// The size limit of a file of scenes, in bytes.
  private static let longest = 16 << 20

  func validate() throws {
    guard (picture == nil) == (scene == nil) else {
      throw ValidationError(
        "use --picture and --scene together: --picture names the PNG file to write, and --scene names the file of scenes"
      )
    }
    guard 1...16_384 ~= width, 1...16_384 ~= height else {
      throw ValidationError("--width and --height must be from 1 to 16384 logical pixels")
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
