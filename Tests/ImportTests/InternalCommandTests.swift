import Foundation
import Testing

@testable import Importers

/// The command that replaces libinput-gestures' own one does the same.
@Suite struct InternalCommandTests {
  /// The workspace, of `count`, that a command goes to; the script's wmctrl only prints its number.
  private func target(_ words: String, from current: Int, of count: Int) throws -> Int? {
    let command = try #require(InternalCommand(words.split(separator: " ").map(String.init)))
    let list = (0..<count).map { "\($0)  \($0 == current ? "*" : "-") DG: 1x1  VP: 0,0  WA: 0,0 1x1  name" }
    let script = """
      wmctrl() { if [ "$1" = -d ]; then printf '%s\\n' "$LIST"; else echo "$2"; fi; }
      \(command.shell)
      """
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.environment = ["LIST": list.joined(separator: "\n"), "PATH": "/usr/bin:/bin"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Int(String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
  }

  @Test(arguments: [
    ("_internal -w ws_up", [1, 2, 3, 0]),
    ("_internal --wrap ws_down", [3, 0, 1, 2]),
    ("_internal --cols 2 ws_up", [2, 3, 2, 3]),
    ("_internal --cols 2 ws_left", [1, 1, 3, 3]),
    ("_internal -c 2 ws_right", [0, 0, 2, 2]),
    ("_internal --cols=2 ws_left_up", [3, 1, 2, 3]),
    ("_internal --cols=2 ws_right_down", [0, 1, 2, 0]),
    ("_internal -w --cols 2 ws_left", [1, 0, 3, 2]),
    ("_internal -w --cols 2 ws_up", [2, 3, 0, 1]),
    ("_internal --row 2 ws_up", [1, 1, 3, 3]),
    ("_internal --col 2 ws_up", [2, 3, 2, 3]),
  ])
  func itGoesTo(words: String, targets: [Int]) throws {
    for (current, target) in targets.enumerated() {
      #expect(try self.target(words, from: current, of: targets.count) == target, "from \(current)")
    }
  }

  @Test(arguments: [("ws_up", "next"), ("ws_left", "next"), ("ws_down", "previous"), ("ws_right", "previous")])
  func inOneRowItIsAnActionOfOurs(action: String, workspace: String) {
    #expect(InternalCommand(["_internal", action])?.own == .own("workspace", .string(workspace)))
    #expect(InternalCommand(["_internal", "--wrap", action])?.own == nil)
  }

  @Test(arguments: [("ws_left", [1, 2, 0, 4, 3]), ("ws_right", [2, 0, 1, 4, 3]), ("ws_up", [3, 4, 2, 0, 1])])
  func aRowThatIsNotFullIsWrappedToo(action: String, targets: [Int]) throws {
    for (current, target) in targets.enumerated() {
      #expect(try self.target("_internal -w --cols 3 \(action)", from: current, of: targets.count) == target)
    }
  }

  @Test(arguments: [
    "_internal", "_internal ws_nowhere", "_internal ws_up ws_down", "_internal --cols", "_internal --cols 0 ws_up",
    "_internal --cols x ws_up", "_internal ws_left_up",
  ])
  func whatItWouldRefuseIsRefused(words: String) {
    #expect(InternalCommand(words.split(separator: " ").map(String.init)) == nil)
  }
}
