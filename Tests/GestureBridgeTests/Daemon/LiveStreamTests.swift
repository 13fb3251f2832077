import Foundation
import Support
import Testing

/// One process that gets every movement of fingers on mocked devices, until its standard input ends.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveStreamTests {
  /// The reader notes its start with its number, each line, and the end of its input.
  private static func rules(_ name: String = "zoom") -> String {
    """
    [gesture.\(name)]
    kind = "pinch"
    fingers = 2
    changed = { stream = '''
      echo start $$ >> "$RAN"
      while IFS= read -r line; do printf '%s\\n' "$line" >> "$RAN"; done
      echo eof >> "$RAN"''' }

    """
  }

  private static let pinch = "play event0 pinch out duration=160"
  private static let halfAPinch = "play event0 pinch out duration=160 ending=stay"

  /// The reader's notes after the first `count` ones: `start`, states without repetitions, `eof`.
  private func course(_ bed: Bed, since count: Int = 0) -> [String] {
    bed.ran.dropFirst(count).map { note in
      guard note.hasPrefix("{"), let state = note.split(separator: "\"state\":\"").last?.split(separator: "\"").first
      else { return String(note.prefix { $0 != " " }) }
      return String(state)
    }
    .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// Plays `lines` and expects these notes of the reader after them.
  private func expect(
    _ words: [String], on bed: Bed, after lines: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = bed.ran.count
    try bed.perform(lines)
    try bed.wait { course(bed, since: before) == words }
    try bed.perform("wait 100ms")
    #expect(course(bed, since: before) == words, Comment(rawValue: bed.log), sourceLocation: sourceLocation)
  }

  private func reader(_ bed: Bed) throws -> pid_t {
    let start = try #require(bed.ran.last { $0.hasPrefix("start ") })
    return try #require(pid_t(start.dropFirst("start ".count)))
  }

  /// Until it is dead it could still be written to, and the daemon has asked how it ended.
  private func killReader(_ bed: Bed) throws {
    let reader = try reader(bed)
    kill(reader, SIGKILL)
    try bed.wait { kill(reader, 0) != 0 }
    #expect(kill(reader, 0) != 0)
  }

  @Test func oneProcessIsToldOfGestureAfterGesture() throws {
    let bed = try Bed.started(Self.rules())
    try expect(["start", "began", "changed", "ended"], on: bed, after: Self.pinch)
    try expect(["began", "changed", "ended"], on: bed, after: Self.pinch)
    try expect(["began", "changed", "ended"], on: bed, after: Self.pinch)
    let lines = try bed.ran.dropFirst().map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
    #expect(lines.compactMap { $0?["scale"] as? Double }.max() ?? 0 > 3)
    #expect(try bed.zombies().isEmpty)
    try expect(["eof"], on: bed, after: "stop")
  }

  @Test func aKilledProcessIsStartedAgain() throws {
    let bed = try Bed.started(Self.rules())
    try expect(["start", "began", "changed", "ended"], on: bed, after: Self.pinch)
    try killReader(bed)
    try expect(["start", "began", "changed", "ended"], on: bed, after: "wait 100ms\n\(Self.pinch)")
    try expect(["began", "changed"], on: bed, after: Self.halfAPinch)
    try killReader(bed)
    try bed.perform("wait 100ms")
    try expect(
      ["start", "changed", "ended"], on: bed, after: "move event0 finger0 170,70\nmove event0 finger0 171,70\nup event0"
    )
    #expect(try bed.zombies().isEmpty)
    #expect(bed.log.contains("`changed` at \(bed.folder.path("bindings.toml")):4 was ended by signal 9 (SIGKILL)"))
  }

  @Test func unpluggingCancelsAndTheNextOneBegins() throws {
    let bed = try Bed.started(Self.rules())
    try expect(
      ["start", "began", "changed", "cancelled"], on: bed, after: "\(Self.halfAPinch)\nremove event0")
    try expect(
      ["began", "changed", "ended"], on: bed, after: "add touchscreen event0\nwait 400ms\n\(Self.pinch)")
  }

  @Test func newRulesEndTheProcess() throws {
    let bed = try Bed.started(Self.rules())
    try expect(["start", "began", "changed", "ended"], on: bed, after: Self.pinch)
    let first = try reader(bed)
    let before = bed.ran.count
    try bed.save(Self.rules("other"))
    try bed.awaitNotes(before + 1)
    #expect(bed.ran.dropFirst(before) == ["eof"])
    let middle = bed.ran.count
    try expect(["start", "began", "changed"], on: bed, after: Self.halfAPinch)
    #expect(try reader(bed) != first)
    try bed.save(Self.rules())
    try bed.wait { course(bed, since: middle).last == "eof" }
    #expect(
      course(bed, since: middle) == ["start", "began", "changed", "cancelled", "eof"], Comment(rawValue: bed.log))
    try expect(["start", "began", "changed", "ended"], on: bed, after: "up event0\nwait 100ms\n\(Self.pinch)")
    #expect(try bed.zombies().isEmpty)
  }

  @Test func theDaemonsEndCancelsAndEndsTheProcess() throws {
    let bed = try Bed.started(Self.rules())
    try expect(["start", "began", "changed"], on: bed, after: Self.halfAPinch)
    try bed.perform("stop")
    try bed.wait { course(bed).last == "eof" }
    // From the beginning: the reader may note the last changes only after the stop.
    #expect(course(bed) == ["start", "began", "changed", "cancelled", "eof"], Comment(rawValue: bed.log))
  }
}
