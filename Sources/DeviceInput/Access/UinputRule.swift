import Glibc

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
