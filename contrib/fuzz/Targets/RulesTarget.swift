import Bindings
import GestureCore

extension FuzzTarget {
  /// A whole rules file is read and checked, and rules without errors start. Included files and templates have the same
  /// text, or don't exist.
  static let rules = FuzzTarget(name: "rules") { text in
    let loaded = Rules.load(text: text, file: "f", includes: includes(text))
    expect(
      (loaded.rules == nil) == loaded.diagnostics.contains { $0.severity == .error }, "rules with errors are not used")
    for diagnostic in loaded.diagnostics { check(diagnostic) }
    guard let rules = loaded.rules else { return }
    do throws(RequirementCycle) {
      var live = try LiveRules(rules)
      for device in FrameWorld.devices { live.add(device) }
    } catch {
      expect(false, "rules that wait for one another in a circle are refused when they are read")
    }
  }

  private static func check(_ diagnostic: Diagnostic) {
    expect(
      diagnostic.location.line >= 1 && diagnostic.location.column >= 1, "a diagnostic says where: \(diagnostic)")
    expect(
      diagnostic.description.split(separator: "\n", omittingEmptySubsequences: false).count
        == (diagnostic.more == 0 ? 3 : 4),
      "a diagnostic has three lines, and one for those that are not listed: \(diagnostic)")
    expect(
      !diagnostic.description.utf8.contains { $0 < 0x20 && $0 != 0x0A }, "a diagnostic can be printed: \(diagnostic)")
  }

  private static func includes(_ text: [UInt8]) -> Includes {
    Includes(home: "/home/me", identity: "f") { path in
      path.hasSuffix("g.toml")
        ? .success(Includes.File(text: text, identity: path.hasSuffix("/g.toml") ? "f" : "g"))
        : .failure(Includes.Refusal("there is no \(path)", isMissing: true))
    }
  }
}
