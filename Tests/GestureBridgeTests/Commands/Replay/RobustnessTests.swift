import Foundation
import Support
import Testing

/// Things that can happen to a daemon: it is killed, its streams are closed or full, devices vanish, the clock is set.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct RobustnessTests {
  private static let rules = """
    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    run = 'echo swipe >> "$RAN"'

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    began = 'echo began >> "$RAN"'
    cancelled = 'echo cancelled >> "$RAN"'

    [gesture.drag]
    kind = "pan"
    fingers = 4
    changed = { stream = 'cat >/dev/null; echo eof >> "$RAN"' }

    """

  /// The daemon, started by a line of shell in which `"$@"` is its command, with its devices open.
  private func started(by line: String) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let starter = try folder.write("start", "#!/bin/bash\n\(line)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: starter)
    let bed = try Bed(program: ["--config", config], in: folder, starter: starter)
    try bed.perform("add touchscreen event0\nstart")
    for _ in 0..<200 where !(try bed.perform("opened")).contains("event0") { try bed.perform("wait 50ms") }
    return bed
  }

  @Test(arguments: ["2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
  func streamsThatAreClosedOrFull(_ streams: String) throws {
    let bed = try started(by: "exec \"$@\" \(streams)")
    try bed.expect(["swipe"], after: "play event0 swipe left")
    try bed.folder.write("bindings.toml", "[gesture.wrong]\n")
    try bed.perform("signal HUP\nwait 200ms")
    try bed.expect(["swipe"], after: "play event0 swipe left")
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func aReaderOfItsMessagesThatLeaves() throws {
    let bed = try started(by: "exec \"$@\" 2> >(head -n 1; echo the reader is gone)")
    try bed.perform("await 'the reader is gone' within=15s\nsignal HUP\nwait 200ms\nsignal HUP")
    try bed.expect(["swipe"], after: "play event0 swipe left")
    #expect(try bed.perform("stop") == "exited=0")
  }

  /// A program that follows a gesture learns that the daemon has ended, and the next daemon starts without obstacles.
  @Test func nothingIsLeftOfAKilledOne() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform("play event0 swipe left fingers=4 ending=stay\nwait 200ms\nsignal KILL")
    #expect(try bed.perform("await-exit") == "killed=9")
    try bed.awaitNotes(1)
    #expect(bed.ran == ["eof"])
    try bed.perform("up event0\nstart\nawait ready: within=15s")
    try bed.expect(["swipe"], after: "play event0 swipe left")
    #expect(try bed.zombies() == [])
  }

  @Test func aDeviceUnpluggedUnderTheFingers() throws {
    let bed = try Bed.started(Self.rules)
    try bed.expect(["began"], after: "play event0 pinch out ending=stay")
    try bed.expect(["cancelled"], after: "remove event0")
    try bed.expect(["began"], after: "add touchscreen event0\nawait watching\nplay event0 pinch out ending=stay")
    try bed.perform("signal TERM")
    #expect(try bed.perform("await-exit") == "exited=0")
    try bed.awaitNotes(4)
    #expect(bed.ran.last == "cancelled")
  }

  /// Gestures use a clock that can't be set.
  @Test func theClockIsSetInTheMidstOfGestures() throws {
    let folder = try Folder()
    let clock = folder.url.appendingPathComponent("clock")
    func set(_ years: Int64) throws {
      // In place, as the file is mapped.
      let file = try FileHandle(forWritingTo: clock)
      try file.write(contentsOf: withUnsafeBytes(of: years * 366 * 86_400_000_000_000) { Data($0) })
    }
    try Data(count: 8).write(to: clock)
    let config = try folder.write(
      "bindings.toml",
      """
      [gesture.hold]
      kind = "long-press"
      min-duration = "800 ms"
      began = 'date +began-%Y >> "$RAN"'
      ended = 'test "${GESTURE_DURATION%.*}" -lt 60000; echo ended $? >> "$RAN"'

      [gesture.double]
      kind = "tap"
      taps = 2

      [gesture.single]
      kind = "tap"
      require-to-fail = ["double"]
      run = 'date +single-%Y >> "$RAN"'

      """)
    let library = packageRoot.appendingPathComponent(".build/testbed/preload-clock.so").path
    let bed = try Bed(
      program: ["--config", config], in: folder,
      environment: ["LD_PRELOAD": library, "TESTBED_WALL_CLOCK": clock.path])
    let year = Calendar(identifier: .gregorian).component(.year, from: Date())
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s\ndown event0 a 50,50")
    try set(5)
    try bed.expect(["began-\(year + 5)"], after: "wait 100ms")
    try set(-20)
    try bed.expect(["ended 0"], after: "up event0")
    try bed.perform("play event0 tap")
    try set(30)
    try bed.expect(["single-\(year + 30)"], after: "wait 1ms")
    #expect(try bed.perform("stop") == "exited=0")
  }
}
