import Bindings
import DeviceInput
import GestureCore
import Text

/// All words of the checkup, and of the comparison of rules with devices.
enum DoctorWording {
  static let unknownFacts = "conditions on that are false here: remove them, or see DESKTOPS in gesture-bridge(1)"

  static let leftOut = """
    what needs that is left out: see KEYS AND CLICKS, and WINDOWS AND WORKSPACES, in gesture-bridge(5)
    """

  static let writeRules = "gesture-bridge init writes rules to begin with"

  static func gestures(_ number: Int, from path: String) -> String { "\(Words.count(number, "gesture")) from \(path)" }

  static func verdict(_ sections: [DoctorSection]) -> String {
    let errors = sections.count(.error)
    let warnings = sections.count(.warning)
    guard errors + warnings > 0 else { return "nothing is wrong" }
    return [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }.listed("and")
  }

  // MARK: Permissions

  static let rootReadsAll = "root asks: what your own user may read is not seen"
  static let askAsUser = "run gesture-bridge doctor as the user whose gestures these are"
  static let readsKeyboards = "you are in the group input: each of your programs can read what you type"
  static let leaveGroup = "sudo gpasswd -d \"$USER\" input, then log out; gesture-bridge does not need it"
  static let service = "\(Lending.socket) hands out touch devices, to read only, to whoever is at the machine"
  static let serviceOff = "the service that hands out touch devices is installed, and not switched on"
  static let ruleWrites =
    "by that rule every program of the session can also write to touch devices: touch as if a finger did, or grab them"
  static let readOnly = """
    what `intercept = true` needs; without it the service gesture-bridge-devices.socket hands devices out to read only: \
    see PERMISSIONS in gesture-bridge(1)
    """
  static let noUdevRule = "no udev rule lets whoever is at the machine use its touch devices"
  static let noUdevRuleNeeded = "gesture-bridge's udev rule is not installed, and not needed: nothing was refused"
  static let mayIntercept = "you may make input devices, as `intercept = true` needs"
  static let mayNotIntercept = "`intercept = true` is in the rules, but you may not make input devices"
  static let mayMakeTouchpad = "you may make input devices, as `native` on a touchscreen needs"
  static let mayNotMakeTouchpad =
    "`native` makes gestures of the desktop on a touchscreen, by a touchpad of its own, but you may not make input devices"
  static func udevRule(_ path: String) -> String { "\(path) gives touch devices to whoever is at the machine" }

  // MARK: Devices

  static let lookForDevices =
    "libinput list-devices tells, as root, what there is; a touch device of another seat is read with XDG_SEAT set to that"

  static func read(_ found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(found.device.name)\" (\(found.node)) is read"
  }

  static func refused(_ device: UnopenableDevice) -> String {
    "\(device.kind.rawValue) \"\(device.name)\" (\(device.node)) is not read: \(device.reason)"
  }

  // MARK: Session and desktop

  static func session(type: String?, desktop: String?, seat: String) -> String {
    func told(_ name: String, _ value: String?) -> String { value.map { "\(name)=\($0)" } ?? "no \(name)" }
    return "\(told("XDG_SESSION_TYPE", type)), \(told("XDG_CURRENT_DESKTOP", desktop)), \(seat)"
  }

  static func unknownGestures(of desktop: String) -> String {
    "the settings of \(desktop) are not found, so which gestures it acts on itself is not known"
  }

  static let overSSH = "this is asked over SSH: what the session at the machine is like is not seen"
  static let noDisplay = "neither WAYLAND_DISPLAY nor DISPLAY is set: this is asked outside of a desktop"
  static let runThere = "run gesture-bridge doctor in a terminal of the desktop"
  static func notAtSeat(_ seat: String) -> String {
    "another user's session has \(seat), or none: devices are not given to you"
  }
  static let switchToSession = "switch to your session, or run this in one at the machine"

  static let showAtOnce =
    "`delays-touches-began = false` in a gesture shows its touches at once; what it takes then ends like any touch"

  static let ownDrag = "Hyprland drags with three fingers by itself where its settings say so"
  static let useOwnDrag =
    "`input:touchpad:drag_3fg = 1` there, in place of the rule, if the left button is all that you need"

  static func ownGestures(_ number: Int, of desktop: String, files: [String]) -> String {
    let place = files.isEmpty ? "" : ", as \(files.listed("and")) \(files.count == 1 ? "says" : "say")"
    return number == 0
      ? "\(desktop) acts on no gesture itself\(place)"
      : "\(desktop) acts on \(Words.count(number, "gesture")) itself\(place)"
  }

  static func clash(_ clash: Clash, with desktop: String) -> String {
    let place = clash.own.place.map { " (\($0))" } ?? ""
    return """
      \(desktop) \(clash.own.purpose) with \(clash.own.text)\(place), which is \
      \(some(clash.rules)) too: both will act
      """
  }

  // MARK: Gestures and commands

  static let nameTheTool = "receive = { tool = \"finger\" } keeps the pen out of a gesture"
  static let otherDevices = "leave it, for other devices, or change its device, kind or fingers"

  static func obstacle(to gesture: String, on device: Device, _ reason: String) -> String {
    "\"\(gesture)\" can't be made on \(device.name): \(reason)"
  }

  static let allProgramsAreThere = "every program that the rules start, as far as can be seen, is in PATH"
  static let installProgram =
    "install it, or change these gestures; the daemon takes PATH from the session that starts it"
  static let noNotifications = "there is no notify-send: that changed rules have a mistake is told in the log only"
  static let installNotifySend = "install libnotify (on Debian and Ubuntu libnotify-bin)"

  static func missing(_ program: String, for gestures: [String]) -> String {
    "\(program) is not there to be started, and \(some(gestures)) \(gestures.count == 1 ? "starts" : "start") it"
  }

  /// The first few by name.
  private static func some(_ gestures: [String]) -> String {
    let named = gestures.prefix(3).map { "\"\($0)\"" }
    let others = gestures.count - named.count
    return (named + (others > 0 ? ["\(others) more"] : [])).listed("and")
  }

  // MARK: Rules beside devices

  static let nothingToCompare =
    "there is no touch device to compare with, or none that you can open: `gesture-bridge devices` shows more"

  static func possible(_ stand: DeviceComparison.Stand) -> String {
    let all = stand.possible.count + stand.obstacles.count + stand.others.count
    let name = "\(stand.device.name.visible) (\(stand.device.kind.rawValue))"
    return stand.possible.count == all
      ? "\(name): every gesture can be made on it"
      : "\(name): \(stand.possible.count) of \(Words.count(all, "gesture")) can be made on it"
  }

  /// Of those that say the same and are not listed.
  static func more(_ count: Int) -> String { " (and \(count) more like it)" }

  /// Of gestures that say nothing of the tool.
  static func alsoByPen(_ gestures: [String]) -> String {
    "by the pen as by a finger, as they name no `tool`: \(gestures.joined(separator: ", "))"
  }

  static func reportedFingers(_ fingers: ClosedRange<Int>) -> String {
    "libinput reports it with \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
  }

  static func onNoDevice(_ gesture: String) -> String {
    "\"\(gesture.visible)\" can't be made on any connected device"
  }

  static func fitsNone(_ gesture: String, _ pattern: String) -> String {
    "\"\(gesture.visible)\" is for the device \"\(pattern.visible)\", and no connected device matches that name"
  }

  static func sectionFitsNone(_ pattern: String) -> String {
    "[device.\"\(pattern.visible)\"] matches no connected device"
  }

  static func didYouMean(_ name: String) -> String { "did you mean \"\(name.visible)\"?" }
}
