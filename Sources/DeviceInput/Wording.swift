import Evdev
import GestureCore
import Glibc
import Interception
import Text

/// Texts for users about devices and their interception.
enum Wording {
  static func failure(_ failure: InputFailure) -> String {
    switch failure {
    case .udev(let number): "can't watch for touch devices: udev: \(system(number)); try again, or restart the machine"
    case .libinput(let number): "can't set up libinput: \(system(number)); try again, or restart the machine"
    case .dispatch(let number): "can't read touch devices: \(system(number)); restart gesture-bridge"
    }
  }

  static func noSize(_ device: Device) -> String {
    """
    "\(printable(device.name))" reports no size, so distances are a guess (assumed: \(assumed(device))); \
    measure its surface, and write in the rules under [device."\(tomlKey(device.name))"]: size = "W x H mm"
    """
  }

  static func noTabletSwitch(_ refused: [String: Refusal]) -> String {
    guard let (node, refusal) = refused.min(by: { $0.key < $1.key }) else {
      return "the tablet mode is not known: no device has a switch that reports it"
    }
    let number: Int32
    switch refusal {
    case .mayNotOpen(let code): number = code
    // The service lends no switches.
    case .notLentYet: number = EACCES
    case .notUnderstood, .noTouches, .absurd, .hasKeys, .keysNotWithheld:
      return "the tablet mode is not known: its switch \(node) can't be read"
    }
    let reason = "the tablet mode is not known: its switch \(node) can't be opened: \(system(number))"
    return number == EACCES ? "\(reason); run `\(AccessRule.tabletSwitch.installation)` to get access" : reason
  }

  static let noDescriptors = "can't look for touch devices: too many files are open; close other programs, or \(raise)"
  private static let raise = "run `ulimit -n 4096` (with systemd: LimitNOFILE=4096), then restart gesture-bridge"

  static func notRead(_ device: UnopenableDevice) -> String {
    """
    \(device.kind.rawValue) "\(printable(device.name))" (\(device.node)) is not read: \(reason(device)); \
    \(fix(device))
    """
  }

  static func fault(_ fault: DeviceFault, of found: FoundDevice, unreleased: Int = 0) -> String {
    let subject = subject(found)
    let closing = """
      gesture-bridge stops reading it for a while; if this recurs, unplug it, or make the desktop ignore it with a udev rule \
      that sets ENV{LIBINPUT_IGNORE_DEVICE}="1"
      """
    return switch fault {
    case .lostEvents: "\(subject) sends more events than can be read, so some events are lost: \(closing)"
    case .flood: "\(subject) sends more than \(FramePace.limit) frames a second, more than any sensor does: \(closing)"
    case .invalidEvents:
      "\(subject) sent more than \(Complaints.limit) impossible events in \(Int(Complaints.time.seconds)) s: \(closing)"
    case .offSurface:
      "\(subject) reports touches far beyond its surface; gesture-bridge ignores them; if this happens again, \(found.isRaw ? wrongRange(found) : wrongMatrix(found))"
    case .stuckTouch:
      "\(subject) has a touch that stays while other touches land and lift; this touch is ignored until it lifts; if this happens again, clean the surface, or suspend and wake the machine"
    case .unreleased: "\(subject): \(Touch.unreleased(unreleased)); \(unreleasedAdvice)"
    }
  }

  static let unreleasedAdvice =
    "gestures ignore such contacts; if the pointer no longer moves, touch the touchpad with as many fingers as there are such contacts, or suspend and wake the machine"

  private static func wrongMatrix(_ found: FoundDevice) -> String {
    "run `udevadm info \(found.node)`, and correct the udev rule that sets LIBINPUT_CALIBRATION_MATRIX"
  }

  /// Returns advice for a device read without libinput. libinput's calibration matrix doesn't apply to this device.
  private static func wrongRange(_ found: FoundDevice) -> String {
    "run `sudo evtest \(found.node)`, and correct wrong ranges of axes in udev's hwdb (EVDEV_ABS_00, EVDEV_ABS_01…)"
  }

  static func reason(_ device: UnopenableDevice) -> String {
    switch device.refusal {
    case .mayNotOpen(EACCES): "permission denied" + (device.diagnosis.map { ": \($0.reason)" } ?? "")
    case .mayNotOpen(EMFILE): "it can't be opened: gesture-bridge has reached its limit of open files"
    case .mayNotOpen(ENFILE): "it can't be opened: the system has reached its limit of open files"
    case .mayNotOpen(let number): "it can't be opened: \(system(number))"
    case .notLentYet(let refusal): "the service that hands out touch devices \(delay(refusal))"
    case .notUnderstood, .noTouches: "the device reports no touches that gesture-bridge can read"
    case .hasKeys: "it also has the keys of a keyboard, and gesture-bridge does not read keyboards"
    case .keysNotWithheld(let number):
      "it also has the keys of a keyboard, and the kernel can't hide them: \(system(number))"
    case .absurd(.lastSlot(let last)):
      "the number of its last slot is \(last); only \(AbsurdAxis.slots.lowerBound) to \(AbsurdAxis.slots.upperBound) are possible"
    case .absurd(.range(let axis, let minimum, let maximum)):
      "the minimum \(minimum) of its axis \(axis) is above the maximum \(maximum)"
    }
  }

  private static func delay(_ refusal: LendingRefusal?) -> String {
    switch refusal {
    case nil: "has not answered yet"
    case .locked: "lends no devices while the session is locked"
    case .tooMany: "has already lent you the maximum number of devices"
    case .notActive, .noTouchDevice, .failed: "does not lend this device"
    }
  }

  static func fix(_ device: UnopenableDevice) -> String {
    switch device.refusal {
    case .mayNotOpen(EACCES): (device.diagnosis?.cause ?? .noRule).fix(for: device.node)
    case .mayNotOpen(EMFILE): raise
    case .mayNotOpen(ENFILE): "close a program that has many files open, or raise the kernel setting fs.file-max"
    case .mayNotOpen(EPERM): "a sandbox or container blocks access: run gesture-bridge outside of it"
    case .absurd:
      """
      the driver is faulty (`sudo evtest \(device.node)` shows what it reports); if the device disturbs the desktop, \
      unplug it, or make the desktop ignore it with a udev rule that sets ENV{LIBINPUT_IGNORE_DEVICE}="1"
      """
    case .hasKeys:
      """
      write `allow-keys = true` in the rules under [device."\(tomlKey(device.name))"] to read its touches; the kernel \
      then hides its keys from gesture-bridge
      """
    case .keysNotWithheld: "use Linux 4.4 or later, or remove `allow-keys = true` (this device is then not read)"
    case .notLentYet(.locked): "unlock the session"
    case .notLentYet(.tooMany): "end your other programs that read touch devices, such as `gesture-bridge watch`"
    case .notLentYet:
      "wait a moment; if the device is still not read, run `journalctl -u gesture-bridge-devices` to see the reason"
    case .mayNotOpen: "run `sudo dmesg` to see the kernel's messages"
    case .notUnderstood: "start gesture-bridge with --log-level debug to see libinput's messages"
    case .noTouches: "run `sudo evtest \(device.node)` to see which axes it reports"
    }
  }

  static func report(_ report: DeviceReport) -> String {
    let found = report.found.map(describe)
    let parts = found + report.unopenable.map(describe)
    guard parts.isEmpty else { return parts.joined(separator: "\n\n") }
    return
      "no touch device found on \(printable(report.seat)): udev reports no touchscreen, touchpad or pen on this seat"
  }

  private static func describe(_ found: FoundDevice) -> String {
    let device = found.device
    return """
      \(printable(device.name))
        node     \(found.node)\(connection(device.connection))
        class    \(device.deviceClass.rawValue)\(tool(found))
        size     \(size(found))
        fingers  \(count(device.fingers))
        reports  \(abilities(found))\(found.isRaw ? "; touches are read without libinput" : "")\(found.isWithoutKeys ? keysLine : "")
      """
  }

  private static func describe(_ device: UnopenableDevice) -> String {
    """
    \(printable(device.name))
      node     \(device.node)\(connection(device.connection))
      class    \(device.deviceClass.rawValue)\(device.kind == .pen ? toolLine : "")
      not read \(reason(device))
      fix      \(fix(device))
    """
  }

  private static func size(_ found: FoundDevice) -> String {
    let size = millimetres(found.device.size)
    return switch found.sizeOrigin {
    case .device: size
    case .rules: "\(size), from the rules (the device reports no size)"
    case .fallback: "assumed: \(assumed(found.device)) (the device reports no size)"
    }
  }

  /// Returns an assumed size as text. For a touchpad, libinput assumes this size, too.
  private static func assumed(_ device: Device) -> String {
    let size = millimetres(device.size)
    return switch device.deviceClass {
    case .touchscreen: size
    case .touchpad: "\(size), libinput's default"
    }
  }

  private static let toolLine = "\n  tool     \(DeviceKind.pen.tool)"

  private static let keysLine = "\n  keys     hidden from gesture-bridge by the kernel"

  private static func connection(_ text: String) -> String { text.isEmpty ? "" : "\n  at       \(printable(text))" }

  private static func tool(_ found: FoundDevice) -> String {
    guard found.device.capabilities.contains(.stylus) else { return "" }
    return "\(toolLine), a pen on \(found.device.capabilities.contains(.onScreen) ? "the screen" : "a tablet")"
  }

  private static func count(_ fingers: ClosedRange<Int>) -> String {
    fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound) to \(fingers.upperBound)"
  }

  private static func abilities(_ found: FoundDevice) -> String {
    let capabilities = found.device.capabilities
    let more = found.hasMoreForRules ? "taps, edges and zones if a rule needs them" : "no taps, edges or zones"
    let touches =
      capabilities.contains(.contacts)
      ? "every touch from landing to lifting, \(capabilities.contains(.places) ? "positions" : "no positions, so no edges or zones")"
      : "libinput's gestures: swipes of 3 or more fingers, pinches and holds; \(more)"
    return touches + (capabilities.contains(.pressure) ? ", pressure" : "")
      + (capabilities.contains(.buttons) ? ", clicks" : "")
  }

  private static func millimetres(_ size: Size) -> String {
    // Hardware is at most a few metres large; the bounds only prevent an overflow.
    func whole(_ length: Double) -> Int { Int(min(max(length, 0), 1e6).rounded()) }
    return "\(whole(size.width)) x \(whole(size.height)) mm"
  }

  static func system(_ number: Int32) -> String { strerror(number).map { String(cString: $0) } ?? "error \(number)" }

  /// Escapes control characters: a device's name must not control the terminal.
  static func printable(_ text: String) -> String {
    text.unicodeScalars.map { isControl($0) ? escape($0) : String($0) }.joined()
  }

  private static func tomlKey(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      return isControl(scalar) ? escape(scalar) : String(scalar)
    }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .control }

  /// Returns a control character as TOML writes it: `\u` with four digits.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u" + hexadecimal(scalar.value, digits: 4, uppercase: true)
  }

  static func intercepted(_ found: FoundDevice) -> String {
    "\(subject(found)) is intercepted: gestures can keep its touches from applications"
  }

  /// Explains why a task is impossible. `givenBack` is the reason if the device isn't intercepted despite the rules.
  static func notDone(
    _ task: CloneTask, _ found: FoundDevice, _ refusal: CloneTaskRefusal, _ givenBack: GiveBack? = nil
  ) -> String {
    let nothing =
      switch task {
      case .drag: "can't drag on \(subject(found))"
      case .gesture: "\(subject(found)) can't make the desktop's own gesture"
      }
    if refusal == .notIntercepted, let givenBack { return "\(nothing): \(self.givenBack(found, givenBack))" }
    return switch refusal {
    case .noTouchpad:
      "\(nothing): the action works only on touchpads; write `device = \"touchpad\"` to limit the rule to touchpads"
    case .notIntercepted:
      """
      \(nothing): it is not intercepted; write `intercept = true` under [device."\(tomlKey(found.device.name))"]
      """
    case .obstacle(.noButton): "\(nothing): the touchpad does not have the button in `drag`; write `drag = \"left\"`"
    case .obstacle(.slots(let count)):
      "\(nothing) with more than \(count) fingers, because the touchpad can't tell more fingers apart; set `fingers` of `native` to at most \(count)"
    }
  }

  static let virtualTouchpad =
    "a virtual touchpad was created; it makes the desktop's own gesture if a touchscreen gesture has `native`"

  static func noVirtualTouchpad(_ failure: InterceptionFailure) -> String {
    let reason =
      if case .noClone(let number) = failure { "creating it failed (\(system(number)))" } else { reason(failure) }
    return
      "fingers on a touchscreen can't make the desktop's own gestures, because there is no virtual touchpad: \(reason); \(fix(failure))"
  }

  static func givenBack(_ found: FoundDevice, _ reason: GiveBack) -> String {
    switch reason {
    case .failed(let failure):
      "\(subject(found)) is not intercepted (\(self.reason(failure))), so applications get all of its touches; \(fix(failure))"
    case .wanted:
      "\(subject(found)) is not intercepted any more, because you held your fingers still on it; run `gesture-bridge reload` to intercept it again"
    case .stalled:
      "\(subject(found)) was not read in time by gesture-bridge, so it was given back to applications; it is intercepted again now"
    case .unguarded:
      "the guard process of \(subject(found)) was killed; it is started again, and the device is intercepted again"
    }
  }

  static func subject(_ found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(printable(found.device.name))\" (\(found.node))"
  }

  private static func reason(_ failure: InterceptionFailure) -> String {
    switch failure {
    case .noSlots: "the device does not report its touches in slots"
    case .hasKeys: "interception would also take the device's keys from applications"
    case .notWritable:
      "you can't write to the device, and gesture-bridge must write to it to give the device back to applications later"
    case .noUinput(EACCES): "/dev/uinput can't be opened: permission denied"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO): "/dev/uinput is not available"
    case .noUinput(let number): "/dev/uinput can't be opened: \(system(number))"
    case .noClone(let number): "the device can't be cloned: \(system(number))"
    case .notGrabbed(EBUSY): "another program has grabbed the device"
    case .notGrabbed(let number): "the device can't be grabbed: \(system(number))"
    case .noGuard(let number): "the guard process can't be started: \(system(number))"
    }
  }

  private static func fix(_ failure: InterceptionFailure) -> String {
    switch failure {
    case .noUinput(EACCES): "run `\(AccessRule.uinput.installation)` to get access, then run `gesture-bridge reload`"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO):
      "run `sudo modprobe uinput` to load the kernel module, then run `gesture-bridge reload`"
    case .notGrabbed(EBUSY):
      "run `sudo fuser -v \(Uinput.devices)` to see which programs use input devices; end the other gesture program or the key remapper (not the desktop), then run `gesture-bridge reload`"
    case .noSlots, .hasKeys: "set `intercept = false` for this device"
    case .notWritable: "run `\(AccessRule.touch.installation)` to get access, then run `gesture-bridge reload`"
    case .noUinput, .noClone, .notGrabbed, .noGuard: "run `gesture-bridge reload` to try again"
    }
  }
}
