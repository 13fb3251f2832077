import Glibc

/// The rule by which udev lets users read touch devices.
public enum UdevRule {
  static let file = "70-gesture-bridge.rules"
  /// Where an administrator puts rules.
  static let folder = "/etc/udev/rules.d"
  static let place = "\(folder)/\(file)"
  private static let folders = [
    folder, "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d",
    "/lib/udev/rules.d",
  ]

  /// Where it is installed; nil for nowhere.
  public static var installed: String? {
    folders.map { "\($0)/\(file)" }.first { access($0, F_OK) == 0 }
  }

  /// Makes udev read its rules, and look at `devices` again: `udevadm trigger` says what may stand there.
  static func apply(to devices: String) -> String {
    "sudo udevadm control --reload && sudo udevadm trigger \(devices)"
  }

  /// Installs it, in one line of shell.
  public static let installation =
    "gesture-bridge devices --udev-rule | sudo tee \(place) >/dev/null && \(apply(to: "--subsystem-match=input"))"

  /// The whole file.
  public static let text = #"""
    # Lets whoever is logged in at the machine read its touchscreens, touchpads and pens, and no other input device.
    #
    # `uaccess` gives a node to the user of the active session at the seat, and takes it back when another session is
    # active: no group, no root. It is looked at by 73-seat-late.rules, so this file's number must be below 73.
    #
    # install -D -m 644 70-gesture-bridge.rules -t /etc/udev/rules.d
    # udevadm control --reload && udevadm trigger --subsystem-match=input

    SUBSYSTEM!="input", GOTO="gesture_bridge_end"
    KERNEL!="event*", GOTO="gesture_bridge_end"

    # What types, points or plays is left alone, even if it is a touch device besides.
    ENV{ID_INPUT_KEYBOARD}=="1", GOTO="gesture_bridge_end"
    ENV{ID_INPUT_MOUSE}=="1", GOTO="gesture_bridge_end"
    ENV{ID_INPUT_POINTINGSTICK}=="1", GOTO="gesture_bridge_end"
    ENV{ID_INPUT_TRACKBALL}=="1", GOTO="gesture_bridge_end"
    ENV{ID_INPUT_JOYSTICK}=="1", GOTO="gesture_bridge_end"
    # The buttons beside a tablet's surface.
    ENV{ID_INPUT_TABLET_PAD}=="1", GOTO="gesture_bridge_end"

    ENV{ID_INPUT_TOUCHSCREEN}=="1", TAG+="uaccess"
    ENV{ID_INPUT_TOUCHPAD}=="1", TAG+="uaccess"
    ENV{ID_INPUT_TABLET}=="1", TAG+="uaccess"

    LABEL="gesture_bridge_end"

    """#
}

/// The rule by which udev lets users make input devices, which interception takes. It is installed only by who wants that.
public enum UinputRule {
  static let file = "70-gesture-bridge-uinput.rules"
  /// Where the kernel takes new devices from.
  static let node = "/dev/uinput"
  /// For who looks for programs that have devices to themselves.
  static let devices = "/dev/input/event*"

  /// Whether this user may make input devices.
  public static var isAllowed: Bool { access(node, W_OK) == 0 }

  /// Installs it, in one line of shell.
  public static let installation = """
    gesture-bridge devices --uinput-rule | sudo tee \(UdevRule.folder)/\(file) >/dev/null && sudo modprobe uinput && \
    \(UdevRule.apply(to: "--sysname-match=uinput"))
    """

  /// The whole file.
  public static let text = #"""
    # Lets whoever is logged in at the machine make input devices, for `intercept = true` in gesture-bridge's rules.
    #
    # Know what this allows: every program of that user can then press keys, click and touch as if a keyboard or a screen
    # were plugged in, in whatever session has the seat, at the lock screen and the login too. It can't read what others
    # type. Without this file nothing of gesture-bridge needs it but interception.
    #
    # `uaccess` takes it back when another session is active. It is looked at by 73-seat-late.rules, so this file's number
    # must be below 73. `static_node` has the node there before the module is loaded.
    #
    # install -D -m 644 70-gesture-bridge-uinput.rules -t /etc/udev/rules.d
    # udevadm control --reload && udevadm trigger --sysname-match=uinput

    KERNEL=="uinput", SUBSYSTEM=="misc", OPTIONS+="static_node=uinput", TAG+="uaccess"

    """#
}
