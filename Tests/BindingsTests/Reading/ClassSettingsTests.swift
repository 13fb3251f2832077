import GestureCore
import Testing

@testable import Bindings

/// `[gesture.NAME.touchpad]`: settings of one gesture on one class of devices.
struct ClassSettingsTests {
  private static let swipe = """
    [gesture.next]
    kind = "swipe"
    fingers = 3
    min-speed = "70 mm/s"
    run = "x"

    """

  private func value(_ setting: String, _ deviceClass: DeviceClass, _ text: String) throws -> Double? {
    let rules = try #require(load(text).rules).ruleSet
    let settings = rules.settings(of: rules.gestures[0], on: .some(deviceClass))
    guard case .quantity(let value)? = settings[setting] else { return nil }
    return value
  }

  @Test(arguments: ["[gesture.next.touchpad]\nmin-speed = \"20 mm/s\"\n", "touchpad.min-speed = \"20 mm/s\"\n"])
  func theClassGoesBeforeTheGesture(_ section: String) throws {
    let text = Self.swipe + section
    #expect(report(text) == "")
    #expect(try value("min-speed", .touchpad, text) == 20)
    #expect(try value("min-speed", .touchscreen, text) == 70)
  }

  @Test func itGoesBeforeDevicesAndDefaults() throws {
    let text = """
      \(Self.swipe)[gesture.next.touchscreen]
      min-distance = "9 mm"
      [defaults.touchscreen]
      swipe.min-distance = "30 mm"
      [device."*"]
      swipe.min-distance = "40 mm"
      """
    #expect(report(text) == "")
    #expect(try value("min-distance", .touchscreen, text) == 9)
    #expect(try value("min-distance", .touchpad, text) == 40)
  }

  @Test func itsMistakesAreReported() {
    let text = """
      [gesture.next]
      kind = "swipe"
      run = "x"
      touchscreen = 3
      [gesture.next.touchpad]
      min-sped = "20 mm/s"
      min-distance = "20 m"
      max-angle = "300 deg"
      min-speed = 5
      taps = 2
      run = "x"
      """
    let problemText = load(text).diagnostics.map(\.description).joined(separator: "\n")
    #expect(problemText.contains("4:1: error: `gesture.next.touchscreen` must be a section, not a whole number"))
    #expect(problemText.contains("6:1: error: unknown key \"min-sped\""))
    #expect(problemText.contains("did you mean \"min-speed\"?"))
    #expect(problemText.contains("7:16: error: "))
    #expect(problemText.contains("8:13: error: "))
    #expect(problemText.contains("9:13: error: `min-speed` needs a unit"))
    #expect(problemText.contains("10:1: error: a swipe has no \"taps\""))
    #expect(problemText.contains("11:1: error: unknown key \"run\""))
  }

  @Test func aWrongClassIsGuessed() {
    #expect(report(Self.swipe + "[gesture.next.touchpda]\nslop = \"1 mm\"\n").contains("did you mean \"touchpad\"?"))
  }

  @Test func aClassOnWhichItCantBeMade() {
    let text =
      "[gesture.a]\nkind = \"tap\"\ndevice = \"touchscreen\"\nrun = \"x\"\n[gesture.a.touchpad]\nslop = \"1 mm\"\n"
    #expect(
      report(text).hasPrefix(
        "bindings.toml:5:12: warning: these settings are for touchpads, and \"a\" can't be made on touchpads\n"))
    let raw = "[device.\"*\"]\nsource = \"auto\"\n"
    let other = text.replacing("touchscreen", with: "touchpad").replacing("a.touchpad", with: "a.touchscreen")
    #expect(
      report(raw + other).contains("these settings are for touchscreens, and \"a\" can't be made on touchscreens"))
  }

  /// Two gestures that differ on one class of devices only are not the same.
  @Test func itDistinguishesGestures() {
    let text = """
      [gesture.a]
      kind = "swipe"
      fingers = 3
      run = "x"
      [gesture.a.touchpad]
      direction = "left"
      [gesture.b]
      kind = "swipe"
      fingers = 3
      run = "x"
      touchpad.direction = "right"
      """
    #expect(!report(text).contains("error"))
  }
}
