import Foundation
import Support
import Testing

/// `devices` on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct DevicesTests {
  private static let touchscreen = """
    Mocked Touchscreen
      node     /dev/input/event0
      at       testbed
      class    touchscreen
      size     300 x 190 mm
      fingers  1 to 10
      reports  every touch from landing to lifting, positions

    """
  private static let touchpad = """
    Mocked Touchpad
      node     /dev/input/event1
      at       testbed
      class    touchpad
      size     100 x 66 mm
      fingers  1 to 4
      reports  libinput's gestures: swipes of 3 or more fingers, pinches and holds; taps, edges and zones if a rule needs them

    """

  private static let mine =
    "the device belongs to \(NSUserName()) and the group \(String(cString: getgrgid(getegid()).pointee.gr_name)) (---------), and "
  private static let noRule = "\(mine)no udev rule gives it to \(NSUserName())"
  private static let installation = """
    install gesture-bridge for all users (its systemd service lends devices for reading only), or run \
    `sudo "$(command -v gesture-bridge)" permit touch` (then all programs of the user at the machine can \
    read and fake touches)
    """

  /// The output and the exit status of `devices` with the devices that `setUp` adds.
  private func devices(_ setUp: String, rules: String = "") throws -> (text: String, status: String) {
    let bed = try Bed(rules: rules, arguments: ["devices"])
    try bed.perform(setUp + "\nstart")
    let status = try bed.perform("await-exit within=15s")
    return (bed.log.replacingOccurrences(of: bed.folder.path("bindings.toml"), with: "bindings.toml"), status)
  }

  @Test func none() throws {
    let outcome = try devices("add mouse event5\nadd keyboard event6")
    #expect(outcome.status == "exited=1")
    #expect(
      outcome.text == "no touch device found on seat0: udev reports no touchscreen, touchpad or pen on this seat\n")
  }

  @Test func whatEachCanDo() throws {
    let outcome = try devices("add touchscreen event0\nadd touchpad event1\nadd mouse event5")
    #expect(outcome.status == "exited=0")
    #expect(outcome.text == Self.touchscreen + "\n" + Self.touchpad)
  }

  @Test func pens() throws {
    let outcome = try devices(
      "add pen event0\nadd tablet event1\nadd tablet-pad event2\nadd pen-without-pressure event3")
    #expect(outcome.status == "exited=0")
    expectSnapshot(outcome.text, "pens")
  }

  @Test func aPenThatMayNotBeRead() throws {
    let outcome = try devices("add pen event0\ndeny event0")
    #expect(outcome.status == "exited=1")
    #expect(
      outcome.text == """
        Mocked Pen
          node     /dev/input/event0
          at       testbed
          class    touchscreen
          tool     stylus
          not read permission denied: \(Self.noRule)
          fix      \(Self.installation)

        """)
  }

  @Test func oneThatMayNotBeOpened() throws {
    let denied = """
      Mocked Touchpad
        node     /dev/input/event1
        at       testbed
        class    touchpad
        not read permission denied: \(Self.noRule)
        fix      \(Self.installation)

      """
    let one = try devices("add touchscreen event0\nadd touchpad event1\ndeny event1")
    #expect(one.status == "exited=0")
    #expect(one.text == Self.touchscreen + "\n" + denied)
    let none = try devices("add touchpad event1\ndeny event1")
    #expect(none.status == "exited=1")
    #expect(none.text == denied)
  }

  /// Each step from a rule to a readable node may be the one that is missing.
  @Test(arguments: [
    ("udev-rule", "udev has not applied /etc/udev/rules.d/70-gesture-bridge.rules to it yet", false),
    ("udev-rule\ngive event1", "neither logind nor elogind runs, so \(NSUserName()) gets no access to it", false),
    (
      "give event1\nseat 4711",
      "only users logged in at seat0 can open it, but \(NSUserName()) is not logged in there", false
    ),
    ("give event1\nseat 4711 \(getuid())", "\(NSUserName())'s session is not on the screen of seat0 now", false),
    (
      "give event1\nseat \(getuid()) 4711",
      "\(NSUserName()) is at the machine, but still has no access to the device", true
    ),
  ])
  func whyOneMayNotBeOpened(_ setUp: String, _ reason: String, isOtherRule: Bool) throws {
    let outcome = try devices("add touchpad event1\ndeny event1\n" + setUp)
    #expect(
      outcome.text.contains("\n  not read permission denied: \(Self.mine)\(reason)\n"), Comment(rawValue: outcome.text))
    #expect(outcome.text.contains("permit touch") == isOtherRule)
    #expect(!outcome.text.contains("usermod") && !outcome.text.contains("adduser"))
  }

  @Test(arguments: [
    ("touch", "70-gesture-bridge"), ("uinput", "70-gesture-bridge-uinput"), ("switch", "70-gesture-bridge-switch"),
  ])
  func theRulesForUdev(right: String, file: String) throws {
    let rule = try String(
      contentsOf: packageRoot.appendingPathComponent("contrib/udev/\(file).rules"), encoding: .utf8)
    #expect(try Program.run("permit", right, "--print") == Program.Outcome(status: 0, output: rule, errors: ""))
  }

  @Test func aSizeFromTheRulesOrAGuess() throws {
    func text(_ size: String) -> String {
      Self.touchscreen.replacingOccurrences(of: "Touchscreen\n", with: "Touchscreen without Size\n")
        .replacingOccurrences(of: "300 x 190 mm", with: size)
    }
    #expect(
      try devices("add touchscreen-without-size event0").text
        == text("assumed: 300 x 190 mm (the device reports no size)"))
    #expect(
      try devices("add touchscreen-without-size event0", rules: "[device.\"*\"]\nsize = \"256 x 144 mm\"\n").text
        == text("256 x 144 mm, from the rules (the device reports no size)"))
  }

  @Test func brokenRulesThatWereNamedAreAnError() throws {
    let outcome = try devices("add touchscreen event0", rules: "[gesture.a]\nkind = \"swype\"\n")
    #expect(outcome.status == "exited=1")
    expectSnapshot(outcome.text, "broken rules that were named are an error")
  }

  /// A user who looks for a device's fault must not have to mend the rules first.
  @Test func brokenRulesThatWereFoundHideNoDevice() throws {
    let home = try Folder()
    try FileManager.default.createDirectory(atPath: home.path("gesture-bridge"), withIntermediateDirectories: true)
    let rules = try home.write("gesture-bridge/bindings.toml", "[gesture.a]\nkind = \"swype\"\n")
    let bed = try Bed(program: ["devices"], environment: ["XDG_CONFIG_HOME": home.url.path])
    try bed.perform("add touchscreen event0\nstart")
    #expect(try bed.perform("await-exit within=15s") == "exited=0")
    let warning =
      "gesture-bridge: warning: the rules are ignored, also the sizes in [device] sections: \(rules) has 1 error\n"
    #expect(bed.log == warning + Self.touchscreen)
  }
}
