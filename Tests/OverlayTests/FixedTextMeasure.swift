@testable import Overlay

/// A measure that is the same on every machine: the layout of a picture then depends on no font.
final class FixedTextMeasure: TextMeasure {
  func width(of writing: OverlayPicture.Writing) -> Double {
    min(Double(writing.text.count) * writing.size * (writing.isBold ? 0.62 : 0.56), writing.mostWidth)
  }
}

/// Scenes that are drawn in tests.
enum SceneFile {
  static let folder = String(#filePath.dropLast("FixedTextMeasure.swift".count))

  static let names = [
    "edge", "hint", "hint-drawings", "hint-going", "hint-many", "lesson", "lesson-draw", "lesson-edge", "lesson-made",
    "lesson-reduced", "lesson-stay", "lesson-turn", "pad-hint", "pad-progress", "pad-recognized", "pad-signs",
    "pad-step", "pad-trail", "progress-0", "progress-100", "progress-50", "progress-failed", "progress-reversed",
    "progress-snap", "progress-two", "ring", "step", "step-level", "trail-failed", "trail-possible", "trail-recognized",
  ]
}
