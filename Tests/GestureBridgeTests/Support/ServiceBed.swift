import Foundation
import Support
import Testing

/// The daemon as systemd runs it for a user: its unit under a real `systemd --user`, with mocked devices.
final class ServiceBed {
  static let script = packageRoot.appendingPathComponent("contrib/testbed/user-manager").path
  static let absence: Comment =
    "needs root, systemd and leave to make namespaces and control groups: `contrib/testbed/user-manager --check` says what"
  static let isThere = Bed.isThere && (try? run(["--check"]).status) == 0

  let bed: Bed

  /// With the daemon's unit started; `unit` is added to it.
  init(rules: String, unit: String = "") throws {
    let folder = try Folder()
    try folder.write("drop-in.conf", unit)
    let config = try folder.write("bindings.toml", rules)
    bed = try Bed(program: ["--config", config], in: folder, starter: Self.script)
    try bed.perform("add touchscreen event0\nstart")
  }

  /// Runs `systemctl --user` or another command in the namespaces of the service manager.
  @discardableResult
  func tool(_ words: String...) throws -> Program.Outcome {
    try Self.run(["--in"] + words, runtime: bed.folder.url.path)
  }

  /// Properties of the unit, in the order asked for.
  func facts(_ names: String...) throws -> [String] {
    try names.map { name in
      let outcome = try tool("systemctl", "--user", "show", "--value", "-p", name, "gesture-bridge")
      return outcome.output.trimmingCharacters(in: .newlines)
    }
  }

  /// Waits until a property of the unit is `value`, ten seconds at most.
  func await(_ name: String, _ value: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var found = ""
    // Most of a minute passes only on a machine that is very busy, or when it fails.
    for _ in 0..<600 {
      found = try facts(name).joined()
      if found == value { return }
      try bed.perform("wait 100ms")
    }
    let all = try tool("systemctl", "--user", "status", "gesture-bridge").output
    Issue.record("\(name) is \"\(found)\", not \"\(value)\"\n\(all)\n\(bed.log)", sourceLocation: sourceLocation)
  }

  /// The daemon's messages in the journal with this priority.
  func journal(_ priority: String) throws -> [String] {
    let range = "\(priority)..\(priority)"
    return try tool("journalctl", "-o", "cat", "-t", "gesture-bridge", "-p", range).output
      .split(separator: "\n").map(String.init)
  }

  private static func run(_ arguments: [String], runtime: String = "/nonexistent") throws -> Program.Outcome {
    try Program.launch(script, arguments, in: nil, ["XDG_RUNTIME_DIR": runtime])
  }
}
