import DeviceInput
import GestureCore
import Support
import Testing

@testable import Doctor
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

  /// The output and the exit status of `check --devices` with the devices that `setUp` adds.
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
    expectSnapshot(outcome.text, "what can be made where")
    #expect(try check(Self.both, Self.rules, "--strict").status == "exited=1")
  }

  /// Without the option only names are compared.
  @Test func aPlainCheckNotesNamesThatMatchNothing() throws {
    let folder = try Folder()
    let config = try folder.write("rules.toml", Self.rules)
    func check(_ setUp: String, _ arguments: [String] = []) throws -> (text: String, status: String) {
      let bed = try Bed(program: ["check", config] + arguments, in: folder)
      try bed.perform("\(setUp)\nstart")
      let status = try bed.perform("await-exit within=15s")
      return (bed.log, status)
    }
    let note = "\(config): note: [device.\"Mokced*\"] matches no connected device; did you mean \"Mocked Touchscreen\"?"
    let found = try check("add touchscreen event0", ["--strict"])
    #expect(found.text.contains(note + "\n") && found.status == "exited=0", Comment(rawValue: found.text))
    #expect(try check("add touchscreen event0", ["--json"]).text.contains(#""severity": "note""#))
    #expect(try !check("add keyboard event0").text.contains("note:"), "no touch device is known")
  }

  @Test func aGestureThatNoDeviceGives() throws {
    let rules =
      "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n[gesture.pair]\nkind = \"swipe\"\nfingers = 2\nrun = \"a\"\n"
    let outcome = try check("add touchpad event1", rules)
    expectSnapshot(outcome.text, "a gesture that no device gives")
    let all = try check("add touchscreen event0", rules, "--strict")
    #expect(all.status == "exited=0")
    expectSnapshot(all.text, "no gesture that any device gives")
  }

  /// Rules for touchscreens are not reported as a mistake on a machine without one.
  @Test func theShippedRulesPassWithATouchpadOnly() throws {
    let shipped = Documentation.text("bindings.toml")
    #expect(try check("add touchpad event1", shipped, "--strict").status == "exited=0")
  }

  @Test func noDevices() throws {
    let outcome = try check("add mouse event5", "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n", "--strict")
    #expect(outcome.status == "exited=1")
    expectSnapshot(outcome.text, "no devices")
  }

  /// A device that can't be opened is not a fault of the rules.
  @Test func aDeviceThatMayNotBeOpened() throws {
    let rules = "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n[device.\"Mocked Touchs*\"]\nturned = \"90 deg\"\n"
    let outcome = try check(Self.both + "\ndeny event0", rules)
    expectSnapshot(outcome.text, "a device that can't be opened")
  }

  /// A pen counts as one finger, and makes gestures without a tool.
  @Test func whatAPenMakes() throws {
    let rules = """
      [gesture.poke]
      kind = "tap"
      device = "touchscreen"
      run = "true"

      [gesture.finger]
      kind = "long-press"
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
    expectSnapshot(outcome.text, "gestures of pens", has: "3 of 5", "2 of 5")
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
              "message": "\\"poke\\" is for the device \\"Nobody\\", and no connected device matches that name",
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
                  "reason": "the gesture is for other devices"
                }
              ]
            }
          ]
        }
        """))
  }
}

/// The sentences of the comparison, to the letter, and its guess at the device that a pattern was meant for.
struct DeviceComparisonTests {
  @Test func obstacles() {
    #expect(Ineligibility.otherDevice.reason == "the gesture is for other devices")
    #expect(
      Ineligibility.lacks([.contacts, .pressure]).reason
        == "the device does not report when each finger lands and lifts or how hard the fingers press")
    #expect(Ineligibility.fingers(1...1).reason == "the device reports only 1 finger")
    #expect(Ineligibility.fingers(1...5).reason == "the device reports only 1 to 5 fingers")
    #expect(Ineligibility.noZone("knob").reason == "the device does not have the zone \"knob\"")
  }

  @Test func theNearestName() {
    let names = ["ELAN0732:00 04F3:22E1", "Synaptics TM3276"]
    #expect(DeviceComparison.nearest(to: "ELAM*", among: names) == "ELAN0732:00 04F3:22E1")
    #expect(DeviceComparison.nearest(to: "synaptic?", among: names) == "Synaptics TM3276")
    #expect(DeviceComparison.nearest(to: "Wacom*", among: names) == nil)
    #expect(DeviceComparison.nearest(to: "*", among: []) == nil)
  }
}
