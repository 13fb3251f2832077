import Foundation
import Support
import Testing

/// `check --json`: the diagnostics of `check`, in a form for programs.
struct CheckJSONTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func check(_ rules: String?, _ arguments: String...) throws -> Program.Outcome {
    if let rules { try folder.write("rules.toml", rules) }
    return try Program.run(["check", "--json", "rules.toml"] + arguments, in: folder)
  }

  @Test func goodRules() throws {
    let outcome = try check(CheckTests.good)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "good rules")
  }

  /// Places are those of the characters, also behind letters of several bytes.
  @Test func errorsWithTheirPlaces() throws {
    let outcome = try check(
      "[gesture.\"é\"]\nrun = \"a\"\nkind = \"tap\"\n\"ü\".slop = 3\n[gesture.b]\nkind = \"swype\"\n")
    #expect(outcome.status == 1 && outcome.errors.isEmpty)
    expectSnapshot(outcome.output, "errors with their places")
  }

  @Test func warningsCountWhenStrict() throws {
    let outcome = try check(CheckTests.warned)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\"ok\": true,\n  \"errors\": 0,\n  \"warnings\": 1,"))
    #expect(
      outcome.output.contains(
        "\"severity\": \"warning\",\n      \"message\": \"this gesture can never happen"))
    let strict = try check(CheckTests.warned, "--strict")
    #expect(strict.status == 1 && strict.output == outcome.output)
  }

  /// An editor marks each place, so programs get more than a terminal does.
  @Test func moreAreListedThanForPeople() throws {
    let outcome = try check((0..<600).map { "[gesture.g\($0)]\nkind = \"swype\"\nrun = \"x\"\n" }.joined())
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let diagnostics = object?["diagnostics"] as? [[String: Any]] ?? []
    #expect(outcome.status == 1 && object?["errors"] as? Int == 600)
    #expect(diagnostics.count == 500 && diagnostics.last?["more"] as? Int == 100)
    #expect(diagnostics.dropLast().allSatisfy { $0["more"] == nil })
  }

  @Test func waitsThatAreNotListedAreSaid() throws {
    func chain(_ count: Int) throws -> [String: Any] {
      let taps = (0..<count).map {
        "[gesture.g\($0)]\nkind = \"tap\"\nrun = \"x\"\ndevice = \"Pad \($0)\"\n"
          + ($0 > 0 ? "require-to-fail = [\"g\($0 - 1)\"]\n" : "")
      }
      let output = try check(taps.joined()).output
      return try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
    }
    let long = try chain(601)
    #expect((long["waits"] as? [Any])?.count == 500 && long["moreWaits"] as? Int == 100)
    #expect((long["gestures"] as? [Any])?.count == 601)
    #expect(try chain(501)["moreWaits"] == nil)
  }

  @Test func waitsThatNoTimeEnds() throws {
    let rules = """
      [gesture.drag]
      kind = "pan"
      run = "true"
      [gesture.hold]
      kind = "long-press"
      run = "true"
      require-to-fail = ["drag"]
      [gesture.both]
      kind = "pan"
      taps = 1
      run = "true"
      [gesture.pair]
      kind = "pan"
      fingers = 2
      run = "true"
      require-to-fail = ["both"]
      """
    let text = try check(rules).output
    #expect(text.contains("\"gesture\": \"hold\",\n      \"waitsFor\": \"drag\",\n      \"until\": \"lift\"\n"))
    #expect(text.contains("\"gesture\": \"pair\",\n      \"waitsFor\": \"both\",\n      \"until\": \"after-lift\"\n"))
  }

  private func failure(_ message: String, file: String) -> Program.Outcome {
    Program.Outcome(
      status: 1,
      output: """
        {
          "file": \(file),
          "ok": false,
          "errors": 1,
          "warnings": 0,
          "diagnostics": [
            {
              "severity": "error",
              "message": "\(message)",
              "fix": null,
              "file": \(file),
              "line": null,
              "column": null,
              "endLine": null,
              "endColumn": null,
              "offset": null,
              "length": null
            }
          ],
          "gestures": [],
          "waits": []
        }

        """, errors: "")
  }

  @Test func whatCannotBeRead() throws {
    #expect(try check(nil) == failure("can't read rules.toml: No such file or directory", file: "\"rules.toml\""))
    try folder.write("rules.toml", CheckTests.good)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("rules.toml"))
    #expect(
      try Program.run("check", "--json", "rules.toml", in: folder)
        == failure(
          "rules.toml is writable by everyone, and the commands in this file would run as you; "
            + "run `chmod o-w rules.toml` (with `sudo` if root owns it) to prevent this",
          file: "\"rules.toml\""))
  }

  @Test(.disabled(if: RulesSearchTests.hasSystemRules, "this machine has rules in /etc")) func noRulesAnywhere() throws
  {
    let message =
      "there is no rules file at /nonexistent/gesture-bridge/bindings.toml or "
      + "/etc/gesture-bridge/bindings.toml; run `gesture-bridge init` to write a first bindings.toml, or name another file (`--config FILE` or `check FILE`)"
    #expect(try Program.run("check", "--json") == failure(message, file: "null"))
  }

  @Test func itIsJSON() throws {
    let shipped = packageRoot.appendingPathComponent("bindings.toml").path
    let output = try Program.run("check", "--json", shipped).output
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
    #expect(object?["ok"] as? Bool == true)
    #expect((object?["gestures"] as? [Any])?.count ?? 0 == 6)
  }
}
