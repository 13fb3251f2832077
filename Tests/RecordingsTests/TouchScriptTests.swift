import GestureCore
import Recordings
import Support
import Testing

/// The meaning of touch scripts, frame by frame.
@Suite struct TouchScriptTests {
  @Test func linesOfOneTimeAreOneFrame() throws {
    let frames = try frames("0ms down a 50,50\n0ms down b 60.5,50\n12.5ms up a,b")
    #expect(
      frames == [
        "0 began 1 at 50,50; began 2 at 60.5,50",
        "12500 ended 1 at 50,50; ended 2 at 60.5,50",
      ])
  }

  /// The name of a device can't control the terminal on which a recording is printed.
  @Test func namesOfDevicesAreKeptWithoutControlCharacters() throws {
    let name = "a \u{1B}[2J \u{9B}b\r\n\u{7F}\u{202E} \"c\" \\u0041 é漢"
    let device = Device(
      id: DeviceID(0), name: name, deviceClass: .touchscreen, size: Size(width: 100, height: 50),
      capabilities: [.contacts, .places])
    let text = Recording(name: "r", devices: [device]).touchScript
    #expect(
      text.contains(#"name="a \u001B[2J \u009Bb\u000D\n\u007F\u202E \"c\" \\u0041 é漢""#), Comment(rawValue: text))
    #expect(try Recording.read(text: text, name: "r").devices.map(\.name) == [name])
    let odd = "touches\n  device pad: touchpad name=\"\\u12 \\uD800 \\u\"\n"
    #expect(try Recording.read(text: odd, name: "r").devices.map(\.name) == ["u12 uD800 u"])
  }

  /// An accent at the beginning of a name does not join the character before the name.
  @Test func aNameMayBeginWithAnAccent() throws {
    let name = "\u{301}pad"
    let text = "device pad: touchpad name=\"\(name)\"\n0ms down a 5,5\n9ms up a"
    #expect(try script(text).recording.devices.map(\.name) == [name])
  }

  @Test func actionsOfOneLineAreSeparatedBySemicolons() throws {
    let frames = try frames("0ms down a 1,2 b 3,4; pressure b 0.5\n1s cancel a ; palm b")
    #expect(
      frames == [
        "0 began 1 at 1,2; began 2 at 3,4 pressure 0.5", "1000000 cancelled 1 at 1,2; moved 2 at 3,4 palm pressure 0.5",
      ])
  }

  @Test func movementExpandsToAFrameEvery8Milliseconds() throws {
    let frames = try frames("0ms down a 0,0\n10ms move a by 0,-20 over 20ms\n40ms up a")
    #expect(
      frames == [
        "0 began 1 at 0,0", "18000 moved 1 at 0,-8", "26000 moved 1 at 0,-16", "30000 moved 1 at 0,-20",
        "40000 ended 1 at 0,-20",
      ])
  }

  @Test func movementWithoutDurationIsAtOnce() throws {
    #expect(try frames("0ms down a 0,0\n8ms move a to 5,6") == ["0 began 1 at 0,0", "8000 moved 1 at 5,6"])
  }

  @Test func movementsOfSeveralFingersShareFrames() throws {
    let frames = try frames("0ms down a 0,0 b 10,0\n0ms move a,b by 8,0 over 16ms")
    #expect(
      frames == [
        "0 began 1 at 0,0; began 2 at 10,0", "8000 moved 1 at 4,0; moved 2 at 14,0",
        "16000 moved 1 at 8,0; moved 2 at 18,0",
      ])
  }

  @Test func otherLinesHappenWhileAMovementRuns() throws {
    let frames = try frames("0ms down a 0,0\n0ms move a by 16,0 over 16ms\n8ms down b 50,50; pressure a 0.25")
    #expect(
      frames == [
        "0 began 1 at 0,0", "8000 moved 1 at 8,0 pressure 0.25; began 2 at 50,50",
        "16000 moved 1 at 16,0 pressure 0.25",
      ])
  }

  @Test func aTouchThatMovesAndLiftsInOneFrameIsReportedTwice() throws {
    let frames = try frames("0ms down a 0,0\n8ms move a by 8,0; up a")
    #expect(frames == ["0 began 1 at 0,0", "8000 moved 1 at 8,0; ended 1 at 8,0"])
  }

  @Test func aNameIsANewTouchAfterItsUp() throws {
    let frames = try frames("0ms down a 0,0\n8ms up a; down a 5,5\n16ms up a")
    #expect(frames == ["0 began 1 at 0,0", "8000 ended 1 at 0,0; began 2 at 5,5", "16000 ended 2 at 5,5"])
  }

  @Test func toolsAndWaiting() throws {
    let frames = try frames("0ms down a 0,0; stylus a\n8ms finger a\n20ms wait")
    #expect(frames == ["0 began 1 at 0,0 stylus", "8000 moved 1 at 0,0", "20000 "])
  }

  @Test func theStandardDeviceIsATouchscreen() throws {
    let devices = try script("0ms down a 1,1").recording.devices
    let screen = Device(
      id: DeviceID(0), name: "touchscreen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
      capabilities: [.contacts, .places])
    #expect(devices == [screen])
  }

  @Test func devicesAreDeclaredAndSwitched() throws {
    let recording = try script(
      """
      device pad: touchpad 100.5x66 mm pressure settled-fingers no-places fingers=2-5 name="Some \\"pad\\""
      device screen: touchscreen
      0ms down a 1,1
      device pad
      0ms down a 2,2
      """
    ).recording
    let pad = Device(
      id: DeviceID(0), name: "Some \"pad\"", deviceClass: .touchpad, size: Size(width: 100.5, height: 66),
      capabilities: [.contacts, .pressure, .settledFingers], fingers: 2...5)
    #expect(recording.devices.first == pad)
    #expect(recording.devices.last?.name == "screen")
    #expect(recording.frames.map(\.device) == [DeviceID(1), DeviceID(0)])
    #expect(recording.frames.map(describe) == ["0 began 1 at 1,1", "0 began 1 at 2,2"])
  }

  @Test func aPenIsADeviceOfItsOwn() throws {
    let line = "device pen: touchscreen 216x135 mm pressure stylus fingers=1-1"
    let recording = try script(line + "\n0ms down a 1,1; stylus a").recording
    #expect(recording.devices.first?.capabilities == [.contacts, .places, .pressure, .stylus])
    let written = recording.touchScript
    #expect(written.contains("touchscreen 216x135 mm pressure stylus fingers=1-1"), Comment(rawValue: written))
    #expect(try Recording.read(text: written, name: "again").devices == recording.devices)
  }

  @Test func pressureGivesTheDeviceThatCapability() throws {
    let device = try script("0ms down a 1,1; pressure a 0.5").recording.devices.first
    #expect(device?.capabilities == [.contacts, .places, .pressure])
  }

  @Test func gesturesBecomeRules() throws {
    let rules = try #require(
      try TouchScript.read(
        """
        gestures   # comments may be anywhere
          double = tap taps=2 max-interval=250ms
          single = tap require-to-fail=double,kind:pan simultaneous-with=double device=touchpad priority=-1 slop="3 mm"
          drag = pan device=ELAN* fingers=2-3
        """, name: "t"
      ).rules)
    #expect(rules.gestures.map(\.name) == ["double", "single", "drag"])
    #expect(rules.gestures[0].settings == ["taps": .count(2), "max-interval": .quantity(250)])
    #expect(rules.gestures[1].relations.requireToFail.map(\.reference) == [.gesture("double"), .kind("pan")])
    #expect(rules.gestures[1].relations.simultaneousWith == [.gesture("double")])
    #expect(rules.gestures[1].device == .deviceClass(.touchpad))
    #expect(rules.gestures[1].priority == -1)
    #expect(rules.gestures[1].settings == ["slop": .quantity(3)])
    #expect(rules.gestures[2].device == .name("ELAN*"))
    #expect(rules.gestures[2].settings == ["fingers": .countRange(2...3)])
  }

  @Test func sectionsMayBeLeftOut() throws {
    let script = try TouchScript.read("touches\n0ms wait", name: "t")
    #expect(script.rules == nil)
    #expect(script.expectations == nil)
  }

  @Test func expectationsAreReadAndWritten() throws {
    let lines = ["310ms single", "310ms single recognized since=60ms", "120.5ms pan began dx=12.5 direction=left"]
    let script = try TouchScript.read("expect\n" + lines.joined(separator: "\n"), name: "t")
    #expect(try script.expectedEvents?.map(\.description) == lines)
    #expect(try script.expectedEvents?.map(\.line) == [2, 3, 4])
  }

  @Test func aCarriageReturnEndsALine() throws {
    #expect(try TouchScript.read("touches\r\n0ms wait\r\n", name: "t").recording.frames.count == 1)
  }

  @Test func scriptsWrittenFromFramesReadBackTheSame() throws {
    let text = """
      touches
        device touchscreen: touchscreen 300x190 mm pressure
        device touchpad: touchpad 100x66 mm name="a \\\\ \\"pad\\""
        device touchpad2: touchpad 80x50 mm no-places
        device touchscreen
        0ms        down a 50.125,50; pressure a 0.5; down b 1,2; stylus b
        8ms        move a to 51,50; palm b
        device touchpad
        9.5ms      down a 5,6
        device touchscreen
        16ms       move a to 52,50; up a; cancel b
        20ms       down a 3,3
        24ms       move a to 3,3
        30ms       wait

      """
    let recording = try TouchScript.read(text, name: "t").recording
    #expect(recording.touchScript == text)
    let again = try TouchScript.read(recording.touchScript, name: "t").recording
    #expect(again == recording)
  }

  @Test func aDeviceMayHaveNoName() throws {
    var recording = try script("device pad: touchpad name=\"\"\n0ms down a 5,5\n9ms up a").recording
    #expect(recording.devices.map(\.name) == [""])
    recording.name = "again"
    #expect(try TouchScript.read(recording.touchScript, name: "again").recording == recording)
  }

  private func script(_ touches: String) throws -> TouchScript {
    try TouchScript.read("touches\n" + touches, name: "t")
  }

  private func frames(_ touches: String) throws -> [String] {
    try script(touches).recording.frames.map(describe)
  }
}
