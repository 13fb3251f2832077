import Evdev
import GestureCore
import Glibc

/// Every sentence about devices that a user can get to read.
enum Wording {
  static func failure(_ failure: InputFailure) -> String {
    switch failure {
    case .udev(let number): "can't watch for touch devices: udev: \(system(number))"
    case .libinput(let number): "can't set up libinput: \(system(number))"
    case .dispatch(let number): "can't read touch devices any more: libinput: \(system(number))"
    }
  }

  static func noSize(_ device: Device) -> String {
    """
    "\(printable(device.name))" reports no size, so distances are a guess (\(millimetres(device.size))); \
    measure it and say so in the rules: [device."\(tomlKey(device.name))"] size = "W x H mm"
    """
  }

  /// Why it is unknown whether the machine is a tablet; `refused` are the switches that can't be opened.
  static func noTabletSwitch(_ refused: [String: Refusal]) -> String {
    guard let (node, refusal) = refused.min(by: { $0.key < $1.key }) else {
      return "nothing tells of the tablet mode: no device has a switch for it"
    }
    guard case .mayNotOpen(let number) = refusal else {
      return "nothing tells of the tablet mode: its switch \(node) is not understood"
    }
    let reason = "nothing tells of the tablet mode: its switch \(node) can't be opened: \(system(number))"
    return number == EACCES ? "\(reason); to allow that: \(SwitchRule.installation)" : reason
  }

  static let noDescriptors = "touch devices can't be looked for, as no descriptor is left: \(raise)"
  private static let raise = "raise `ulimit -n`, then start gesture-bridge anew"

  static func notRead(_ device: UnopenableDevice) -> String {
    """
    \(device.kind.rawValue) "\(printable(device.name))" (\(device.node)) is not read: \(reason(device)); \
    \(fix(device))
    """
  }

  /// What a device does wrong, what becomes of that, and what to do about it.
  static func fault(_ fault: DeviceFault, of found: FoundDevice) -> String {
    let subject = "\(found.device.kind.rawValue) \"\(printable(found.device.name))\" (\(found.node))"
    let closing = """
      it is closed for now and tried again later; if this goes on, unplug it, or have it left out by a udev rule with \
      ENV{LIBINPUT_IGNORE_DEVICE}="1"
      """
    return switch fault {
    case .lostEvents: "\(subject) sends more than can be read, so that events are lost: \(closing)"
    case .flood: "\(subject) sends more than \(FramePace.limit) frames a second, as no sensor does: \(closing)"
    case .nonsense:
      """
      \(subject) sends what can't be: more than \(Complaints.limit) errors in \(Int(Complaints.time.seconds)) s: \(closing)
      """
    case .offSurface:
      """
      \(subject) tells of touches far beyond its surface, which are left out; if this goes on, \
      \(found.isRaw ? wrongRange(found) : wrongMatrix(found))
      """
    case .stuckTouch:
      """
      \(subject) has a touch that neither moves nor lifts while others do, which is left out until it lifts; if this \
      goes on, clean the surface, or let the machine sleep and wake
      """
    }
  }

  /// Before the next error of a device is logged.
  static func errorsLeftOut(_ count: Int) -> String {
    "\(count) more errors of the device below were left out"
  }

  private static func wrongMatrix(_ found: FoundDevice) -> String {
    "look whether `udevadm info \(found.node)` shows a LIBINPUT_CALIBRATION_MATRIX that is wrong"
  }

  /// No matrix counts for what is read past libinput.
  private static func wrongRange(_ found: FoundDevice) -> String {
    "its driver tells a wrong range of its axes, as `evtest \(found.node)` shows"
  }

  static func reason(_ device: UnopenableDevice) -> String {
    switch device.refusal {
    case .mayNotOpen(EACCES): "permission denied" + (device.diagnosis.map { ": \($0.reason)" } ?? "")
    case .mayNotOpen(EMFILE): "it can't be opened: this process has no descriptor left"
    case .mayNotOpen(ENFILE): "it can't be opened: the system has no descriptor left"
    case .mayNotOpen(let number): "it can't be opened: \(system(number))"
    case .notUnderstood: "libinput finds no touches in it"
    case .absurd(.lastSlot(let last)):
      "the last of its slots has the number \(last), where \(AbsurdAxis.slots.lowerBound) to "
        + "\(AbsurdAxis.slots.upperBound) are possible"
    case .absurd(.range(let axis, let minimum, let maximum)):
      "its axis \(axis) begins at \(minimum) and ends before that, at \(maximum)"
    }
  }

  static func fix(_ device: UnopenableDevice) -> String {
    switch device.refusal {
    case .mayNotOpen(EACCES): (device.diagnosis?.cause ?? .noRule).fix(for: device.node)
    case .mayNotOpen(EMFILE): raise
    case .mayNotOpen(ENFILE): "end a program that has many files open, or raise fs.file-max"
    case .mayNotOpen(EPERM): "a sandbox or container keeps it away: run gesture-bridge outside"
    case .absurd:
      """
      its driver tells wrong ranges of its axes, as `evtest \(device.node)` shows; unplug it, or have it left out by a \
      udev rule with ENV{LIBINPUT_IGNORE_DEVICE}="1"
      """
    case .mayNotOpen, .notUnderstood: "--log-level debug shows what libinput has to say"
    }
  }

  static func report(_ report: DeviceReport) -> String {
    let found = report.found.map { describe($0, report.vibrators.choice(for: $0.node)) }
    let parts = found + report.unopenable.map(describe)
    guard parts.isEmpty else { return parts.joined(separator: "\n\n") }
    return
      "no touch device found on \(printable(report.seat)): udev knows of no touchscreen, no touchpad and no pen there"
  }

  private static func describe(_ found: FoundDevice, _ vibration: Vibrators.Choice) -> String {
    let device = found.device
    return """
      \(printable(device.name))
        node     \(found.node)
        class    \(device.deviceClass.rawValue)\(tool(found))
        size     \(size(found))
        fingers  \(count(device.fingers))
        gives    \(abilities(device.capabilities))\(found.isRaw ? ", by its own slots" : "")
        vibrates \(vibration.text)\(vibration.isBarred ? barredVibration : "")
      """
  }

  private static func describe(_ device: UnopenableDevice) -> String {
    """
    \(printable(device.name))
      node     \(device.node)
      class    \(device.deviceClass.rawValue)\(device.kind == .pen ? toolLine : "")
      not read \(reason(device))
      fix      \(fix(device))
    """
  }

  private static func size(_ found: FoundDevice) -> String {
    let size = millimetres(found.device.size)
    return switch found.sizeOrigin {
    case .device: size
    case .rules: "\(size), from the rules (it reports none)"
    case .fallback: "reports none, using \(size)"
    }
  }

  /// As rules have it, in a line of its own.
  private static let toolLine = "\n  tool     \(DeviceKind.pen.tool)"

  private static func tool(_ found: FoundDevice) -> String {
    guard found.device.capabilities.contains(.stylus) else { return "" }
    return "\(toolLine), a pen on \(found.device.capabilities.contains(.onScreen) ? "the screen" : "a tablet")"
  }

  private static func count(_ fingers: ClosedRange<Int>) -> String {
    fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound) to \(fingers.upperBound)"
  }

  private static func abilities(_ capabilities: Capabilities) -> String {
    let touches =
      capabilities.contains(.contacts)
      ? "every touch from down to up" : "libinput's gestures: swipes of 3 or more fingers, pinches, holds; no taps"
    let places = capabilities.contains(.places) ? "its place on the surface" : "no edges or zones"
    return "\(touches), \(places)" + (capabilities.contains(.pressure) ? ", its pressure" : "")
      + (capabilities.contains(.buttons) ? ", clicks" : "")
  }

  private static func millimetres(_ size: Size) -> String {
    // A size of hardware is at most a few metres; the bounds only keep the conversion defined.
    func whole(_ length: Double) -> Int { Int(min(max(length, 0), 1e6).rounded()) }
    return "\(whole(size.width)) x \(whole(size.height)) mm"
  }

  static func system(_ number: Int32) -> String {
    strerror(number).map { String(cString: $0) } ?? "error \(number)"
  }

  /// A device chooses its own name; it must not get to steer the terminal.
  static func printable(_ text: String) -> String {
    text.unicodeScalars.map { isControl($0) ? escape($0) : String($0) }.joined()
  }

  private static func tomlKey(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
      return isControl(scalar) ? escape(scalar) : String(scalar)
    }.joined()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  /// As TOML and most people write it; control characters have at most two digits.
  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func intercepted(_ found: FoundDevice) -> String {
    "\(subject(found)) is intercepted: gestures can keep its touches"
  }

  static func notIntercepted(_ found: FoundDevice, _ failure: Interception.Failure) -> String {
    """
    \(subject(found)) is not intercepted, so applications get all of its touches: \(reason(failure)); \(fix(failure))
    """
  }

  static func notDone(_ task: CloneTask, _ found: FoundDevice, _ refusal: CloneTaskRefusal) -> String {
    let nothing =
      switch task {
      case .drag: "nothing can be dragged on \(subject(found))"
      case .gesture: "\(subject(found)) can't make a gesture of the desktop's own"
      }
    return switch refusal {
    case .noTouchpad: "\(nothing): only fingers on a touchpad do; `device = \"touchpad\"` limits the rule to those"
    case .notIntercepted:
      """
      \(nothing): it is not intercepted; `intercept = true` under \
      [device."\(tomlKey(found.device.name))"] says that it is to be
      """
    case .obstacle(.noButton): "\(nothing) with a button that it does not have; take the left one"
    case .obstacle(.slots(let count)):
      "\(nothing) with more fingers than the \(count) that it tells apart; give `native` fewer by `fingers`"
    }
  }

  static let virtualTouchpad =
    "a touchpad of gesture-bridge's own makes gestures of the desktop as fingers on touchscreens do"

  static func noVirtualTouchpad(_ failure: Interception.Failure) -> String {
    let reason =
      if case .noClone(let number) = failure { "it can't be made: \(system(number))" } else { reason(failure) }
    return """
      fingers on a touchscreen can't make gestures of the desktop's own, which takes a touchpad of gesture-bridge's own: \
      \(reason); \(fix(failure))
      """
  }

  static func givenBack(_ found: FoundDevice, _ reason: GiveBack) -> String {
    switch reason {
    case .wanted:
      """
      \(subject(found)) is not intercepted any more, as a hand was held still on it; \
      `gesture-bridge ctl reload` has it intercepted again
      """
    case .stalled:
      """
      \(subject(found)) was not read in time, so it was given back to applications; it is intercepted again now
      """
    case .unguarded:
      """
      the process that gives \(subject(found)) back if gesture-bridge ends has been killed; it is started again, and the \
      device is intercepted anew
      """
    }
  }

  /// Guards of an earlier daemon were stopped, and go on now.
  static func woken(_ count: Int) -> String {
    """
    \(count == 1 ? "a process" : "\(count) processes") of an earlier gesture-bridge that should give devices back had been \
    stopped (SIGSTOP), and kept them; \(count == 1 ? "it goes" : "they go") on now
    """
  }

  private static func subject(_ found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(printable(found.device.name))\" (\(found.node))"
  }

  private static func reason(_ failure: Interception.Failure) -> String {
    switch failure {
    case .noSlots: "it does not tell its touches apart by slots"
    case .notWritable: "you may read it, but not write to it, by which it is given back"
    case .noUinput(EACCES): "/dev/uinput can't be opened: permission denied"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO): "there is no /dev/uinput"
    case .noUinput(let number): "/dev/uinput can't be opened: \(system(number))"
    case .noClone(let number): "it can't be cloned: \(system(number))"
    case .notGrabbed(EBUSY): "another program has it to itself"
    case .notGrabbed(let number): "it can't be had alone: \(system(number))"
    case .noGuard(let number): "nothing could watch over it: \(system(number))"
    }
  }

  private static func fix(_ failure: Interception.Failure) -> String {
    switch failure {
    case .noUinput(EACCES): "`\(UinputRule.installation)` lets you"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO): "`sudo modprobe uinput` brings it"
    case .notGrabbed(EBUSY): "end the other one: `sudo fuser -v \(UinputRule.devices)` shows who it may be"
    case .noSlots: "take `intercept = true` away for it"
    case .notWritable: "`\(UdevRule.installation)` lets you"
    case .noUinput, .noClone, .notGrabbed, .noGuard: "`gesture-bridge ctl reload` tries again"
    }
  }
}

// MARK: Interception
