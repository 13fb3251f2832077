import Foundation
import Support
import Testing

/// Recordings made with real libinput: a replay gives the results of the live run.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveRecordTests {
  /// Each command notes all variables of its gesture, in the order of the commands.
  private static func notes(_ keys: String...) -> String {
    keys.map { key in
      "\(key) = { overlap = \"queue\", command = 'echo \(key) $(env | grep ^GESTURE_ | grep -v _BED_ | sort) >> \"$RAN\"' }\n"
    }.joined()
  }

  private static let rules = """
    [gesture.double]
    kind = "tap"
    taps = 2
    \(notes("run"))
    [gesture.single]
    kind = "tap"
    require-to-fail = ["double"]
    \(notes("run"))
    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    \(notes("began", "ended", "cancelled"))
    [gesture.drag]
    kind = "pan"
    fingers = 3
    \(notes("began", "ended", "cancelled"))
    [gesture.hold]
    kind = "long-press"
    fingers = 3
    \(notes("began", "ended", "cancelled"))
    [gesture.enter]
    kind = "tap"
    fingers = 4
    run = { mode = "other" }
    [gesture.there]
    kind = "tap"
    fingers = 5
    receive = { mode = "other" }
    \(notes("run"))
    [gesture.leave]
    kind = "tap"
    fingers = 6
    run = { mode = "default" }
    [device."Mocked T*"]
    turned = "180 deg"

    """

  /// Gestures on two devices, one after another and at the same time; one device is unplugged during a gesture.
  private static let hands = """
    play event0 pinch out fingers=2 duration=100ms
    play event1 swipe left fingers=3 distance=20
    play event0 tap
    wait 500ms
    play event0 tap count=2
    wait 400ms
    down event1 a 30,30 b 50,30 c 70,30
    play event0 tap
    wait 900ms
    move event1 a,b,c by 0,9 over 80ms
    up event1
    wait 100ms
    down event0 a 100,100 b 120,100
    move event0 a by -20,0 over 80ms
    down event1 a 30,30 b 50,30 c 70,30
    remove event0
    up event1
    wait 100ms
    add touchscreen event0
    wait 500ms
    play event0 tap
    wait 400ms
    play event0 pinch out ending=cancel
    down event0 a 100,100
    wait 30ms
    up event0
    """

  private func bed(_ arguments: [String], _ folder: Folder, ready: String = "await ready: within=15s") throws -> Bed {
    let bed = try Bed(program: arguments, in: folder)
    try bed.perform("add touchscreen event0\nadd touchpad event1\nstart\n\(ready)")
    return bed
  }

  /// The lines of gestures, which begin with their time.
  private func gestures(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter { $0.contains(" ms  ") }
  }

  @Test func theDaemonsGesturesComeAgain() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let file = folder.path("hand.touches")
    let bed = try bed(["run", "--record", file, "--config", config], folder)
    try bed.perform(Self.hands)
    // With the same rules read again while fingers are down, and ended while some are.
    try bed.perform("wait 400ms\ndown event0 a 100,100 b 130,100\nmove event0 b by 20,0 over 80ms")
    try bed.perform("signal HUP\nawait reloaded:\nmove event0 b by 20,0 over 80ms\nup event0\nplay event0 tap")
    try bed.perform("wait 400ms\nplay event0 tap fingers=4\nplay event0 tap fingers=5\nwait 300ms")
    try bed.perform("down event0 a 100,100 b 130,100\nmove event0 b by 20,0 over 80ms\nstop\nwait 500ms")
    #expect(bed.log.contains("recording all touches to \(file)"))
    let live = bed.ran.sorted()
    #expect(live.count > 10, Comment(rawValue: bed.log))
    for kind in ["double", "single", "pinch", "drag", "hold", "there"] {
      #expect(live.contains { $0.contains("GESTURE_NAME=\(kind) ") }, "\(kind)")
    }
    let again = try Program.run(
      "replay", "--run", "--config", config, file, environment: ["RAN": folder.path("again")])
    #expect(again.status == 0 && again.errors == "", Comment(rawValue: again.errors))
    #expect(folder.lines("again").sorted() == live, Comment(rawValue: folder.text("hand.touches")))
    #expect(try permissions(file) == 0o600)
  }

  @Test(arguments: [[], ["--evemu", "--device", "touchscreen"]])
  func whatRecordSaysIsWhatReplayPrints(_ options: [String]) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let file = folder.path("hand")
    let bed = try bed(["record", file, "--config", config] + options, folder, ready: "await recording within=15s")
    try bed.perform(Self.hands + "\nsignal INT")
    #expect(try bed.perform("await-exit") == "exited=0")
    #expect(bed.ran == [])
    let live = gestures(bed.log)
    #expect(live.count >= (options.isEmpty ? 10 : 5), Comment(rawValue: bed.log))
    let again = try Program.run("replay", "--config", config, file)
    #expect(gestures(again.output).filter { !$0.contains(" changed ") } == live)
    let json = try Program.run("replay", "--format", "json", "--config", config, file).output
    #expect(json == (try Program.run("replay", "--format", "json", "--config", config, file).output))
  }

  /// evemu's library reads it, and libinput makes touches of it that are the same gestures.
  @Test func otherProgramsTakeItsEvents() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let file = folder.path("hand.events")
    let arguments = ["--device", "touchscreen", "--config", config]
    let first = try bed(["record", "--evemu", file] + arguments, folder, ready: "await recording within=15s")
    let hands = "play event0 pinch out\nwait 300ms\nplay event0 tap\nwait 500ms\nplay event0 tap count=2\nwait 300ms"
    try first.perform(hands + "\nsignal INT\nawait-exit")
    let script = """
      import ctypes, sys
      evemu, c = ctypes.CDLL("libevemu.so.3"), ctypes.CDLL(None)
      evemu.evemu_new.restype = c.fopen.restype = ctypes.c_void_p
      evemu.evemu_get_name.restype = ctypes.c_char_p
      device, file = ctypes.c_void_p(evemu.evemu_new(None)), ctypes.c_void_p(c.fopen(sys.argv[1].encode(), b"r"))
      assert evemu.evemu_read(device, file) > 0
      event, count = ctypes.create_string_buffer(24), 0
      while evemu.evemu_read_event(file, event) > 0: count += 1
      print(evemu.evemu_get_name(device).decode(), evemu.evemu_get_abs_maximum(device, 0x35),
            evemu.evemu_get_abs_resolution(device, 0x35), evemu.evemu_has_prop(device, 1), count)
      """
    try folder.write("read.py", script)
    let events = folder.lines("hand.events").count { $0.hasPrefix("E:") }
    let read = try Program.shell("/usr/bin/python3 read.py hand.events", in: folder)
    #expect(read == Program.Outcome(status: 0, output: "Mocked Touchscreen 300000 1000 1 \(events)\n", errors: ""))
    let again = try Folder()
    let second = try Bed(program: ["record", again.path("a")] + arguments, in: again)
    try second.perform("add \(file) event0\nstart\nawait recording within=15s\nscript event0 \(file)\nwait 500ms")
    try second.perform("signal INT\nawait-exit")
    let names = { (log: String) in self.gestures(log).map { $0.split(separator: " ").dropFirst(2).prefix(3) } }
    #expect(names(first.log).count == 4 && names(second.log) == names(first.log), Comment(rawValue: second.log))
  }

  @Test func withoutRulesItRecordsAllTheSame() throws {
    let folder = try Folder()
    let bed = try Bed(
      program: ["record", folder.path("a.touches")], in: folder,
      environment: ["XDG_CONFIG_HOME": "/nonexistent", "HOME": "/nonexistent"])
    try bed.perform("add touchscreen event0\nstart\nawait recording within=15s")
    try bed.perform("play event0 tap\nsignal TERM\nawait-exit")
    #expect(bed.log.contains("warning: touches are recorded, but gestures are not shown: there is no rules file"))
    let text = folder.text("a.touches")
    #expect(text.hasPrefix("# Recorded by gesture-bridge 0.1.0 on 20"), Comment(rawValue: text))
    let device = "device touchscreen: touchscreen 300x190 mm name=\"Mocked Touchscreen\""
    #expect(text.contains("\ntouches\n  \(device)\n  0ms        down a 150,95\n"))
    #expect(text.contains(" up a\n") && text.hasSuffix(" reset\n"))
  }

  @Test func standardOutputIsTheFileWhereItIsNoTerminal() throws {
    let folder = try Folder()
    let bed = try Bed(program: ["record", "--for", "700ms", "--config", try folder.write("r.toml", "")], in: folder)
    try bed.perform("add touchscreen event0\nstart\nawait recording within=15s\nplay event0 tap\nawait-exit")
    #expect(bed.log.contains("to standard output (Ctrl-C ends the recording)"), Comment(rawValue: bed.log))
    #expect(bed.log.contains("\n  0ms        down a 150,95\n"))
  }

  @Test func afterAKillTheFileCanBeRead() throws {
    let folder = try Folder()
    let file = folder.path("a.touches")
    let none = try folder.write("none.toml", "")
    let bed = try bed(["record", file, "--config", none], folder, ready: "await recording within=15s")
    try bed.perform("down event0 a 50,50\nmove event0 a by 40,0 over 200ms\nwait 1500ms\nsignal KILL\nawait-exit")
    let text = folder.text("a.touches")
    #expect(text.contains(" move a to 90,50\n") && text.hasSuffix("\n"), Comment(rawValue: text))
    let rules = try folder.write("r.toml", "[gesture.drag]\nkind = \"pan\"\nbegan = \"true\"\n")
    let replay = try Program.run("replay", "--config", rules, file)
    #expect(replay.status == 0 && replay.output.contains("drag  pan cancelled"), Comment(rawValue: replay.errors))
  }

  @Test func atItsSizeItEndsWithAWholeFile() throws {
    let folder = try Folder()
    let file = folder.path("a.touches")
    let none = try folder.write("none.toml", "")
    let bed = try bed(
      ["record", file, "--max-size", "100kB", "--config", none], folder, ready: "await recording within=15s")
    let fingers = "abcdefghij"
    try bed.perform(
      "down event0 " + fingers.enumerated().map { "\($1) \(20 + $0 * 10),\(30 + $0 * 10).35" }.joined(separator: " "))
    // The bed is left alone in the midst of it.
    _ = try? bed.perform("move event0 \(fingers.map(String.init).joined(separator: ",")) by 90.35,33 over 4s")
    #expect(try bed.perform("await-exit") == "exited=0")
    #expect(
      bed.log.contains(
        "\(file) has reached its maximum size of 100kB, so the recording has ended; use a larger --max-size"
      )
    )
    let text = folder.text("a.touches")
    #expect((40_000...100_000).contains(text.utf8.count) && text.hasSuffix(" reset\n"))
    let rules = try folder.write("r.toml", "[gesture.drag]\nkind = \"pan\"\nfingers = 10\nbegan = \"true\"\n")
    #expect(try Program.run("replay", "--config", rules, file).output.contains("drag  pan cancelled"))
  }

  @Test func aFullDiskEndsTheRecordingAndNotTheDaemon() throws {
    let folder = try Folder()
    let full = "can't write /dev/full: No space left on device"
    let none = try folder.write("none.toml", "")
    let record = try bed(["record", "/dev/full", "--config", none], folder, ready: "await-exit within=15s")
    #expect(try record.perform("status") == "exited=1")
    #expect(record.log.contains("error: \(full)\n"), Comment(rawValue: record.log))
    let again = try Folder()
    let config = try again.write("bindings.toml", "[gesture.t]\nkind = \"tap\"\nrun = \(Bed.notes("tapped"))\n")
    let daemon = try bed(["run", "--record", "/dev/full", "--config", config], again)
    try daemon.expect(["tapped"], after: "play event0 tap\nwait 400ms")
    #expect(try daemon.perform("stop") == "exited=0")
    #expect(daemon.log.components(separatedBy: "\(full); gestures continue without being recorded\n").count == 2)
  }

  /// The limit is that of the process: `ulimit -f`.
  @Test func aFileThatMayNotGrowEndsTheRecordingAndNotTheDaemon() throws {
    let folder = try Folder()
    let file = folder.path("a.touches")
    let config = try folder.write("bindings.toml", "[gesture.t]\nkind = \"tap\"\nrun = \(Bed.notes("tapped"))\n")
    let starter = try folder.write("limited", "#!/bin/sh\nulimit -f 32\nexec \"$@\"\n")
    chmod(starter, 0o755)
    let bed = try Bed(program: ["run", "--record", file, "--config", config], in: folder, starter: starter)
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    let fingers = "abcdefghij"
    try bed.perform(
      "down event0 " + fingers.enumerated().map { "\($1) \(20 + $0 * 10),\(30 + $0 * 10).35" }.joined(separator: " "))
    try bed.perform("move event0 \(fingers.map(String.init).joined(separator: ",")) by 90.35,33 over 2s\nup event0")
    try bed.perform("await 'gestures continue without being recorded'")
    #expect(bed.log.contains("can't write \(file): File too large; gestures continue"), Comment(rawValue: bed.log))
    try bed.expect(["tapped"], after: "play event0 tap\nwait 400ms")
    #expect(try bed.perform("stop") == "exited=0")
    #expect(folder.text("a.touches").hasSuffix("\n"))
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
