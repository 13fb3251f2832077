import Evdev
import GestureCore
import Glibc
import Interception
import Support
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
    expectSnapshot(
      [
        InputFailure.udev(EACCES).description,
        InputFailure.libinput(ENOMEM).description,
        InputFailure.dispatch(EBADF).description,
      ], "failures")
  }

  @Test func aDeviceWithoutASize() {
    expectSnapshot(Wording.noSize(screen), "a device without a size")
  }

  @Test func aTouchpadWithoutASize() {
    var device = pad
    device.size = .assumedTouchpad
    expectSnapshot(Wording.noSize(device), "a touchpad without a size")
    let report = DeviceReport(
      seat: "seat0", found: [FoundDevice(device: device, node: "/dev/input/event1", sizeOrigin: .fallback)],
      unopenable: [])
    #expect(
      report.text.contains(
        "size     assumed: 69 x 50 mm, libinput's default (the device reports no size)"))
  }

  @Test func contactsThatWereNotReleased() {
    let found = FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device)
    let text = Wording.fault(.unreleased, of: found, unreleased: 3)
    #expect(
      text.hasPrefix(
        "touchpad \"Pad\" (/dev/input/event1): 3 contacts were not released: the touchpad's firmware did not report the lifts; "
      ))
    #expect(Touch.unreleased(1) == "1 contact was not released: the touchpad's firmware did not report the lift")
  }

  @Test func namesCanNotSteerTheTerminalOrBreakTheRules() {
    var device = screen
    device.name = "A\"B\\C\u{1B}[2J\n"
    expectSnapshot(Wording.noSize(device), "names can't steer the terminal or break the rules")
  }

  @Test func whatMayNotBeOpened() {
    let screen = locked(.touchscreen, .mayNotOpen(EACCES))
    let sandboxed = locked(.touchpad, .mayNotOpen(EPERM))
    expectSnapshot(
      [
        screen.reason,
        screen.fix,
        sandboxed.reason,
        sandboxed.fix,
      ], "what can't be opened")
  }

  @Test func whatHasKeys() {
    let diagnosis = AccessDiagnosis(cause: .hasKeys, user: "eva")
    expectSnapshot(
      [
        Wording.notRead(locked(.touchscreen, .hasKeys)),
        Wording.notRead(locked(.touchscreen, .keysNotWithheld(EINVAL))),
        diagnosis.reason,
        diagnosis.cause.fix(for: "/dev/input/event3"),
      ], "what has keys")
  }

  @Test func whatIsNotLentYet() {
    expectSnapshot(
      [
        Wording.notRead(locked(.touchscreen, .notLentYet(nil))),
        Wording.notRead(locked(.touchscreen, .notLentYet(.locked))),
        Wording.notRead(locked(.touchscreen, .notLentYet(.tooMany))),
      ], "what is not lent yet")
  }

  @Test func whatIsNotUnderstood() {
    expectSnapshot(
      [
        Wording.notRead(locked(.touchpad, .notUnderstood)),
        Wording.notRead(locked(.touchpad, .noTouches)),
        Wording.notRead(locked(.touchscreen, .mayNotOpen(EMFILE))),
        Wording.notRead(locked(.touchscreen, .mayNotOpen(ENOMEM))),
      ], "what is not understood")
  }

  @Test func absurdAxes() {
    expectSnapshot(
      [
        Wording.notRead(locked(.touchpad, .absurd(.lastSlot(-3)))),
        locked(.touchpad, .absurd(.range(axis: "ABS_X", minimum: 4000, maximum: 0))).reason,
      ], "absurd axes")
  }

  @Test func whoseFaultAnAbsurdPlaceIs() {
    var found = FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device)
    #expect(Wording.fault(.offSurface, of: found).contains("LIBINPUT_CALIBRATION_MATRIX"))
    found.isRaw = true
    #expect(
      Wording.fault(.offSurface, of: found).hasSuffix(
        "run `sudo evtest /dev/input/event1`, and correct wrong ranges of axes "
          + "in udev's hwdb (EVDEV_ABS_00, EVDEV_ABS_01…)"))
  }

  @Test func whatIsReadByItsOwnSlotsSaysSo() {
    var device = pad
    device.capabilities = [.contacts, .places, .pointing]
    let found = FoundDevice(device: device, node: "/dev/input/event1", sizeOrigin: .device, isRaw: true)
    #expect(
      DeviceReport(seat: "seat0", found: [found], unopenable: []).text.hasSuffix(
        "reports  every touch from landing to lifting, positions; touches are read without libinput"
      ))
  }

  @Test func theReport() {
    let report = DeviceReport(
      seat: "seat0",
      found: [
        FoundDevice(device: screen, node: "/dev/input/event0", sizeOrigin: .fallback),
        FoundDevice(device: pad, node: "/dev/input/event1", sizeOrigin: .device),
      ], unopenable: [locked(.touchscreen, .notUnderstood)])
    expectSnapshot(report.text, "the report")
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
    expectSnapshot(report.text, "the report of pens")
    expectSnapshot(Wording.notRead(locked(.pen, .notUnderstood)), "a pen that is not understood")
  }

  @Test func theReportOfASizeFromTheRules() {
    var device = screen
    device.size = Size(width: .infinity, height: -1)
    let found = FoundDevice(device: device, node: "/dev/input/event0", sizeOrigin: .rules)
    let text = DeviceReport(seat: "seat0", found: [found], unopenable: []).text
    #expect(text.contains("size     1000000 x 0 mm, from the rules (the device reports no size)\n"))
  }

  @Test func noTouchDevice() {
    expectSnapshot(DeviceReport(seat: "seat0", found: [], unopenable: []).text, "no touch device")
  }
}
