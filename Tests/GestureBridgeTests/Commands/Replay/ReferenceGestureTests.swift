import Foundation
import Support
import Testing

/// Recordings of real touches, replayed by the built program with default settings: their gestures, and no others.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct ReferenceGestureTests {
  static let rules = """
    [gesture.swipe-left]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = "true"

    [gesture.swipe-right]
    kind = "swipe"
    fingers = 3
    direction = "right"
    run = "true"

    [gesture.swipe-up]
    kind = "swipe"
    fingers = 3
    direction = "up"
    run = "true"

    [gesture.swipe-down]
    kind = "swipe"
    fingers = 3
    direction = "down"
    run = "true"

    [gesture.tap]
    kind = "tap"
    run = "true"

    [gesture.two-finger-tap]
    kind = "tap"
    fingers = 2
    run = "true"

    [gesture.three-finger-tap]
    kind = "tap"
    fingers = 3
    run = "true"

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    run = "true"

    [gesture.pan]
    kind = "pan"
    fingers = 1
    run = "true"

    [gesture.long-press]
    kind = "long-press"
    fingers = 1
    run = "true"

    """

  private let folder: Folder
  private static let shipped = packageRoot.appendingPathComponent("bindings.toml").path

  init() throws {
    folder = try Folder()
    try folder.write("rules.toml", Self.rules)
  }

  private func replay(_ path: String, _ config: String) throws -> Program.Outcome {
    try Program.run(["replay", "--format", "json", "--config", config] + Self.arguments(path), in: folder)
  }

  /// The arguments that `replay` needs for a recording.
  static func arguments(_ path: String) -> [String] {
    var arguments = [ReferenceData.folder.appendingPathComponent(path).path]
    arguments += ["--device-kind", path.contains("touchscreen") ? "touchscreen" : "touchpad"]
    if let board = ReferenceBoard.of(path) {
      if let units = board.unitsPerMM { arguments += ["--units-per-mm", "\(units)"] }
      let place = ReferenceData.folder.appendingPathComponent(path).deletingLastPathComponent()
      if let name = board.description { arguments += ["--description", place.appendingPathComponent(name).path] }
    }
    return arguments
  }

  /// The gestures that began or were recognized.
  private func gestures(_ outcome: Program.Outcome) throws -> [String] {
    try outcome.output.split(separator: "\n").compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let event = try #require(object)
      guard let state = event["state"] as? String, ["recognized", "began"].contains(state) else { return nil }
      return event["gesture"] as? String
    }
  }

  @Test(arguments: ReferenceExpectation.all)
  func theGesturesOfAHand(_ expected: ReferenceExpectation) throws {
    let outcome = try replay(expected.path, "rules.toml")
    #expect(outcome.status == 0, Comment(rawValue: outcome.errors))
    #expect(try gestures(outcome) == expected.gestures, Comment(rawValue: expected.reason ?? "as the name says"))
  }

  @Test(arguments: ReferenceExpectation.all)
  func theShippedRulesLeaveOneFingerAlone(_ expected: ReferenceExpectation) throws {
    let outcome = try replay(expected.path, Self.shipped)
    #expect(outcome.status == 0, Comment(rawValue: outcome.errors))
    #expect(try gestures(outcome) == expected.shipped)
  }

  /// Every file there is, listed or not, gives a result, and gives it again.
  @Test(arguments: ["playback", "evemu/touchpads", "evemu/touchscreens"])
  func everyFileGivesTheSameTwice(_ place: String) throws {
    let files = ReferenceData.files(in: place)
    #expect(!files.isEmpty)
    for file in files {
      let path = "\(place)/\(file.lastPathComponent)"
      let outcome = try replay(path, "rules.toml")
      #expect(outcome.status == 0, "\(path): \(outcome.errors)")
      #expect(try replay(path, "rules.toml") == outcome, "\(path) is not the same twice")
    }
  }

  /// The rules that the table obeys; a file that is an exception gives the reason.
  @Test func theTableKeepsItsWord() {
    for expected in ReferenceExpectation.all {
      let (path, gestures) = (expected.path, expected.gestures)
      if path.contains("three-finger-swipe-") {
        #expect(gestures == ["swipe-" + path.split(separator: "-")[path.split(separator: "-").count - 1]])
      } else {
        #expect(!gestures.contains { $0.hasPrefix("swipe") })
      }
      if path.contains("touchscreen"), path.contains("scroll") || path.contains("1-finger-drag") {
        #expect(gestures == ["pan"])
      }
      if path.contains("tap"), expected.reason == nil { #expect(gestures.first?.hasSuffix("tap") == true, "\(path)") }
      #expect(ReferenceBoard.of(path) != nil, "\(path) has no board")
    }
  }
}
