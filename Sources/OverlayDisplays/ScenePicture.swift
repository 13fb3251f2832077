import Control
import Overlay
import Text

/// Draws a file's last lesson and last scene into a PNG file.
package struct ScenePicture {
  enum Failure: Error, CustomStringConvertible {
    case line(Int, ControlError)
    case noScene(String)
    case noFonts
    case background(String)
    case unwritten(String)
    case noCanvas

    var description: String {
      switch self {
      case .line(let number, let error): "line \(number): \(error.message)"
      case .noScene(let path): "\(path.visible) has no scene; add an \"event\":\"scene\" or \"event\":\"lesson\" line"
      case .noFonts: "no font is installed; install one, such as Debian's package fonts-dejavu-core"
      case .background(let text):
        "\(text.visible) can't be the background; use a colour such as \"#202020\", or the name of a PNG file that you can read"
      case .unwritten(let path): "\(path.visible) can't be written; choose another file with --picture"
      case .noCanvas: "the picture is too large for the memory: use a smaller --width, --height or --scale"
      }
    }
  }

  /// The time that the picture shows, in microseconds after the lesson's start. The fingers are moving at this time.
  private static let midway: Int64 = 1_200_000

  private let canvas: CairoImage
  private let library: CairoLibrary

  /// Draws `file`'s content `bytes` on `width` by `height` logical pixels. Throws `Failure` or `CairoLibrary.Missing`.
  package init(
    _ bytes: [UInt8], of file: String, width: Int, height: Int, scale: Double, theme: OverlaySettings.Theme?,
    background: String?
  ) throws {
    library = try CairoLibrary.load()
    guard let text = PangoText(library) else { throw Failure.noFonts }
    var settings = OverlaySettings()
    var timeline: SceneTimeline?
    var lesson: OverlayLesson?
    var now: Int64 = 0
    var lines = LineBuffer(limit: OverlayLine.longest)
    lines.append(bytes)
    lines.append([UInt8(ascii: "\n")])
    var number = 0
    do throws(ControlError) {
      while let line = try lines.next() {
        number += 1
        guard !line.allSatisfy({ $0 == UInt8(ascii: " ") }) else { continue }
        switch try OverlayLine(line: line) {
        case .settings(let next): settings = next
        case .scene(let scene):
          now = scene.time
          if timeline?.scene.device != scene.device { timeline = nil }
          if timeline == nil {
            timeline = SceneTimeline(scene, at: now, motion: settings.motion)
          } else {
            timeline?.show(scene, at: now)
          }
        case .lesson(let next): lesson = next
        case .end, .refused, .other: break
        }
      }
    } catch {
      throw Failure.line(number, error)
    }
    if let theme { settings.theme = theme }
    let area = OverlayComposer.Box(left: 0, top: 0, width: Double(width), height: Double(height))
    var picture = OverlayPicture()
    if let lesson { LessonPage(settings, text).compose(lesson, at: Self.midway, on: area, to: &picture) }
    if let timeline { OverlayComposer(settings, text).add(timeline, at: now, on: area, to: &picture) }
    guard !picture.isEmpty || timeline != nil else { throw Failure.noScene(file) }
    guard
      let canvas = CairoImage(
        library, width: Int((Double(width) * scale).rounded()), height: Int((Double(height) * scale).rounded()))
    else { throw Failure.noCanvas }
    self.canvas = canvas
    if let background { try paint(background) }
    canvas.draw(picture, text, scale: scale)
  }

  package func write(to path: String) throws { guard canvas.write(to: path) else { throw Failure.unwritten(path) } }

  private func paint(_ background: String) throws {
    if let colour = OverlaySettings.Colour(background) { return canvas.paint(colour) }
    guard canvas.paint(file: background) else { throw Failure.background(background) }
  }
}
