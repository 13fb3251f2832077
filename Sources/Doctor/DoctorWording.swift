import Bindings
import DeviceInput
import GestureCore
import Text

/// The texts of the checkup, and of the comparison of rules with devices.
enum DoctorWording {
  static let unknownFacts =
    "a condition on a fact that is not reported is never true: if nothing can report the fact, remove the condition; see DESKTOPS and ROTATION in gesture-bridge(1)"

  static let keysFix =
    "see KEYS AND CLICKS in gesture-bridge(5); until the problem is fixed, the affected actions are skipped"

  static func gestures(_ number: Int, from path: String) -> String { "\(Words.count(number, "gesture")) from \(path)" }

  static func verdict(_ sections: [DoctorSection]) -> String {
    let errors = sections.count(.error)
    let warnings = sections.count(.warning)
    guard errors + warnings > 0 else { return "no problems" }
    return [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }.listed("and")
  }

  // MARK: Permissions

  static let rootReadsAll = "gesture-bridge doctor runs as root, so it can't check what your own user can read"
  static let askAsUser = "run gesture-bridge doctor as the user who makes the gestures"
  static let readsKeyboards = "you are in the group input: every program that you run can read what you type"
  static let leaveGroup = "run `sudo gpasswd -d \"$USER\" input` and log out; gesture-bridge does not need this group"
  static let service =
    "the service at \(Lending.socket) lets the user at the machine read touch devices unless the session is locked"
  static let serviceOff = "the service that hands out touch devices is installed, but is not running"
  static let ruleWrites =
    "this udev rule lets every program of the session fake touches, take touch devices from all other programs, and read touches at the lock screen"
  static let readOnly =
    "if you use `intercept = true` or have no systemd, keep the udev rule; otherwise delete its file, and enable the service gesture-bridge-devices.socket, which gives read-only access: see PERMISSIONS in gesture-bridge(1)"
  static let noUdevRule = "no udev rule lets the user at the machine use the touch devices"
  static let noUdevRuleNeeded = "gesture-bridge's udev rule is not installed, and no connected touch device needs it"
  static let mayIntercept = "you can create input devices, which `intercept = true` needs"
  static let mayNotIntercept = "`intercept = true` is in the rules, but you can't create input devices"
  static let mayMakeTouchpad = "you can create input devices, which `native` on a touchscreen needs"
  static let mayNotMakeTouchpad =
    "`native` on a touchscreen needs a virtual touchpad, but you can't create input devices"
  static func udevRule(_ path: String) -> String { "udev rule \(path) lets the user at the machine use touch devices" }

  // MARK: Devices

  static let lookForDevices =
    "run `sudo libinput list-devices` to list all devices; to read devices of another seat, set XDG_SEAT to that seat"

  static func read(_ found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(found.device.name)\" (\(found.node)) is read"
      + (found.isWithoutKeys ? "; the kernel hides its keys from gesture-bridge" : "")
  }

  static func unreleased(_ count: Int, by found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(found.device.name)\": \(Touch.unreleased(count))"
  }

  static func refused(_ device: UnopenableDevice) -> String {
    "\(device.kind.rawValue) \"\(device.name)\" (\(device.node)) is not read: \(device.reason)"
  }

  // MARK: Session and desktop

  static func session(type: String?, desktop: String?, seat: String) -> String {
    func setting(_ name: String, _ value: String?) -> String { value.map { "\(name)=\($0)" } ?? "no \(name)" }
    return "\(setting("XDG_SESSION_TYPE", type)), \(setting("XDG_CURRENT_DESKTOP", desktop)), \(seat)"
  }

  static func unknownGestures(of desktop: String) -> String {
    "the settings of \(desktop) were not found, so the desktop's own gestures are not known"
  }

  static let overSSH = "gesture-bridge doctor runs over SSH, so it can't see the session at the machine"
  static let noDisplay = "gesture-bridge doctor runs outside of a desktop: WAYLAND_DISPLAY and DISPLAY are not set"
  static let runThere = "run gesture-bridge doctor in a terminal of the desktop"
  static func notAtSeat(_ seat: String) -> String {
    "no session of yours is on the screen of \(seat) now, so you can't use the devices of this seat"
  }
  static let switchToSession = "at the machine (not over SSH), switch to your session or log in"

  static let showAtOnce =
    "to give applications a gesture's touches at once, set `delays-touches-began = false` in the gesture; applications may then react to the gesture too, because they see a normal lift, not a cancelled touch"

  static let ownDrag = "Hyprland can drag with three fingers by itself, if this is turned on in Hyprland's settings"
  static let useOwnDrag =
    "if you drag only with the left mouse button, set `input.touchpad.drag_3fg = 1` in Hyprland's configuration, and remove the gesture with `drag` from the rules"

  static func ownGestures(_ own: DesktopGestures, of desktop: String) -> String {
    let source = own.files.isEmpty ? "" : ", according to \(own.files.listed("and"))"
    let number = own.gestures.count { $0.motion != .tap }
    return number == 0
      ? "\(desktop) has no gestures of its own\(source)"
      : "\(desktop) has \(Words.count(number, "gesture")) of its own\(source)"
  }

  static func clash(_ clash: Clash, with desktop: String) -> String {
    let location = clash.own.location.map { " (\($0))" } ?? ""
    return
      "\(desktop) \(clash.own.action) with \(clash.own.text)\(location); \(some(clash.rules)) \(clash.rules.count == 1 ? "uses" : "use") the same movement: the desktop and gesture-bridge will both act"
  }

  // MARK: Gestures and commands

  static let nameTheTool = "add `receive = { tool = \"finger\" }` to each gesture that the pen should not make"
  static let otherDevices =
    "if the rules are for a device that is not connected now, change nothing; otherwise correct the device's name, or the gesture's kind or fingers"

  static func obstacle(to gesture: String, on device: Device, _ reason: String) -> String {
    "\"\(gesture)\" can't be made on \(device.name): \(reason)"
  }

  static let allProgramsFound = "no program in the rules is missing, as far as gesture-bridge could check"
  static let installProgram =
    "install the program, or change the gestures that start it; if the program is installed, add its folder to the PATH of the session that starts the daemon"
  static let noNotifications = "notify-send is missing, so mistakes in changed rules are reported only in the log"
  static let installNotifySend = "install libnotify (the package libnotify-bin on Debian and Ubuntu)"

  static func missing(_ program: String, for gestures: [String]) -> String {
    "\(program) was not found; it is started by the \(gestures.count == 1 ? "gesture" : "gestures") \(some(gestures))"
  }

  /// Returns the names of the first three gestures, and the number of the other gestures.
  private static func some(_ gestures: [String]) -> String {
    let named = gestures.prefix(3).map { "\"\($0)\"" }
    let others = gestures.count - named.count
    return (named + (others > 0 ? ["\(others) more"] : [])).listed("and")
  }

  // MARK: Rules and devices

  static let nothingToCompare =
    "no touch device is connected, or you can't open any touch device: run `gesture-bridge devices` to see the reason"

  static func possible(_ result: DeviceComparison.DeviceResult) -> String {
    let all = result.possible.count + result.obstacles.count + result.others.count
    let name = "\(result.device.name.visible) (\(result.device.kind.rawValue))"
    return result.possible.count == all
      ? "\(name): supports all gestures of the rules"
      : "\(name): supports \(result.possible.count) of \(Words.count(all, "gesture"))"
  }

  static func forOthers(_ all: [String]) -> String { all.isEmpty ? "" : "; for other devices: \(some(all))" }

  static func more(_ count: Int) -> String { " (and \(Words.count(count, "similar problem")))" }

  static func alsoByPen(_ gestures: [String]) -> String {
    "the pen can also make gestures that have no `tool` setting: \(gestures.joined(separator: ", "))"
  }

  static func reportedFingers(_ fingers: ClosedRange<Int>) -> String {
    "on touchpads, libinput reports this gesture only with \(fingers.lowerBound) to \(fingers.upperBound) fingers"
  }

  static func onNoDevice(_ gesture: String) -> String { "\"\(gesture.visible)\" can't be made on any connected device" }

  static func fitsNone(_ gesture: String, _ pattern: String) -> String {
    "\"\(gesture.visible)\" is for the device \"\(pattern.visible)\", and no connected device matches that name"
  }

  static func sectionFitsNone(_ pattern: String) -> String {
    "[device.\"\(pattern.visible)\"] matches no connected device"
  }

  static func didYouMean(_ name: String) -> String { "did you mean \"\(name.visible)\"?" }
}
