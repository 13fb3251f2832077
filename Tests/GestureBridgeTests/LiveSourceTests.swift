import Foundation
import Support
import Testing

/// Recorded hands on two alike touchpads, one read by its own slots and one by libinput: what both can see is the same.
///
/// libinput does not tell of the first millimetres of a swipe; what is known of them is put before it, so it may be some
/// frames sooner or later.
@Suite(
  .enabled(if: Bed.isThere, Bed.absence), .enabled(if: ReferenceData.isThere, ReferenceData.absence), .serialized)
struct LiveSourceTests {
  /// As far apart as the two have been seen on these recordings, 53 ms, and a frame more; of most it is one frame.
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
    let bed = try Bed(rules: Self.rules, arguments: ["--dry-run", "--debug=json"])
    let path = ReferenceData.folder.appendingPathComponent(expected.path).path
    let units = try #require(ReferenceBoard.of(expected.path)?.unitsPerMM)
    var found: [[(gesture: String, time: Double)]] = []
    let names = ["Slots", "Gestures"]
    for (index, name) in names.enumerated() {
      let text = try RecordedPad(path: path, unitsPerMM: units).description(name: name)
      try bed.perform("add \(try bed.folder.write("\(name).desc", text)) event\(index)")
    }
    try bed.perform("start\nawait ready: within=15s")
    for (index, name) in names.enumerated() {
      let answer = try bed.perform("wait 300ms\nscript event\(index) \(path)")
      try bed.perform("wait 700ms")
      let last = try #require(answer.split(separator: "=").last.flatMap { Double($0) })
      found.append(try Self.recognized(in: bed.log, on: name, before: last / 1000))
    }
    // Of one finger libinput tells nothing but that it rests, and of taps nothing at all.
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

/// A touchpad as the device of a recording must have been: its own description is not told.
private struct RecordedPad {
  let path: String
  let unitsPerMM: Double

  /// In evemu's form: a clickpad of 100 x 66 mm, or as large as the recording's places ask for.
  func description(name: String) throws -> String {
    var greatest: [UInt16: Int] = [:]
    for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count == 5, words[0] == "E:", UInt16(words[2], radix: 16) == 3,
        let code = UInt16(words[3], radix: 16), let value = Int(words[4])
      else { continue }
      greatest[code] = max(greatest[code] ?? 0, value)
    }
    let units = Int(unitsPerMM)
    let width = max(100 * units, (greatest[0x35] ?? 0) + 2 * units)
    let height = max(66 * units, (greatest[0x36] ?? 0) + 2 * units)
    var axes: [(code: Int, maximum: Int, resolution: Int)] = [
      (0, width, units), (1, height, units), (0x2f, 9, 0), (0x35, width, units), (0x36, height, units),
      (0x39, 65535, 0),
    ]
    if greatest[0x3a] != nil { axes += [(0x18, 255, 0), (0x3a, 255, 0)] }
    let keys = [0x110, 0x145, 0x148, 0x14a, 0x14d, 0x14e, 0x14f]
    return """
      N: \(name)
      I: 0018 1234 5679 0100
      P: 05 00 00 00 00 00 00 00
      \(Self.bits(0, [0, 1, 3], bytes: 8))
      \(Self.bits(1, keys, bytes: 96))
      \(Self.bits(3, axes.map(\.code), bytes: 8))
      \(axes.map { "A: \(Self.hex($0.code)) 0 \($0.maximum) 0 0 \($0.resolution)" }.joined(separator: "\n"))

      """
  }

  private static func bits(_ type: Int, _ codes: [Int], bytes count: Int) -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    for code in codes { bytes[code / 8] |= 1 << (code % 8) }
    return "B: \(hex(type)) " + bytes.map { hex(Int($0)) }.joined(separator: " ")
  }

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return digits.count == 1 ? "0\(digits)" : digits
  }
}
