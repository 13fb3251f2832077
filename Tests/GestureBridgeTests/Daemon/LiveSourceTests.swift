import Foundation
import Support
import Testing

/// Recorded touches on two identical touchpads, one read by its own slots and one by libinput: the results are the same
/// as far as both can see the touches.
///
/// A mocked device has nothing in its slots, so the first millimetres of a swipe, which libinput does not report, are
/// guessed, and the swipe can be some frames early or late. On a real kernel it is the same frame:
/// contrib/testbed/kernel/scenarios/sources.py.
@Suite(
  .enabled(if: Bed.isThere, Bed.absence), .enabled(if: ReferenceData.isThere, ReferenceData.absence), .serialized)
struct LiveSourceTests {
  /// The greatest difference of the two on these recordings, 53 ms, and a frame more; for most recordings it is one
  /// frame.
  private static let tolerance = 62.0

  private static let recordings = ReferenceExpectation.all.filter { $0.path.hasPrefix("playback/") }
    .filter { $0.path.contains("_touchpad_") }

  private static let rules =
    ReferenceGestureTests.rules + """
      [device."Slots"]
      source = "raw"

      [device."Gestures"]
      source = "libinput"

      """

  @Test(arguments: recordings)
  func theSameGesture(_ expected: ReferenceExpectation) throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--dry-run", "--debug-json"])
    let path = ReferenceData.folder.appendingPathComponent(expected.path).path
    let units = try #require(ReferenceBoard.of(expected.path)?.unitsPerMM)
    var found: [[(gesture: String, time: Double)]] = []
    let names = ["Slots", "Gestures"]
    for (index, name) in names.enumerated() {
      let text = try PadDescription(name, ofRecording: path, unitsPerMM: Int(units)).text
      try bed.perform("add \(try bed.folder.write("\(name).desc", text)) event\(index)")
    }
    try bed.perform("start\nawait ready: within=15s")
    for (index, name) in names.enumerated() {
      let answer = try bed.perform("wait 300ms\nscript event\(index) \(path)")
      try bed.perform("wait 700ms")
      let last = try #require(answer.split(separator: "=").last.flatMap { Double($0) })
      found.append(try Self.recognized(in: bed.log, on: name, before: last / 1000))
    }
    // For one finger libinput reports only that it rests, and for taps nothing at all.
    let gestures = expected.gestures.filter { $0.hasPrefix("swipe") }
    #expect(found[0].map(\.gesture) == gestures, Comment(rawValue: bed.log))
    #expect(found[1].map(\.gesture) == gestures, Comment(rawValue: bed.log))
    for (one, other) in zip(found[0], found[1]) {
      #expect(abs(one.time - other.time) <= Self.tolerance, "\(one.time) and \(other.time) ms before the last frame")
    }
  }

  /// The swipes that were recognized on a device, with how many ms before the recording's last frame.
  private static func recognized(
    in log: String, on device: String, before last: Double
  ) throws -> [(gesture: String, time: Double)] {
    let objects = try log.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let start = try #require(objects.first?["monotonic_ms"] as? Double)
    return objects.compactMap { object in
      guard object["device"] as? String == device, object["state"] as? String == "recognized",
        let gesture = object["gesture"] as? String, let time = object["t_ms"] as? Double
      else { return nil }
      return (gesture, last - start - time)
    }
  }
}

extension PadDescription {
  /// The device of a recording, which the recording does not describe: at least as large as its places require.
  fileprivate init(_ name: String, ofRecording path: String, unitsPerMM units: Int) throws {
    self.init(name, unitsPerMM: units, slots: 10)
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 5, words[0] == "E:", words[2] == "0003", let value = Int(words[4]) else { continue }
      switch words[3] {
      case "0035": width = max(width, value + 2 * units)
      case "0036": height = max(height, value + 2 * units)
      case "003a": pressure = 255
      default: break
      }
    }
  }
}
