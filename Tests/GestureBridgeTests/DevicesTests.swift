import Foundation
import Support
import Testing

/// `devices` on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct DevicesTests {
  private static let touchscreen = """
    Mocked Touchscreen
      node     /dev/input/event0
      class    touchscreen
      size     300 x 190 mm
      fingers  1 to 10
      gives    every touch from down to up, its place on the surface

    """
  private static let touchpad = """
    Mocked Touchpad
      node     /dev/input/event1
      class    touchpad
      size     100 x 66 mm
      fingers  1 to 4
      gives    libinput's gestures: swipes of 3 or more fingers, pinches, holds; no taps, no edges or zones

    """

  /// What `devices` prints with the devices that `setUp` brings, and how it ends.
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
      outcome.text == "no touch device found on seat0: udev knows of no touchscreen, no touchpad and no pen there\n")
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
    #expect(
      outcome.text == """
        Mocked Pen
          node     /dev/input/event0
          class    touchscreen
          tool     stylus, a pen on the screen
          size     300 x 190 mm
          fingers  1
          gives    every touch from down to up, its place on the surface, its pressure

        Mocked Tablet
          node     /dev/input/event1
          class    touchscreen
          tool     stylus, a pen on a tablet
          size     216 x 135 mm
          fingers  1
          gives    every touch from down to up, its place on the surface, its pressure

        Mocked Pen without Pressure
          node     /dev/input/event3
          class    touchscreen
          tool     stylus, a pen on the screen
          size     300 x 190 mm
          fingers  1
          gives    every touch from down to up, its place on the surface

        """)
  }

  @Test func aPenThatMayNotBeRead() throws {
    let outcome = try devices("add pen event0\ndeny event0")
    #expect(outcome.status == "exited=1")
    #expect(
      outcome.text == """
        Mocked Pen
          node     /dev/input/event0
          class    touchscreen
          tool     stylus
          not read permission denied: only root and whom a udev rule names may open it
          fix      to let the user at this seat read it, and no other input device: \
        echo 'SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TABLET}=="1", ENV{ID_INPUT_TABLET_PAD}!="1", \
        ENV{ID_INPUT_KEYBOARD}!="1", TAG+="uaccess"' | sudo tee -a /etc/udev/rules.d/70-gesture-bridge.rules \
        && sudo udevadm control --reload && sudo udevadm trigger /dev/input/event0

        """)
  }

  @Test func oneThatMayNotBeOpened() throws {
    let denied = """
      Mocked Touchpad
        node     /dev/input/event1
        class    touchpad
        not read permission denied: only root and whom a udev rule names may open it
        fix      to let the user at this seat read it, and no other input device: \
      echo 'SUBSYSTEM=="input", KERNEL=="event*", ENV{ID_INPUT_TOUCHPAD}=="1", ENV{ID_INPUT_KEYBOARD}!="1", \
      TAG+="uaccess"' | sudo tee -a /etc/udev/rules.d/70-gesture-bridge.rules && sudo udevadm control --reload \
      && sudo udevadm trigger /dev/input/event1

      """
    let one = try devices("add touchscreen event0\nadd touchpad event1\ndeny event1")
    #expect(one.status == "exited=0")
    #expect(one.text == Self.touchscreen + "\n" + denied)
    let none = try devices("add touchpad event1\ndeny event1")
    #expect(none.status == "exited=1")
    #expect(none.text == denied)
  }

  @Test func aSizeFromTheRulesOrAGuess() throws {
    func text(_ size: String) -> String {
      Self.touchscreen.replacingOccurrences(of: "Touchscreen\n", with: "Touchscreen without Size\n")
        .replacingOccurrences(of: "300 x 190 mm", with: size)
    }
    #expect(try devices("add touchscreen-without-size event0").text == text("reports none, using 300 x 190 mm"))
    #expect(
      try devices("add touchscreen-without-size event0", rules: "[device.\"*\"]\nsize = \"256 x 144 mm\"\n").text
        == text("256 x 144 mm, from the rules (it reports none)"))
  }

  @Test func brokenRulesThatWereNamedAreAnError() throws {
    let outcome = try devices("add touchscreen event0", rules: "[gesture.a]\nkind = \"swype\"\n")
    #expect(outcome.status == "exited=1")
    #expect(
      outcome.text == """
        bindings.toml:2:8: error: unknown gesture kind "swype"
          2 | kind = "swype"
            |        ^^^^^^^ did you mean "swipe"? `gesture-bridge gestures` lists them all
        gesture-bridge: error: bindings.toml has 1 error

        """)
  }

  /// Who looks for what is wrong with a device must not have to mend the rules first.
  @Test func brokenRulesThatWereFoundHideNoDevice() throws {
    let home = try Folder()
    try FileManager.default.createDirectory(atPath: home.path("gesture-bridge"), withIntermediateDirectories: true)
    let rules = try home.write("gesture-bridge/bindings.toml", "[gesture.a]\nkind = \"swype\"\n")
    let bed = try Bed(program: ["devices"], environment: ["XDG_CONFIG_HOME": home.url.path])
    try bed.perform("add touchscreen event0\nstart")
    #expect(try bed.perform("await-exit within=15s") == "exited=0")
    let warning = "gesture-bridge: warning: sizes that rules give to devices are left out: \(rules) has 1 error\n"
    #expect(bed.log == warning + Self.touchscreen)
  }
}
