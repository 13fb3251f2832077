import Glibc

/// A udev rule that gives the user at the machine access to devices.
public struct AccessRule: Sendable {
  public static let folder = "/etc/udev/rules.d"
  private static let folders = [
    folder, "/run/udev/rules.d", "/usr/local/lib/udev/rules.d", "/usr/lib/udev/rules.d", "/lib/udev/rules.d",
  ]

  /// The rule that gives access to touch devices, for reading and writing. logind can't give access for reading only.
  public static let touch = AccessRule(
    right: "touch", file: "70-gesture-bridge.rules", devices: "--subsystem-match=input",
    String(decoding: PackageResources.devices_rules, as: UTF8.self))
  /// The rule that gives access to a convertible's tablet switch. Only conditions on `tablet-mode` need the switch.
  public static let tabletSwitch = AccessRule(
    right: "switch", file: "70-gesture-bridge-switch.rules", devices: "--subsystem-match=input",
    String(decoding: PackageResources.switch_rules, as: UTF8.self))
  /// The rule that lets programs create input devices, for interception and, on some desktops, for pressing keys.
  public static let uinput = AccessRule(
    right: "uinput", file: "70-gesture-bridge-uinput.rules", devices: "--sysname-match=uinput",
    String(decoding: PackageResources.uinput_rules, as: UTF8.self))

  /// The argument of `gesture-bridge permit`.
  private let right: String
  let file: String
  private let devices: String
  /// The text of the rules file, identical to the file in contrib/udev.
  public let text: String

  private init(right: String, file: String, devices: String, _ text: String) {
    (self.right, self.file, self.devices, self.text) = (right, file, devices, text)
  }

  public var path: String { "\(Self.folder)/\(file)" }

  /// The path of the installed file; nil if none of udev's folders has it.
  public var installed: String? { Self.folders.map { "\($0)/\(file)" }.first { access($0, F_OK) == 0 } }

  /// The commands that put the rule into effect; root must run them.
  public var commands: [String] {
    (right == "uinput" ? ["modprobe uinput"] : []) + ["udevadm control --reload", "udevadm trigger \(devices)"]
  }

  /// A shell command that installs the rule, with the program's full path, since sudo doesn't search `~/.local/bin`.
  public var installation: String { "sudo \"$(command -v gesture-bridge)\" permit \(right)" }

  /// Returns a shell command that makes udev reload its rules and process `devices` again.
  static func apply(to devices: String) -> String { "sudo udevadm control --reload && sudo udevadm trigger \(devices)" }
}

/// /dev/uinput, through which programs create input devices.
public enum Uinput {
  static let node = "/dev/uinput"
  /// The pattern of all event nodes, for `fuser`.
  static let devices = "/dev/input/event*"

  public static var isAllowed: Bool { access(node, W_OK) == 0 }
}
