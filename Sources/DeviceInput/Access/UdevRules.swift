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

  /// The whole file, as it stands in contrib/udev.
  public static let text = String(decoding: PackageResources.devices_rules, as: UTF8.self)
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

  /// The whole file, as it stands in contrib/udev.
  public static let text = String(decoding: PackageResources.uinput_rules, as: UTF8.self)
}
