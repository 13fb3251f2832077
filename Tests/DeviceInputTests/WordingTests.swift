import Evdev
import GestureCore
import Glibc
import Interception
import Testing

@testable import DeviceInput

@Suite struct WordingTests {
  private let screen = Device(
    id: DeviceID(1), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  private let pad = Device(
    id: DeviceID(2), name: "Pad", deviceClass: .touchpad, size: Size(width: 100, height: 66.7),
    capabilities: [.settledFingers], fingers: 1...4)

  private func locked(_ kind: DeviceKind, _ refusal: Refusal) -> UnopenableDevice {
    UnopenableDevice(
      node: "/dev/input/event3", name: "Locked", kind: kind, refusal: refusal,
      diagnosis: refusal == .mayNotOpen(EACCES) ? AccessDiagnosis(cause: .noRule, user: "eva") : nil)
  }

  @Test func failures() {
    #expect(InputFailure.udev(EACCES).description == "can't watch for touch devices: udev: Permission denied")
    #expect(InputFailure.libinput(ENOMEM).description == "can't set up libinput: Cannot allocate memory")
    #expect(
      InputFailure.dispatch(EBADF).description == "can't read touch devices any more: libinput: Bad file descriptor")
  }

  @Test func aDeviceWithoutASize() {
    #expect(
      Wording.noSize(screen) == """
        "Panel" reports no size, so distances are a guess (300 x 190 mm); measure it and write it into the rules: \
        [device."Panel"] size = "W x H mm"
        """)
  }

  @Test func aTouchpadWithoutASize() {
    var device = pad
    device.size = .assumedTouchpad
    #expect(
      Wording.noSize(device) == """
        "Pad" reports no size, so distances are a guess (69 x 50 mm, as libinput assumes); measure it and write it into \
        the rules: [device."Pad"] size = "W x H mm"
        """)
    let report = DeviceReport(
      seat: "seat0", found: [FoundDevice(device: device, node: "/dev/input/event1", sizeOrigin: .fallback)],
      unopenable: [])
    #expect(report.text.contains("size     reports none, using 69 x 50 mm, as libinput assumes"))
  }

  @Test func contactsThatWereNotReleased() {
    let found = FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device)
    let text = Wording.fault(.unreleased, of: found, unreleased: 3)
    #expect(
      text.hasPrefix(
        "touchpad \"Pad\" (/dev/input/event1): 3 contacts were not released: the touchpad's firmware lost them; "))
    #expect(Touch.unreleased(1) == "1 contact was not released: the touchpad's firmware lost it")
  }

  @Test func namesCanNotSteerTheTerminalOrBreakTheRules() {
    var device = screen
    device.name = "A\"B\\C\u{1B}[2J\n"
    #expect(
      Wording.noSize(device) == #"""
        "A"B\C\u001B[2J\u000A" reports no size, so distances are a guess (300 x 190 mm); measure it and write it into \#
        the rules: [device."A\"B\\C\u001B[2J\u000A"] size = "W x H mm"
        """#)
  }

  @Test func whatMayNotBeOpened() {
    let screen = locked(.touchscreen, .mayNotOpen(EACCES))
    #expect(
      screen.reason == """
        permission denied: it belongs to root and the group input (rw-rw----), and no udev rule gives it to eva
        """)
    #expect(
      screen.fix == """
        an installation for all users has a service that only reads touch devices; without it, this lets all programs of \
        the user at the machine read touches and fake them: \
        gesture-bridge devices --udev-rule | sudo tee /etc/udev/rules.d/70-gesture-bridge.rules >/dev/null && \
        sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=input
        """)
    let sandboxed = locked(.touchpad, .mayNotOpen(EPERM))
    #expect(sandboxed.reason == "it can't be opened: Operation not permitted")
    #expect(sandboxed.fix == "a sandbox or container blocks it: run gesture-bridge outside")
  }

  @Test func whatHasKeys() {
    #expect(
      Wording.notRead(locked(.touchscreen, .hasKeys)) == """
        touchscreen "Locked" (/dev/input/event3) is not read: it also has the keys of a keyboard, and gesture-bridge reads no \
        keyboard; write `allow-keys = true` under [device."Locked"] to read its touches without its keys, which the kernel \
        then withholds
        """)
    #expect(
      Wording.notRead(locked(.touchscreen, .keysStay(EINVAL))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: it also has the keys of a keyboard, and the kernel can't withhold \
        them: Invalid argument; remove `allow-keys = true` for it, or use Linux 4.4 or later
        """)
    let diagnosis = AccessDiagnosis(cause: .hasKeys, user: "eva")
    #expect(
      diagnosis.reason == """
        it belongs to root and the group input (rw-rw----), and gesture-bridge's udev rule and service leave out what also \
        has the keys of a keyboard
        """)
    #expect(
      diagnosis.cause.fix(for: "/dev/input/event3") == """
        `sudo setfacl -m "u:$USER:r" /dev/input/event3` gives it to you until it is unplugged; all your programs can then \
        read its keys, too
        """)
  }

  @Test func whatIsNotLentYet() {
    #expect(
      Wording.notRead(locked(.touchscreen, .notLentYet(nil))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: the service that hands out touch devices has not \
        answered yet; wait a moment; if that doesn't help, journalctl -u gesture-bridge-devices says why
        """)
    #expect(
      Wording.notRead(locked(.touchscreen, .notLentYet(.locked))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: the service that hands out touch devices lends \
        nothing while the session is locked; unlock the session
        """)
    #expect(
      Wording.notRead(locked(.touchscreen, .notLentYet(.tooMany))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: the service that hands out touch devices has lent all \
        that one user can have; end programs that read touch devices
        """)
  }

  @Test func whatIsNotUnderstood() {
    #expect(
      Wording.notRead(locked(.touchpad, .notUnderstood)) == """
        touchpad "Locked" (/dev/input/event3) is not read: libinput finds no touches in it; \
        --log-level debug shows libinput's messages
        """)
    #expect(
      Wording.notRead(locked(.touchscreen, .mayNotOpen(EMFILE))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: it can't be opened: this process has no file \
        descriptor left; raise `ulimit -n`, then restart gesture-bridge
        """)
    #expect(
      Wording.notRead(locked(.touchscreen, .mayNotOpen(ENOMEM))) == """
        touchscreen "Locked" (/dev/input/event3) is not read: it can't be opened: Cannot allocate memory; \
        --log-level debug shows libinput's messages
        """)
  }

  @Test func absurdAxes() {
    #expect(
      Wording.notRead(locked(.touchpad, .absurd(.lastSlot(-3)))) == """
        touchpad "Locked" (/dev/input/event3) is not read: its last slot is number -3, and only 0 to 63 are \
        possible; its driver reports wrong ranges of its axes, as `evtest /dev/input/event3` shows; unplug it, or \
        ignore it with a udev rule that sets ENV{LIBINPUT_IGNORE_DEVICE}="1"
        """)
    #expect(
      locked(.touchpad, .absurd(.range(axis: "ABS_X", minimum: 4000, maximum: 0))).reason
        == "its axis ABS_X begins at 4000 and ends at 0, which is less")
  }

  @Test func whoseFaultAnAbsurdPlaceIs() {
    var found = FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device)
    #expect(Wording.fault(.offSurface, of: found).contains("LIBINPUT_CALIBRATION_MATRIX"))
    found.isRaw = true
    #expect(Wording.fault(.offSurface, of: found).hasSuffix("range of its axes, as `evtest /dev/input/event1` shows"))
  }

  @Test func whatIsReadByItsOwnSlotsSaysSo() {
    var device = pad
    device.capabilities = [.contacts, .places, .pointing]
    let found = FoundDevice(device: device, node: "/dev/input/event1", sizeOrigin: .device, isRaw: true)
    #expect(
      DeviceReport(seat: "seat0", found: [found], unopenable: []).text.hasSuffix(
        "gives    every touch from down to up, its place on the surface, by its own slots"))
  }

  @Test func theReport() {
    let report = DeviceReport(
      seat: "seat0",
      found: [
        FoundDevice(device: screen, node: "/dev/input/event0", sizeOrigin: .fallback),
        FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device),
      ], unopenable: [locked(.touchscreen, .notUnderstood)])
    #expect(
      report.text == """
        Panel
          node     /dev/input/event0
          class    touchscreen
          size     reports none, using 300 x 190 mm
          fingers  1 to 10
          gives    every touch from down to up, its place on the surface

        Pad
          node     /dev/input/event1
          class    touchpad
          size     100 x 67 mm
          fingers  1 to 4
          gives    libinput's gestures: swipes of 3 or more fingers, pinches, holds; no taps, edges or zones

        Locked
          node     /dev/input/event3
          class    touchscreen
          not read libinput finds no touches in it
          fix      --log-level debug shows libinput's messages
        """)
  }

  @Test func theReportOfPens() {
    var panel = screen
    panel.capabilities = [.contacts, .places, .pressure, .stylus]
    panel.fingers = 1...1
    var tablet = panel
    tablet.name = "Tablet"
    tablet.capabilities.remove(.pressure)
    panel.capabilities.insert(.onScreen)
    let report = DeviceReport(
      seat: "seat0",
      found: [
        FoundDevice(device: panel, node: "/dev/input/event4", sizeOrigin: .device),
        FoundDevice(device: tablet, node: "/dev/input/event5", sizeOrigin: .device),
      ], unopenable: [locked(.pen, .notUnderstood)])
    #expect(
      report.text == """
        Panel
          node     /dev/input/event4
          class    touchscreen
          tool     stylus, a pen on the screen
          size     300 x 190 mm
          fingers  1
          gives    every touch from down to up, its place on the surface, its pressure

        Tablet
          node     /dev/input/event5
          class    touchscreen
          tool     stylus, a pen on a tablet
          size     300 x 190 mm
          fingers  1
          gives    every touch from down to up, its place on the surface

        Locked
          node     /dev/input/event3
          class    touchscreen
          tool     stylus
          not read libinput finds no touches in it
          fix      --log-level debug shows libinput's messages
        """)
    #expect(
      Wording.notRead(locked(.pen, .notUnderstood)) == """
        pen "Locked" (/dev/input/event3) is not read: libinput finds no touches in it; \
        --log-level debug shows libinput's messages
        """)
  }

  @Test func theReportOfASizeFromTheRules() {
    var device = screen
    device.size = Size(width: .infinity, height: -1)
    let found = FoundDevice(device: device, node: "/dev/input/event0", sizeOrigin: .rules)
    let text = DeviceReport(seat: "seat0", found: [found], unopenable: []).text
    #expect(text.contains("size     1000000 x 0 mm, from the rules (it reports none)\n"))
  }

  @Test func noTouchDevice() {
    #expect(
      DeviceReport(seat: "seat0", found: [], unopenable: []).text
        == "no touch device found on seat0: udev knows no touchscreen, touchpad or pen there")
  }
}
