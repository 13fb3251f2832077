import Foundation
import Support
import Testing

@testable import DeviceInput

/// The effect of the rule in udev itself, on devices whose kernel side alone is mocked.
@Suite(.serialized) struct UdevRuleTests {
  private static let isPossible: Bool =
    getuid() == 0
    && (TestbedProgram.isAllRequired
      || FileManager.default.isExecutableFile(atPath: "/usr/bin/udevadm")
        && FileManager.default.fileExists(atPath: "/lib/udev/rules.d/60-input-id.rules"))

  @Test(.enabled(if: isPossible, "needs root for a mount namespace, and udev: `contrib/setup` installs it"))
  func itGivesTouchDevicesOnly() throws {
    #expect(
      try given(by: AccessRule.touch.file) == [
        "touchscreen", "touchscreen-without-size", "touchscreen-with-markup", "touchpad", "pen", "pen-without-pressure",
        "tablet",
        "touchscreen-with-buttons", "touchpad-with-keys",
      ])
  }

  /// Not switches that report only the lid, nor keyboards that have the switch of a tablet.
  @Test(.enabled(if: isPossible, "needs root for a mount namespace, and udev: `contrib/setup` installs it"))
  func theOtherOneGivesSwitchesOfTabletsOnly() throws {
    #expect(try given(by: AccessRule.tabletSwitch.file) == ["tablet-switch", "tablet-switch-on"])
  }

  /// The kinds of device that this rule gives to the user at the machine.
  private func given(by rule: String) throws -> [String] {
    let script = Process()
    let output = Pipe()
    script.executableURL = packageRoot.appendingPathComponent("contrib/testbed/udev.py")
    script.arguments = [packageRoot.appendingPathComponent("contrib/udev/\(rule)").path]
    script.standardOutput = output
    try script.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    script.waitUntilExit()
    #expect(script.terminationStatus == 0, "what the mocked devices say of themselves is what udev says")
    let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count > 15)
    return lines.filter { $0[1] == "uaccess" }.map { $0[0] }
  }

  /// The rule skips no device that the daemon reads, and the daemon reads no device that the rule skips.
  @Test func theProgramLeavesAloneWhatTheRuleDoes() {
    for property in ["KEYBOARD", "MOUSE", "POINTINGSTICK", "TRACKBALL", "JOYSTICK"] {
      #expect(AccessRule.touch.text.contains("ENV{ID_INPUT_\(property)}==\"1\", GOTO=\"gesture_bridge_end\"\n"))
      #expect(
        DeviceKind(ofSeat: "seat0") { ["ID_INPUT_TOUCHPAD", "ID_INPUT_\(property)"].contains($0) ? "1" : nil } == nil)
    }
    let given = AccessRule.touch.text.split(separator: "\n").filter { $0.hasSuffix("TAG+=\"uaccess\"") }
    #expect(given.count == DeviceKind.allCases.count)
  }

  /// `uaccess` is looked at by 73-seat-late.rules.
  @Test func itIsReadInTime() throws {
    #expect(try #require(Int(AccessRule.touch.file.prefix(2))) < 73)
  }
}
