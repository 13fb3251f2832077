import Bindings
import Foundation
import GestureCore
import Support
import Testing

@testable import gesture_bridge

/// The output of `--debug-plain` and `--debug-json` for every reference recording, kept in Tests/Fixtures/recordings:
/// the gestures and near misses in words, everything as a digest.
///
/// With GESTURE_BRIDGE_WRITE_TRACES=1 a run rewrites the files after an intended change. Such a run always fails: read
/// the new files first.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct RecordedGoldenTraceTests {
  private static let writes = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_TRACES"] == "1"
  private static let places = ["playback", "evemu/touchpads", "evemu/touchscreens"]

  private let folder: Folder
  private let rules: Rules

  init() throws {
    folder = try Folder()
    // Lines name the file. The name is the same as in a run in the folder of the file.
    let text = ReferenceGestureTests.rules
    try folder.write("rules.toml", text)
    rules = try #require(Rules.load(text: Array(text.utf8), file: "rules.toml", kinds: Catalogue.kinds).rules)
  }

  private static func paths(_ place: String) -> [String] {
    ReferenceData.files(in: place).map { "\(place)/\($0.lastPathComponent)" }
  }

  @Test(arguments: places) func everyRecordingIsAsItWas(_ place: String) throws {
    let paths = Self.paths(place)
    #expect(!paths.isEmpty)
    let texts = try paths.map { try RecordedSummary($0, rules).text }
    let name = place.replacing("/", with: "-") + ".txt"
    let golden = Fixtures.folder.appendingPathComponent("recordings/\(name)")
    if Self.writes {
      try texts.joined().write(to: golden, atomically: true, encoding: .utf8)
      Issue.record("wrote \(name): read it, then run again without GESTURE_BRIDGE_WRITE_TRACES")
      return
    }
    let kept = try String(contentsOf: golden, encoding: .utf8).components(separatedBy: "\n\n").filter { !$0.isEmpty }
    #expect(kept.count > 0)
    // The data may hold recordings that are newer than the file.
    let found = Dictionary(texts.map { (Self.title($0), $0) }, uniquingKeysWith: { first, _ in first })
    for kept in kept { #expect(found[Self.title(kept)] == kept + "\n\n") }
  }

  /// The first line of a summary, which names the recording.
  private static func title(_ summary: String) -> Substring {
    summary.split(separator: "\n", maxSplits: 1).first ?? ""
  }

  /// A second run in the same process, whose hashes are seeded alike; `theProgramSaysTheSame` has another seed.
  @Test(arguments: places) func twiceTheSame(_ place: String) throws {
    for path in Self.paths(place) {
      let (first, second) = (try RecordedSummary(path, rules), try RecordedSummary(path, rules))
      #expect(first.plain.text == second.plain.text, "\(path)")
      #expect(first.json.text == second.json.text, "\(path)")
    }
  }

  @Test(arguments: [
    "playback/celes_touchpad_164.17_three-finger-swipe-left", "playback/samus_touchscreen_164.13_zoom-in",
    "playback/syn-dropped-touchscreen.dat", "evemu/touchpads/SynPS2 Synaptics TouchPad.events",
    "evemu/touchscreens/QUANTA OpticalTouchScreen.events",
  ])
  func theProgramSaysTheSame(_ path: String) throws {
    let summary = try RecordedSummary(path, rules)
    // A recording that does not name its device has its own path as the name.
    let original = ReferenceData.folder.appendingPathComponent(path)
    let link = folder.url.appendingPathComponent(original.lastPathComponent)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: original)
    for (form, lines) in [("plain", summary.plain), ("json", summary.json)] {
      let arguments =
        ["replay", "--debug-\(form)", "--config", "rules.toml", link.lastPathComponent]
        + ReferenceGestureTests.arguments(path).dropFirst()
      let outcome = try Program.run(arguments, in: folder)
      #expect(outcome.status == 0)
      #expect(outcome.output == lines.text, "\(path) as \(form)")
      #expect(try Program.run(arguments, in: folder) == outcome)
    }
  }

  @Test(arguments: places) func everyLineIsAnObject(_ place: String) throws {
    var all = ""
    for path in Self.paths(place) {
      let lines = try RecordedSummary(path, rules).json.lines
      let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
      #expect(objects.first??["format"] as? String == "gesture-bridge-debug", "\(path)")
      #expect(objects.dropFirst().allSatisfy { $0?["type"] is String && $0?["t_ms"] is Double }, "\(path)")
      all += lines.map { $0 + "\n" }.joined()
    }
    try folder.write("all.jsonl", all)
    let count = "import json, sys; print(sum(isinstance(json.loads(line), dict) for line in open('all.jsonl')))"
    let run = try Program.shell("/usr/bin/python3 -c \"\(count)\"", in: folder)
    #expect(run.output == "\(all.split(separator: "\n").count)\n", Comment(rawValue: run.errors))
  }
}
