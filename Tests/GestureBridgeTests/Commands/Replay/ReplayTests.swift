import Foundation
import Support
import Testing

/// `replay` of touch scripts: its output, and the rules that it uses.
struct ReplayTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("chain.touches", try Fixtures.text("tap-chain.touches"))
    try folder.write("tap.touches", "touches\n  0ms  down a 50,50\n  60ms up a\n")
  }

  private func replay(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    try Program.run(["replay"] + arguments, in: folder, environment: environment)
  }

  private func rules(_ name: String) -> String { "[gesture.\(name)]\nkind = \"tap\"\nrun = \"true\"\n" }

  /// One tap, then two, then three: exactly one gesture for each.
  @Test func theTapChainAsJSON() throws {
    let outcome = try replay("chain.touches", "--format", "json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == (try Fixtures.text("tap-chain.json")))
  }

  @Test func theTapChainAsText() throws {
    expectSnapshot(try replay("chain.touches").output, "the tap chain as text")
  }

  @Test(arguments: [[], ["--format", "json"], ["--format", "trace"], ["--debug-json"]])
  func twiceByteForByteTheSame(_ arguments: [String]) throws {
    let first = try Program.run(["replay", "chain.touches"] + arguments, in: folder)
    #expect(first.status == 0 && !first.output.isEmpty)
    #expect(try Program.run(["replay", "chain.touches"] + arguments, in: folder) == first)
  }

  @Test func theTrace() throws {
    try folder.write(
      "one.touches",
      """
      gestures
        double = tap taps=2 max-interval=250ms
        single = tap require-to-fail=double
      touches
        0ms    down a 50,50
        60ms   up a
      """)
    expectSnapshot(try replay("one.touches", "--format", "trace").output, "the trace")
  }

  /// Below each event are its actions: those of the chosen bindings of the gesture.
  @Test func theTraceTellsWhatIsDone() throws {
    try folder.write(
      "bindings.toml",
      """
      [gesture.tap]
      kind = "tap"
      run = "own"
      [[override]]
      gesture = "tap"
      run = ["last", "a \\"b\\""]
      ended = "over"
      [[override]]
      gesture = "tap"
      also = true
      run = "too"
      """)
    expectSnapshot(
      try replay("tap.touches", "--format", "trace").output, "the trace tells what is done", has: "(bindings.toml:6)",
      "(bindings.toml:11)")
    #expect(try replay("tap.touches").output.split(separator: "\n").count == 1)
  }

  /// From the script, from --config, from this folder, from the daemon's places.
  @Test func whichRulesAreUsed() throws {
    let found = try Folder()
    try FileManager.default.createDirectory(atPath: found.path("gesture-bridge"), withIntermediateDirectories: true)
    try found.write("gesture-bridge/bindings.toml", rules("found"))
    let environment = ["XDG_CONFIG_HOME": found.url.path]
    try folder.write("named.toml", rules("named"))
    func names(_ arguments: String...) throws -> [Substring] {
      try Program.run(["replay"] + arguments, in: folder, environment: environment).output
        .split(separator: "\n").map { $0.split(separator: " ")[2] }
    }
    #expect(try names("tap.touches") == ["found"])
    try folder.write("bindings.toml", rules("here"))
    #expect(try names("tap.touches") == ["here"])
    #expect(try names("tap.touches", "--config", "named.toml") == ["named"])
    #expect(try names("chain.touches") == ["single", "double", "triple"])
    #expect(try Set(names("chain.touches", "--config", "named.toml")) == ["named"])
  }

  @Test(.disabled(if: RulesSearchTests.hasSystemRules, "this machine has rules in /etc")) func noRules() throws {
    let outcome = try replay("tap.touches")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    expectSnapshot(outcome.errors, "no rules")
  }

  @Test func badRules() throws {
    try folder.write("bindings.toml", "[gesture.a]\nkind = \"swype\"\n")
    let outcome = try replay("tap.touches")
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    expectSnapshot(outcome.errors, "bad rules")
  }
}
