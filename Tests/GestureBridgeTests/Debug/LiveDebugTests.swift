import Foundation
import Support
import Testing

/// `--debug-plain` and `--debug-json` of the daemon, on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveDebugTests {
  private static let rules = """
    [gesture.fling]
    kind = "swipe"
    fingers = 3
    run = { command = \(Bed.notes("ran")), mode = "media" }

    """

  private func bed(_ arguments: String...) throws -> Bed {
    let bed = try Bed(rules: Self.rules, arguments: arguments)
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    return bed
  }

  /// The lines that begin with a time, without the parts that differ from run to run.
  private func told(_ bed: Bed) -> [String] {
    bed.log.replacing(bed.folder.path("bindings.toml"), with: "bindings.toml").split(separator: "\n")
      .filter { $0.contains(/^ *[0-9.]+ ms/) }
      .map { line in
        String(line).replacing(/^ *[0-9.]+ ms/, with: "T").replacing(/process [0-9]+/, with: "process N")
          .replacing(/[0-9.]+ ms/, with: "N ms").replacing(/[0-9.]+ mm\/s/, with: "V mm/s")
      }
  }

  @Test func everythingHasItsLine() throws {
    let bed = try bed("--debug-plain")
    try bed.expect(["ran"], after: "play event0 swipe up")
    try bed.save(Self.rules + "# again\n[device.\"*\"]\nturned = \"90 deg\"\n")
    try bed.perform("remove event0\nawait 'removed: touchscreen'")
    let told = told(bed)
    let command = #"`echo ran >> "$RAN"`"#
    for line in [
      "T  rules    1 gesture", #"T  device   added: touchscreen "Mocked Touchscreen", 300.0 x 190.0 mm"#,
      "T    fling tracking", #"T    fling run: command "echo ran >> \"$RAN\"", mode "media" (bindings.toml:4)"#,
      #"T  mode     "media""#, "T    fling run: started \(command) as process N after N ms",
      "T    fling run: process N ended with exit status 0", "T    fling ready", "T  rules    1 gesture, read again",
      #"T  device   changed: touchscreen "Mocked Touchscreen", 190.0 x 300.0 mm, rotated by 90°"#,
      #"T  device   removed: touchscreen "Mocked Touchscreen""#,
    ] { #expect(told.count { $0 == line } == 1, "\(line)\n\(bed.log)") }
    for letter in ["a", "b", "c"] {
      #expect(told.count { $0.hasPrefix("T  touch \(letter)  down at ") && $0.hasSuffix(", finger") } == 1)
      #expect(told.count { $0.hasPrefix("T  touch \(letter)  up at ") && $0.hasSuffix("peak V mm/s") } == 1)
    }
    #expect(told.count { $0.hasPrefix("T  fling    swipe recognized  3 fingers at ") } == 1)
  }

  @Test func everyLineIsAnObject() throws {
    let bed = try bed("--debug-json", "--dry-run")
    try bed.perform("play event0 swipe up\nawait '\"idle\"'\nstop")
    let lines = bed.log.split(separator: "\n").filter { $0.hasPrefix("{") }
    let objects = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
    #expect(objects.first?["source"] as? String == "devices" && objects.first?["dry_run"] as? Bool == true)
    let types = Set(objects.compactMap { $0["type"] as? String })
    #expect(types == ["rules", "device", "frame", "decision", "event", "action", "command", "mode", "idle"])
    let frames = objects.filter { $0["type"] as? String == "frame" }
    #expect(frames.contains { ($0["touches"] as? [Any])?.count == 3 })
  }

  /// A short line each time; the warning with the advice comes once.
  @Test func anActionThatIsSkippedHasItsLine() throws {
    let rules = Self.rules.replacing(/run = .*/, with: "run = { workspace = \"next\" }")
    let bed = try Bed(rules: rules)
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    let line = "T    fling run: skipped, `workspace = \"next\"` can't be done now: no program in this session accepts"
    for count in 1...2 {
      try bed.perform("play event0 swipe up")
      for _ in 0..<100 where told(bed).count(where: { $0.hasPrefix(line) }) < count { try bed.perform("wait 50ms") }
      #expect(told(bed).count { $0.hasPrefix(line) } == count, Comment(rawValue: bed.log))
    }
    let warnings = bed.log.split(separator: "\n").filter { $0.contains("warning: `run` at ") }
    #expect(warnings.count == 1 && warnings.allSatisfy { $0.contains("bindings.toml:4 is skipped: ") }, "\(bed.log)")
  }

  /// The log does not repeat commands that the debug lines have already.
  @Test func aDryRunNamesEachCommandOnce() throws {
    let bed = try bed("--debug-plain", "--dry-run")
    try bed.perform("play event0 swipe up\nawait 'not started: dry run'\nstop")
    let said = bed.log.split(separator: "\n").filter { $0.contains(" ms ") || $0.hasPrefix("gesture-bridge:") }
    #expect(said.count { $0.contains("echo ran") } == 1, Comment(rawValue: bed.log))
    #expect(bed.log.contains("  dry run  no action runs\n"))
    #expect(bed.log.contains("    fling run: not started: dry run\n"))
    #expect(bed.ran.isEmpty)
  }

  /// As with `head`: the daemon ends when its reader has ended, and cancels gestures that have begun.
  @Test func itEndsWithItsReader() throws {
    let rules = """
      [gesture.hold]
      kind = "long-press"
      began = \(Bed.notes("began"))
      cancelled = \(Bed.notes("over"))
      """
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    try folder.write("reader", "#!/bin/sh\n\"$@\" | sed '/hold  *long-press began/q'\necho reader is gone\n")
    chmod(folder.path("reader"), 0o700)
    let bed = try Bed(
      program: ["--debug-plain", "--config", config], in: folder, starter: folder.path("reader"))
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s\ndown event0 a 100,90")
    try bed.perform("await 'is gone' within=30s")
    #expect(try bed.perform("await-exit within=30s") == "exited=0")
    for note in ["over", "began"] { try bed.perform("await-file \(folder.path("ran")) \(note) within=30s") }
    // Each is a process of its own: on a busy machine the later one may be the first to write.
    #expect(bed.ran.sorted() == ["began", "over"])
    #expect(!bed.log.contains("error"))
  }
}
