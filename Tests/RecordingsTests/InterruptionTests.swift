import GestureCore
import Recordings
import Support
import Testing

/// Events that end touches early in a recording, and rotated surfaces.
@Suite struct InterruptionTests {
  static let gestures = """
    gestures
      drag   = pan fingers=1
      double = tap taps=2 max-interval=250ms
      single = tap require-to-fail=double
    touches

    """

  /// The events of a script with its own gestures, in short.
  private func events(_ touches: String) throws -> [String] {
    let script = try TouchScript.read(Self.gestures + touches, name: "t")
    let rules = try #require(script.rules)
    return try Replay.events(script.recording, rules: rules).filter { $0.state != .changed }.map { event in
      "\(event.time.microseconds / 1000) \(rules.gestures[event.gesture.rawValue].name) \(event.state.rawValue)"
    }
  }

  @Test func aGestureThatWaitsForAnUnpluggedDeviceNeverFires() throws {
    #expect(try events("0ms down a 50,50\n60ms up a") == ["310 single recognized"])
    #expect(try events("0ms down a 50,50\n60ms up a\n100ms unplug") == [])
    #expect(try events("0ms down a 50,50\n60ms up a\n100ms reset") == [])
    #expect(try events("0ms down a 50,50\n60ms up a\n320ms reset") == ["310 single recognized"])
  }

  @Test func whatHasBegunIsCancelled() throws {
    let drag = "0ms down a 50,50\n10ms move a by 20,0 over 80ms\n"
    for word in ["unplug", "reset"] {
      #expect(try events(drag + "100ms \(word)").map { $0.split(separator: " ")[2] } == ["began", "cancelled"])
      #expect(try events(drag + "100ms \(word)").last == "100 drag cancelled")
    }
  }

  @Test func anUnpluggedDeviceLeavesTheOthersAlone() throws {
    let text = """
      device one: touchscreen
      device two: touchscreen
      0ms    down a 50,50
      device one
      0ms    down a 50,50
      50ms   unplug
      device two
      60ms   up a
      """
    #expect(try events(text) == ["310 single recognized"])
    #expect(try events(text.replacing("unplug", with: "reset").replacing("60ms   up a", with: "60ms wait")) == [])
  }

  @Test func afterAResetFingersLandAgain() throws {
    let text = "0ms down a 50,50\n60ms reset\n70ms down a 60,60\n130ms up a\n"
    #expect(try events(text) == ["380 single recognized"])
  }

  @Test func itComesAfterTheFramesOfItsTime() throws {
    #expect(try events("0ms down a 50,50\n60ms reset; down b 60,60\n130ms wait") == [])
  }

  @Test func whatIsWrittenReadsBackTheSame() throws {
    let text = """
      touches
        device touchscreen: touchscreen 300x190 mm rotation=90
        device touchpad: touchpad 100x66 mm
        0ms        down a 50,50
        device touchscreen
        10ms       down a 60,60
        20ms       reset
        30ms       down a 60,60
        40ms       mode other
        50ms       unplug
        device touchpad
        60ms       down a 5,6

      """
    let recording = try TouchScript.read(text, name: "t").recording
    #expect(recording.touchScript == text)
    #expect(
      recording.interruptions == [
        Interruption(time: Timestamp(microseconds: 20_000), extent: .all),
        Interruption(time: Timestamp(microseconds: 50_000), extent: .unplugged(DeviceID(0))),
      ])
    #expect(recording.devices.map(\.rotation) == [.quarter, nil])
  }

  @Test func rulesOverrideTheRotationOfTheRecording() throws {
    let devices = try TouchScript.read(
      "touches\ndevice pad: touchpad rotation=90\ndevice other: touchpad", name: "t"
    ).recording.devices
    #expect(devices.map(RuleSet().rotation) == [.quarter, .none])
    let own = RuleSet(devices: [DeviceSection(pattern: "p*", rotation: Rotation.none)])
    #expect(devices.map(own.rotation) == [.none, .none])
  }

  @Test func aRecordingMayRunForWeeks() throws {
    let recording = try TouchScript.read("touches\n2592000000.125ms wait", name: "t").recording
    #expect(recording.frames.first?.time.microseconds == 2_592_000_000_125)
  }
}
