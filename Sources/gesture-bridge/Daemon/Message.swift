import DeviceInput
import GestureCore

/// What the program says beside its reports.
enum Message {
  static let noDevices =
    "there is no touch device yet, or none that may be opened; `gesture-bridge devices` tells more"

  static let lisgdHasNoFile = "lisgd has no configuration file: name the script that starts it, or its config.h"

  static let rootNeedsFlag =
    """
    root runs this, so every command of the rules would run as root; run it as your own user (`gesture-bridge devices` \
    tells what that user may open), or say --allow-root
    """

  static let runsAsRoot = "root runs this, and so every command of the rules"

  static let noImporter =
    """
    there is no gesture-bridge-import beside gesture-bridge, in ../libexec/gesture-bridge or in PATH; \
    install the one of the same build
    """

  static func notStarted(_ importer: String, _ error: any Error) -> String { "can't start \(importer): \(error)" }

  static func importerBroke(_ file: String) -> String {
    "can't read \(file): gesture-bridge-import has ended without saying why"
  }

  static func watching(_ device: Device) -> String { "watching the \(device.kind.rawValue) \"\(device.name)\"" }

  static func gone(_ device: Device) -> String { "the \(device.kind.rawValue) \"\(device.name)\" is gone" }

  static func ready(devices: Int, gestures: Int, file: String) -> String {
    "ready: \(count(devices, "touch device")), \(count(gestures, "gesture")) from \(file)"
  }

  static func reloaded(gestures: Int, file: String) -> String {
    "reloaded: \(count(gestures, "gesture")) from \(file)"
  }

  static func entered(_ mode: String) -> String { "mode \"\(mode)\"" }

  static func keptRules(_ error: any Error) -> String { "the rules stay as they were: \(error)" }

  static func sizesLeftOut(_ error: any Error) -> String { "sizes that rules give to devices are left out: \(error)" }

  static let debugHasNoForm = "--debug= lacks the form: --debug=view, --debug=plain or --debug=json"

  static let debugSaysAll = "--debug=plain and --debug=json go without --trace and --json: they say more than these"
  static func noTerminal(_ error: any Error) -> String {
    "can't draw on this terminal, so --debug prints lines instead: \(error)"
  }

  static let recordingOver = "the recording is over"

  static let speedNeedsDebug = "--speed goes with --debug: without it a recording is played as fast as can be"

  static let speedOutOfRange = "--speed is a number from 0.1 to 1000"

  static func unknownSubcommand(_ word: String, _ known: [String]) -> String {
    "there is no subcommand \"\(word)\"; there are \(known.joined(separator: ", "))"
  }

  static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}
