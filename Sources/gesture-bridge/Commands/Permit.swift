import ArgumentParser
import Base
import DeviceInput
import Glibc

/// Installs a udev rule that gives the user access to devices.
struct Permit: ParsableCommand {
  enum Right: String, CaseIterable, ExpressibleByArgument {
    case touch, uinput
    case `switch`

    var rule: AccessRule {
      switch self {
      case .touch: .touch
      case .uinput: .uinput
      case .switch: .tabletSwitch
      }
    }
  }

  static let configuration = CommandConfiguration(
    commandName: "permit", abstract: "As root: give the user at the machine access to devices, with a udev rule.",
    discussion: """
      touch: read and write touch devices, and no other devices. uinput: create input devices, for `intercept = true` \
      and for keys on some desktops. switch: read the switch that reports tablet mode, for the condition \
      `tablet-mode`. The rule is written to \(AccessRule.folder), and udev applies it at once. To take the access \
      back, remove the rule's file and restart the machine. Exit status: 0 on success, 1 when something failed, 2 for \
      a wrong command line.

      Examples:
        \(AccessRule.touch.installation)
        gesture-bridge permit uinput --print
      """)

  @Argument(help: "The access to give: touch, uinput or switch.")
  var right: Right

  @Flag(help: "Print the udev rule, and install nothing.")
  var print = false

  func run() throws {
    let rule = right.rule
    if print { return StandardStreams.write(rule.text) }
    try reportingErrors {
      guard geteuid() == 0 else { throw CommandError("only root can install the rule: run `\(rule.installation)`") }
      try install(rule)
      StandardStreams.write("installed \(rule.path)\n")
    }
  }

  private func install(_ rule: AccessRule) throws {
    let file = try OwnedDescriptor(rule.path, open(rule.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644))
    if let code = writeAll(Array(rule.text.utf8), to: file.number) { throw SystemError(call: rule.path, code: code) }
    for command in rule.commands {
      guard system(command) == 0 else {
        throw CommandError(
          "`\(command)` failed: fix the problem that the command printed, then run `\(rule.installation)`")
      }
    }
  }
}
