import Foundation
import Support
import Testing

/// A bed whose daemon is shown on a terminal of tmux.
extension Bed {
  /// What a skipped test says; where everything is checked nothing is skipped.
  static let noTerminal: Comment = "needs tmux: `contrib/setup` installs it"
  static let hasTerminal: Bool = {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }
  }()

  /// With the devices plugged in and the view drawn on.
  static func shown(
    _ rules: String, on size: String = "80x24", _ arguments: String..., devices: String = "touchscreen event0",
    environment: [String: String] = [:]
  ) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    let bed = try Bed(
      program: ["--debug", "--config", config] + arguments, in: folder, environment: environment, terminal: size)
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start")
    try bed.awaitTerminal("alternate=1 cursor=0 size=\(size) raw=1")
    return bed
  }

  /// How the terminal stands: which screen, whether with a cursor, how large, whether keys come one by one.
  func terminal() throws -> String { try perform("terminal") }

  /// Waits until the terminal stands like this, fifteen seconds at most: the daemon may just have started.
  func awaitTerminal(_ state: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<300 where try terminal() != state { try perform("wait 50ms") }
    #expect(try terminal() == state, sourceLocation: sourceLocation)
  }

  /// What stands on the screen, with what has scrolled away where that is asked for.
  func screen(history: Bool = false) throws -> String {
    try perform("screen \(folder.path("screen"))\(history ? " history" : "")")
    return folder.text("screen")
  }
}
