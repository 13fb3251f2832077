import DeviceInput
import GestureCore
import Support
import Testing

@testable import gesture_bridge

/// `check --devices` on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct CheckDevicesTests {
  private static let rules = """
    [gesture.flick]
    kind = "swipe"
    fingers = 3
    run = "true"

    [gesture.poke]
    kind = "tap"
    run = "true"

    [gesture.press]
    kind = "long-press"
    device = "touchscreen"
    run = "true"

    [gesture.scroll]
    kind = "pan"
    device = "Mocked Tuchpad"
    fingers = 3
    run = "true"
    require-to-fail = ["flick"]

    [device."Mokced*"]
    size = "256 x 144 mm"

    [device."*"]
    tap.slop = "4 mm"
    """

  /// What `check --devices` prints with the devices that `setUp` brings, and how it ends.
  private func check(_ setUp: String, _ rules: String, _ arguments: String...) throws -> (text: String, status: String)
  {
    let folder = try Folder()
    let config = try folder.write("rules.toml", rules)
    let bed = try Bed(program: ["check", "--devices", config] + arguments, in: folder)
    try bed.perform(setUp + "\nstart")
    let status = try bed.perform("await-exit within=15s")
    return (bed.log.replacingOccurrences(of: config, with: "rules.toml"), status)
  }

  private static let both = "add touchscreen event0\nadd touchpad event1"

  @Test func whatCanBeMadeWhere() throws {
    let outcome = try check(Self.both, Self.rules)
    #expect(outcome.status == "exited=0")
    #expect(
      outcome.text == """
        rules.toml:15:1: warning: "scroll" is for the device "Mocked Tuchpad", and no name here fits that; \
        did you mean "Mocked Touchpad"?
        rules.toml: warning: [device."Mokced*"] fits no device that is here; did you mean "Mocked Touchscreen"?
        rules.toml: 4 gestures, 2 warnings
          scroll waits for flick to fail: 600 ms at most
        Mocked Touchscreen (touchscreen): 3 of 4 gestures can be made on it
          for other devices: scroll
        Mocked Touchpad (touchpad): 1 of 4 gestures can be made on it
          poke: the device does not tell of every touch from down to up
          for other devices: press, scroll

        """)
    #expect(try check(Self.both, Self.rules, "--strict").status == "exited=1")
  }

  @Test func aGestureThatNoDeviceGives() throws {
    let rules =
      "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n[gesture.pair]\nkind = \"swipe\"\nfingers = 2\nrun = \"a\"\n"
    let outcome = try check("add touchpad event1", rules)
    #expect(
      outcome.text == """
        rules.toml:1:1: warning: "poke" can be made on none of the devices that are here
        rules.toml:4:1: warning: "pair" can be made on none of the devices that are here
        rules.toml: 2 gestures, 2 warnings
        Mocked Touchpad (touchpad): 0 of 2 gestures can be made on it
          poke: the device does not tell of every touch from down to up
          pair: libinput reports it with 3 to 4 fingers only

        """)
    let all = try check("add touchscreen event0", rules, "--strict")
    #expect(all.status == "exited=0")
    #expect(
      all.text == """
        rules.toml: 2 gestures, no problems
        Mocked Touchscreen (touchscreen): every gesture can be made on it

        """)
  }

  /// Rules for touchscreens are no mistake on a machine without one.
  @Test func theShippedRulesPassWithATouchpadOnly() throws {
    let shipped = Documentation.text("bindings.toml")
    #expect(try check("add touchpad event1", shipped, "--strict").status == "exited=0")
  }

  @Test func noDevices() throws {
    let outcome = try check("add mouse event5", "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n", "--strict")
    #expect(outcome.status == "exited=1")
    #expect(
      outcome.text == """
        rules.toml: warning: there is no touch device to compare with, or none that may be opened: \
        `gesture-bridge devices` tells more
        rules.toml: 1 gesture, 1 warning

        """)
  }

  /// What a device may not be asked is no fault of the rules.
  @Test func aDeviceThatMayNotBeOpened() throws {
    let rules = "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n[device.\"Mocked Touchs*\"]\nrotation = \"90 deg\"\n"
    let outcome = try check(Self.both + "\ndeny event0", rules)
    #expect(
      outcome.text == """
        rules.toml: 1 gesture, no problems
        Mocked Touchpad (touchpad): 0 of 1 gesture can be made on it
          poke: the device does not tell of every touch from down to up
        Mocked Touchscreen (touchscreen): it is not read, `gesture-bridge devices` tells why

        """)
  }

  /// A pen is as one finger, and makes what does not name a tool.
  @Test func whatAPenMakes() throws {
    let rules = """
      [gesture.poke]
      kind = "tap"
      device = "touchscreen"
      run = "true"

      [gesture.finger]
      kind = "tap"
      receive = { tool = "finger" }
      run = "true"

      [gesture.mark]
      kind = "stroke"
      shape = "checkmark"
      receive = { tool = "stylus" }
      run = "true"

      [gesture.pair]
      kind = "tap"
      fingers = 2
      device = "touchscreen"
      run = "true"

      [gesture.hard]
      kind = "force-press"
      receive = { tool = "stylus" }
      run = "true"
      """
    let outcome = try check("add touchscreen event0\nadd pen event2\nadd pen-without-pressure event3", rules)
    #expect(
      outcome.text.hasSuffix(
        """
        rules.toml: 5 gestures, no problems
        Mocked Touchscreen (touchscreen): 3 of 5 gestures can be made on it
          for other devices: mark, hard
        Mocked Pen (pen): 3 of 5 gestures can be made on it
          pair: the device tells of 1 finger only
          by the pen as by a finger, as they name no `tool`: poke
          for other devices: finger
        Mocked Pen without Pressure (pen): 2 of 5 gestures can be made on it
          pair: the device tells of 1 finger only
          hard: the device does not tell how hard they press
          by the pen as by a finger, as they name no `tool`: poke
          for other devices: finger

        """), Comment(rawValue: outcome.text))
    let alone = try check("add touchscreen event0", rules, "--strict")
    #expect(alone.status == "exited=0", "gestures of a pen are no mistake where there is none")
    #expect(try check("add pen event2", rules, "--json").text.contains("\"tool\": \"stylus\""))
  }

  @Test func asJSON() throws {
    let rules = "[gesture.poke]\nkind = \"tap\"\ndevice = \"Nobody\"\nrun = \"true\"\n"
    let outcome = try check("add touchpad event1", rules, "--json")
    #expect(outcome.status == "exited=0")
    #expect(
      outcome.text.contains(
        """
              "severity": "warning",
              "message": "\\"poke\\" is for the device \\"Nobody\\", and no name here fits that",
              "fix": null,
              "file": "rules.toml",
              "line": 1,
              "column": 1,
              "endLine": null,
        """))
    #expect(
      outcome.text.contains(
        """
          "waits": [],
          "devices": [
            {
              "name": "Mocked Touchpad",
              "class": "touchpad",
              "tool": "finger",
              "node": "/dev/input/event1",
              "read": true,
              "gestures": [],
              "obstacles": [
                {
                  "gesture": "poke",
                  "reason": "it is for other devices"
                }
              ]
            }
          ]
        }
        """))
  }
}

/// Its sentences, to the letter, and how it guesses what a pattern was meant for.
struct DeviceComparisonTests {
  @Test func obstacles() {
    #expect(Obstacle.otherDevice.reason == "it is for other devices")
    #expect(
      Obstacle.lacks([.contacts, .pressure]).reason
        == "the device does not tell of every touch from down to up and how hard they press")
    #expect(Obstacle.fingers(1...1).reason == "the device tells of 1 finger only")
    #expect(Obstacle.fingers(1...5).reason == "the device tells of 1 to 5 fingers only")
    #expect(Obstacle.noZone("knob").reason == "the zone \"knob\" is not on it")
    #expect(Obstacle.noPart("both").reason == "\"both\" can't be a part of it")
  }

  @Test func theNearestName() {
    let names = ["ELAN0732:00 04F3:22E1", "Synaptics TM3276"]
    #expect(DeviceComparison.nearest(to: "ELAM*", among: names) == "ELAN0732:00 04F3:22E1")
    #expect(DeviceComparison.nearest(to: "synaptic?", among: names) == "Synaptics TM3276")
    #expect(DeviceComparison.nearest(to: "Wacom*", among: names) == nil)
    #expect(DeviceComparison.nearest(to: "*", among: []) == nil)
  }
}
