import Foundation
import Support
import Testing

/// `replay --run`: the commands run with the facts of the gesture, and the program waits for them.
struct ReplayRunTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      "bindings.toml",
      """
      [gesture.swipe]
      kind = "swipe"
      fingers = 3
      run = "env | grep ^GESTURE_ | sort > environment; echo said"

      [gesture.pinch]
      kind = "pinch"
      fingers = 2
      began = "sleep 0.5; echo began >> states"
      ended = ["sh", "-c", "sleep 0.5; echo $0 >> states", "ended"]

      [gesture.tap]
      kind = "tap"
      run = ["no-such-program"]
      """)
    try folder.write(
      "swipe.touches",
      "touches\n 0ms down a 50,50 b 70,50 c 90,50\n 20ms move a,b,c by 0,-40 over 160ms\n 200ms up a,b,c\n")
    try folder.write(
      "pinch.touches",
      "touches\n 0ms down a 50,50 b 70,50\n 20ms move a by -20,0 over 80ms; move b by 20,0 over 80ms\n 300ms up a,b\n")
    try folder.write("tap.touches", "touches\n 0ms down a 50,50\n 60ms up a\n")
  }

  @Test func withoutItNothingIsStarted() throws {
    for name in ["swipe", "pinch", "tap"] {
      let outcome = try Program.run("replay", "\(name).touches", in: folder)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && !outcome.output.isEmpty)
    }
    #expect(folder.text("environment").isEmpty && folder.text("states").isEmpty)
  }

  @Test func aSignalEndsTheWaitingAndIsTold() throws {
    try folder.write("stop.toml", "[gesture.tap]\nkind = \"tap\"\nrun = \"kill -TERM $PPID; sleep 1\"\n")
    let outcome = try Program.run("replay", "tap.touches", "--run", "--config", "stop.toml", in: folder)
    #expect(outcome.status == 128 + 15)
  }

  @Test func theCommandIsToldOfTheGesture() throws {
    let outcome = try Program.run(
      "replay", "swipe.touches", "--run", in: folder, environment: ["HOME": folder.url.path])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("said\n"))
    let variables = Dictionary(
      folder.lines("environment").map { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), String(parts[1]))
      }
    ) { $1 }
    let expected = [
      "NAME": "swipe", "KIND": "swipe", "STATE": "recognized", "FINGERS": "3", "DIRECTION": "up",
      "DEVICE": "touchscreen", "SCALE": "", "ROTATION": "", "PRESSURE": "",
    ]
    for (name, value) in expected { #expect((variables["GESTURE_\(name)"] ?? "") == value, "GESTURE_\(name)") }
    for name in ["DX", "DY", "VX", "VY", "X", "Y", "DURATION"] {
      #expect(variables["GESTURE_\(name)"].flatMap(Double.init) != nil, "GESTURE_\(name)")
    }
    #expect((variables["GESTURE_DY"].flatMap(Double.init) ?? 0) <= -12)
  }

  @Test func allAreWaitedFor() throws {
    let outcome = try Program.run(
      "replay", "pinch.touches", "--run", in: folder, environment: ["HOME": folder.url.path])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(folder.lines("states").sorted() == ["began", "ended"])
  }

  @Test func aCommandThatIsMissing() throws {
    let outcome = try Program.run("replay", "tap.touches", "--run", in: folder)
    #expect(outcome.status == 0)
    #expect(
      outcome.errors
        == "gesture-bridge: error: `no-such-program` was not found in PATH: install it or correct `run` at "
        + "bindings.toml:14\n")
  }
}
