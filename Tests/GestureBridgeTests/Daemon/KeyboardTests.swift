import Support
import Testing

/// Only touch devices are ever opened, although every device could be: the tests run as root, and no permission is
/// missing.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct KeyboardTests {
  private static let rules = "[gesture.poke]\nkind = \"tap\"\nrun = \"true\"\n"

  /// The devices of a laptop and its docking station, and devices that no maker would build.
  private static let others = [
    "keyboard", "mouse", "pointing-stick", "joystick", "power-button", "tablet-pad", "typing-touchpad",
    "typing-touchscreen", "keypad-touchpad", "telephone-touchscreen", "half-keyboard-touchpad",
  ]
  /// A keyboard with a touchpad has a node for each.
  private static let touch = [
    "touchscreen", "touchscreen-with-buttons", "touchpad", "touchpad-with-keys", "pen", "tablet",
  ]

  /// Plugs in all of them, the others first; answers which nodes are those of touch devices.
  @discardableResult
  private func plugAll(into bed: Bed) throws -> [String] {
    for (number, kind) in (Self.others + Self.touch).enumerated() {
      try bed.perform("add \(kind) event\(number)")
    }
    return Self.touch.indices.map { "event\(Self.others.count + $0)" }
  }

  private func opened(_ bed: Bed) throws -> Set<String> {
    Set(try bed.perform("opened").split(separator: " ").map(String.init))
  }

  @Test(arguments: [["devices"], ["doctor"], ["check", "--devices"], ["init", "--stdout"]])
  func commandsThatLookOnce(arguments: [String]) throws {
    let folder = try Folder()
    let file = arguments[0] == "init" ? [] : [try folder.write("bindings.toml", Self.rules)]
    let named = arguments[0] == "devices" || arguments[0] == "doctor" ? ["--config"] + file : file
    let bed = try Bed(program: arguments + named, in: folder)
    let touch = try plugAll(into: bed)
    try bed.perform("start\nawait-exit within=20s")
    #expect(try opened(bed) == Set(touch), Comment(rawValue: bed.log))
  }

  @Test func recording() throws {
    let folder = try Folder()
    let bed = try Bed(program: ["record", "--for", "200ms", folder.path("hand.touches")], in: folder)
    let touch = try plugAll(into: bed)
    try bed.perform("start\nawait-exit within=20s")
    #expect(try opened(bed) == Set(touch), Comment(rawValue: bed.log))
  }

  @Test func theDaemonAtItsStartAndWhatIsPluggedInLater() throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "info"])
    let touch = try plugAll(into: bed)
    try bed.perform("start\nawait ready: within=15s")
    #expect(try opened(bed) == Set(touch), Comment(rawValue: bed.log))
    // A bed has no place for all of them twice.
    for number in (Self.others + Self.touch).indices { try bed.perform("remove event\(number)") }
    for _ in Self.touch { try bed.perform("await 'was removed' within=15s") }
    try plugAll(into: bed)
    // The last device is a touch device, and so the last one that is reported.
    for _ in Self.touch { try bed.perform("await watching within=15s") }
    #expect(try opened(bed) == Set(touch), Comment(rawValue: bed.log))
  }

  /// Mocked devices can't withhold keys, like a kernel that is too old.
  @Test func aTouchscreenWhoseKeysAreNotWithheldIsNotRead() throws {
    let rules =
      "[gesture.poke]\nkind = \"tap\"\nrun = \(Bed.notes("poke"))\n[device.\"mocked typing touchscreen\"]\nallow-keys = true\n"
    let bed = try Bed(rules: rules, arguments: ["--log-level", "info"])
    try bed.perform("add typing-touchscreen event0\nadd typing-touchpad event1\nadd touchscreen event2\nstart")
    try bed.perform("await ready: within=15s")
    #expect(bed.log.contains("it also has the keys of a keyboard, and the kernel can't hide them: "))
    #expect(bed.log.contains("write `allow-keys = true` in the rules under [device.\"Mocked Typing Touchpad\"]"))
    try bed.expect(["poke"], after: "play event0 tap\nplay event2 tap\nwait 400ms")
  }

  /// udev looks at a device again, as when a rule has been installed.
  @Test func changesOpenNothingElse() throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "info"])
    let touch = try plugAll(into: bed)
    try bed.perform("start\nawait ready: within=15s")
    for number in Self.others.indices {
      try bed.perform("deny event\(number)\nallow event\(number)\nchange event\(number)")
    }
    try bed.perform("add touchscreen event20\nawait watching within=15s")
    #expect(try opened(bed) == Set(touch + ["event20"]), Comment(rawValue: bed.log))
  }

  @Test(arguments: ["ID_INPUT_KEYBOARD", "ID_INPUT_MOUSE", "ID_INPUT_JOYSTICK"])
  func aTouchDeviceThatBecomesSomethingElseIsClosed(property: String) throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "info"])
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s\nchange event0 \(property)")
    try bed.perform("await 'the touchpad \"Mocked Touchpad\" was removed' within=15s")
  }
}
