import Foundation
import Support
import Testing

/// The built `gesture-bridge`, run as a user would run it.
struct Program {
  /// The result of a run.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  static let path =
    ProcessInfo.processInfo.environment["GESTURE_BRIDGE_BIN"]
    ?? packageRoot.appendingPathComponent(".build/debug/gesture-bridge").path

  /// The arguments with the flag that the daemon needs if root runs the tests, as in a container.
  static func daemon(_ arguments: [String]) -> [String] {
    let isDaemon = arguments.first.map { $0 == "run" || $0.hasPrefix("-") } ?? true
    return isDaemon ? arguments + ["--allow-root"] : arguments
  }

  /// The daemon's first message if root runs the tests.
  static let rootsWarning =
    "gesture-bridge: warning: the daemon and every command of the rules run as root\n"

  /// Runs it with `arguments` in `folder`, without a home of its own unless `environment` sets one.
  static func run(
    _ arguments: String..., in folder: Folder? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(arguments, in: folder, environment: environment)
  }

  static func run(
    _ arguments: [String], in folder: Folder? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try launch(path, arguments, in: folder, environment)
  }

  /// The output of a Python script.
  static func python(_ script: String, _ arguments: [String]) throws -> String {
    try launch("/usr/bin/python3", ["-c", script] + arguments, in: nil, [:]).output
  }

  /// Runs a line of shell in which `$PROGRAM` is the program.
  static func shell(_ line: String, in folder: Folder? = nil) throws -> Outcome {
    try launch("/bin/sh", ["-c", line], in: folder, ["PROGRAM": path])
  }

  /// No test uses the session of the user who runs it: neither its daemon nor its desktop nor its login.
  static func surroundings(_ folder: Folder) -> [String: String] {
    [
      "XDG_RUNTIME_DIR": folder.url.path, "XDG_SESSION_ID": "bed",
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
  }

  private static let noDesktop = [
    "XDG_CURRENT_DESKTOP": "", "SWAYSOCK": "", "I3SOCK": "", "NIRI_SOCKET": "", "HYPRLAND_INSTANCE_SIGNATURE": "",
    "KDE_FULL_SESSION": "", "WAYLAND_DISPLAY": "", "DISPLAY": "",
  ]

  static func launch(
    _ program: String, _ arguments: [String], in folder: Folder?, _ environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder?.url
    let files = try Folder()
    process.environment = ProcessInfo.processInfo.environment
      .merging(Self.surroundings(files)) { $1 }
      .merging(["XDG_CONFIG_HOME": "/nonexistent", "COLUMNS": "80"]) { $1 }
      .merging(Self.noDesktop) { $1 }
      .merging(environment) { $1 }
    process.standardOutput = try files.handle("output")
    process.standardError = try files.handle("errors")
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: files.text("output"), errors: files.text("errors"))
  }
}

/// Most tests of the program need one.
typealias Folder = Support.Folder
