import Control
import Foundation
import Testing

@testable import Overlay

/// Pictures of scenes, compared with pictures that a person has looked at.
///
/// Fonts differ from machine to machine: the pictures that are compared have no texts, and a layout that depends on no font.
/// `GESTURE_BRIDGE_WRITE_TEXTS=1` rewrites them.
@Suite struct PictureGoldenTests {
  /// The tolerance for other versions of cairo, which round differently: the difference in a channel of a pixel, and
  /// the share of pixels that can differ more.
  private static let tolerance = 12
  private static let mostOthers = 0.001
  /// A time at which the fingers of a lesson move, in microseconds.
  private static let midway: Int64 = 1_200_000

  struct Variant: CustomTestStringConvertible, Sendable {
    let scene: String
    var theme = OverlaySettings.Theme.dark
    var scale = 1.0
    /// The output, in logical pixels.
    var width = 800.0
    var height = 500.0

    var testDescription: String { "\(scene)-\(theme.rawValue)-\(Int(scale))" }
  }

  /// Phones, a tablet that is turned by 90 degrees, and a small screen of many pixels.
  private static let others = [
    Variant(scene: "hint-finger", width: 360, height: 720), Variant(scene: "hint-phone", width: 360, height: 720),
    Variant(scene: "hint-phone-turned", width: 720, height: 360),
    Variant(scene: "hint-turned", width: 800, height: 1280), Variant(scene: "hint-four", width: 640, height: 400),
    Variant(scene: "hint-long", scale: 2, width: 640, height: 400),
    Variant(scene: "hint-long", width: 1280, height: 800),
  ]

  static let variants =
    SceneFile.names.map { Variant(scene: $0) }
    + ["hint", "progress-50", "progress-100", "trail-recognized", "step-level", "pad-hint", "lesson"].flatMap {
      [Variant(scene: $0, theme: .light), Variant(scene: $0, scale: 2), Variant(scene: $0, theme: .light, scale: 2)]
    } + others

  @Test(arguments: variants) func picturesAreAsTheyWere(_ variant: Variant) throws {
    let library = try CairoLibrary.load()
    let image = try Self.draw(variant, library, text: nil, measure: FixedTextMeasure())
    let path = "\(SceneFile.folder)Pictures/\(variant.testDescription).png"
    if ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_TEXTS"] != nil {
      #expect(image.write(to: path))
      return
    }
    let golden = try #require(CairoImage(library, file: path), "there is no picture \(path)")
    try #require(golden.width == image.width && golden.height == image.height)
    let (wanted, drawn) = (golden.pixels, image.pixels)
    let others = Self.differing(wanted, drawn, image.width).count { Self.differ(wanted[$0], drawn[$0]) }
    let most = Int(Double(image.width * image.height) * Self.mostOthers)
    if others > most { _ = image.write(to: NSTemporaryDirectory() + "/\(variant.testDescription).png") }
    #expect(others <= most, "\(others) pixels differ; see \(NSTemporaryDirectory())\(variant.testDescription).png")
  }

  /// The places where two pictures differ. Most rows are equal, and are compared as a whole.
  private static func differing(_ one: [UInt32], _ other: [UInt32], _ width: Int) -> [Int] {
    stride(from: 0, to: one.count, by: width).flatMap { start in
      let row = start..<start + width
      return one[row] == other[row] ? [] : row.filter { one[$0] != other[$0] }
    }
  }

  private static func differ(_ one: UInt32, _ other: UInt32) -> Bool {
    stride(from: 0, to: 32, by: 8).contains { (shift: Int) -> Bool in
      let (a, b) = (Int(one >> UInt32(shift) & 0xFF), Int(other >> UInt32(shift) & 0xFF))
      return abs(a - b) > tolerance
    }
  }

  private static func picture(_ variant: Variant, _ measure: any TextMeasure) throws -> OverlayPicture {
    var settings = OverlaySettings()
    var timeline: SceneTimeline?
    var lesson: OverlayLesson?
    var now: Int64 = 0
    let text = try String(contentsOfFile: "\(SceneFile.folder)Scenes/\(variant.scene).jsonl", encoding: .utf8)
    for line in text.split(separator: "\n") {
      switch try OverlayLine(line: Array(line.utf8)) {
      case .settings(let next): settings = next
      case .scene(let scene):
        now = scene.time
        if timeline == nil {
          timeline = SceneTimeline(scene, at: now, motion: .full)
        } else {
          timeline?.show(scene, at: now)
        }
      case .lesson(let next): lesson = next
      case .end, .refused, .other: Issue.record("\(variant.scene) has a line that is no scene")
      }
    }
    settings.theme = variant.theme
    let area = OverlayPicture.Box(left: 0, top: 0, width: variant.width, height: variant.height)
    var picture = OverlayPicture()
    if let lesson {
      LessonPage(settings, measure).compose(lesson, at: midway, on: area, to: &picture)
    } else {
      OverlayComposer(settings, measure).add(try #require(timeline), at: now, on: area, to: &picture)
    }
    return picture
  }

  private static func draw(
    _ variant: Variant, _ library: CairoLibrary, text: PangoText?, measure: any TextMeasure
  ) throws -> CairoImage {
    let picture = try picture(variant, measure)
    let image = try #require(
      CairoImage(library, width: Int(variant.width * variant.scale), height: Int(variant.height * variant.scale)))
    image.draw(picture, text, scale: variant.scale)
    return image
  }

  /// With any font each text is in its box and nowhere else.
  @Test(arguments: SceneFile.names.map { Variant(scene: $0) } + others.filter { $0.scale == 1 })
  func textsAreInTheirBoxes(_ variant: Variant) throws {
    let library = try CairoLibrary.load()
    let text = try #require(PangoText(library), "no font is installed")
    let picture = try Self.picture(variant, text)
    let bare = try Self.draw(variant, library, text: nil, measure: text).pixels
    let written = try Self.draw(variant, library, text: text, measure: text).pixels
    var differing = Self.differing(bare, written, Int(variant.width))
    for case .writing(let index, let box, _) in picture.marks {
      let writing = picture.writings[index]
      #expect(text.width(of: writing) <= box.width + 0.5, "\(writing.text) is wider than its box")
      #expect(box.left >= 0 && box.top >= 0 && box.right <= variant.width && box.bottom <= variant.height)
      let reach = box.grown(by: 2)
      let inside = { (pixel: Int) in
        let (x, y) = (Double(pixel % Int(variant.width)), Double(pixel / Int(variant.width)))
        return x >= reach.left && x <= reach.right && y >= reach.top && y <= reach.bottom
      }
      #expect(differing.contains(where: inside), "\(writing.text) is not to be seen")
      differing.removeAll(where: inside)
    }
    #expect(differing.isEmpty)
  }

  /// Only changed parts are drawn again, and the result is as if everything were.
  @Test func whatIsDrawnAgainIsEnough() throws {
    let library = try CairoLibrary.load()
    let text = try #require(PangoText(library), "no font is installed")
    let output = Variant(scene: "")
    let (width, height) = (Int(output.width), Int(output.height))
    var shown = OverlayPicture()
    var pixels = [UInt32](repeating: 0, count: width * height)
    for name in ["hint", "hint-going", "progress-0", "progress-50", "progress-snap", "step-level", "trail-recognized"] {
      let next = try Self.picture(Variant(scene: name), text)
      var damage = OverlayDamage()
      next.addDamage(since: shown, to: &damage)
      pixels.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        CairoCanvas(library, text, pixels: start, width: width, height: height, scale: 1)?.draw(next, in: damage)
      }
      shown = next
      let whole = try Self.draw(Variant(scene: name), library, text: text, measure: text)
      // At the edges of the clipped area a pixel can be rounded differently.
      let drawn = whole.pixels
      #expect(!Self.differing(pixels, drawn, width).contains { Self.differ(pixels[$0], drawn[$0]) }, "\(name)")
    }
  }
}

extension CairoImage {
  /// The pixels row by row, each with alpha in its highest byte and premultiplied.
  var pixels: [UInt32] {
    library.surface_flush(surface)
    guard let data = library.image_surface_get_data(surface) else { return [] }
    let stride = Int(library.image_surface_get_stride(surface))
    return Array(unsafeUninitializedCapacity: width * height) { pixels, count in
      for row in 0..<height {
        UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(pixels)[(row * width * 4)...])
          .copyMemory(from: UnsafeRawBufferPointer(start: data + row * stride, count: width * 4))
      }
      count = width * height
    }
  }
}
