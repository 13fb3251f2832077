import GestureCore
import Recordings
import Support
import Testing

/// Fingers that scroll, swipe, tap and rest draw nothing: no shipped shape is found in any recording.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct RecordedShapeTests {
  private static let shapes = StrokeShape.allCases.filter { $0 != .none }

  /// Each by itself, or they would exclude one another.
  private func fired(_ recording: Recording, fingers: ClosedRange<Int>) throws -> [StrokeShape] {
    try Self.shapes.filter { shape in
      let rule = GestureRule(
        name: shape.rawValue, kind: Stroke.kind,
        settings: ["shape": .choice(shape.rawValue), "fingers": .countRange(fingers)])
      let rules = RuleSet(gestures: [rule])
      return try !Replay.events(recording.sized(by: rules), rules: rules).isEmpty
    }
  }

  @Test(arguments: ["playback", "evemu/touchpads", "evemu/touchscreens"])
  func nothingIsDrawn(_ place: String) throws {
    let files = ReferenceData.files(in: place)
    #expect(!files.isEmpty)
    for file in files {
      let path = "\(place)/\(file.lastPathComponent)"
      let recording = try RecordedSummary.recording(path)
      #expect(try fired(recording, fingers: 1...1) == [], "\(path)")
      #expect(try fired(recording, fingers: 1...5) == [], "\(path), several fingers")
    }
  }
}
