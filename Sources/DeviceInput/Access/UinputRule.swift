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

  /// The whole file, as it stands in contrib/udev.
  public static let text = String(decoding: PackageResources.uinput_rules, as: UTF8.self)
}
