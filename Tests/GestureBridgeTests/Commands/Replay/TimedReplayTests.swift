import Foundation
import Support
import Testing

/// `replay --debug`: a recording at its original speed.
struct TimedReplayTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("chain.touches", try Fixtures.text("tap-chain.touches"))
    try folder.write("tap.touches", "touches\n  0ms  down a 50,50\n  60ms up a\n")
    try folder.write(
      "bindings.toml", "[gesture.tap]\nkind = \"tap\"\nrun = 'echo tapped; echo tapped >> \"${RAN:-ran}\"'\n")
  }

  private func replay(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Outcome {
    try Program.run(
      ["replay"] + arguments, in: folder, environment: environment.merging(["HOME": folder.url.path]) { $1 })
  }

  /// Lines, because standard output isn't a terminal here; they are the same at any speed.
  @Test func theSpeedChangesNothing() throws {
    let fast = try replay("chain.touches", "--debug", "--speed", "1000")
    #expect(fast.status == 0 && fast.errors.isEmpty)
    for name in ["single", "double", "triple"] {
      let lines = fast.output.split(separator: "\n").filter { $0.contains(" \(name) ") }
      #expect(lines.contains { $0.contains("tap recognized") }, Comment(rawValue: fast.output))
    }
    #expect(try replay("chain.touches", "--debug", "--speed", "3.5") == fast)
    #expect(try replay("chain.touches", "--debug-plain", "--speed", "100") == fast)
  }

  /// Near misses are those that `explain` lists, and are known at the end of the attempt.
  @Test func nearMissesAreThoseOfTheExplanation() throws {
    try folder.write(
      "slow.touches",
      """
      gestures
        left = swipe fingers=3 direction=left
        up = swipe fingers=3 direction=up
        hold = long-press fingers=3
      touches
        0ms   down a 150,90 b 165,85 c 180,90
        40ms  move a,b,c by -9,0 over 60ms
        110ms up a,b,c
      """)
    let plain = try replay("slow.touches", "--debug-plain").output
    #expect(
      plain.split(separator: "\n").filter { $0.contains("near miss") }.map { $0.dropFirst(15) } == [
        "left near miss: moved 9 mm, needs 12 mm (min-distance)"
      ])
    let json = try replay("slow.touches", "--debug-json").output
    #expect(json.contains(#""type":"near_miss","t_ms":110.000,"gesture":"left","reason":"moved 9"#), "\(json)")
  }

  /// Never faster than it should be: 60 ms at a tenth of the speed, and the chain's last lifting after 4360 ms.
  @Test(arguments: [
    ("tap.touches", ["--speed", "0.1"], 0.6), ("tap.touches", [], 0.06), ("chain.touches", ["--speed", "2"], 2.18),
  ])
  func itTakesItsTime(_ file: String, _ speed: [String], _ seconds: Double) throws {
    let start = Date()
    let outcome = try Program.run(["replay", file, "--debug"] + speed, in: folder)
    #expect(outcome.status == 0 && !outcome.output.isEmpty)
    #expect(Date().timeIntervalSince(start) >= seconds)
  }

  @Test func commandsAreNamedAndOnlyRunWhenAsked() throws {
    let named = try replay("tap.touches", "--debug")
    #expect(
      named.output.contains("tap run: not started: dry run\n"),
      Comment(rawValue: named.output))
    #expect(named.errors.isEmpty && folder.lines("ran").isEmpty)
    let run = try replay("tap.touches", "--debug", "--run")
    #expect(run.status == 0 && folder.lines("ran") == ["tapped"])
    #expect(run.output.contains("\ntapped\n") && run.output.contains("ended with exit status 0"))
  }

  @Test func whatTheGestureStartedIsCountedFromTheGesture() throws {
    let output = try replay("tap.touches", "--debug", "--run", "--speed", "10").output
    let words = output.split(separator: "\n").first { $0.contains("tap run: started") }?.split(separator: " ") ?? []
    let latency = try #require(words.dropLast().last.flatMap { Double($0) }, Comment(rawValue: output))
    #expect((0..<60_000).contains(latency))
  }

  @Test func aSignalEndsIt() throws {
    let line = "\"$PROGRAM\" replay chain.touches --debug --speed 0.1 >/dev/null & sleep 1; kill -TERM $!; wait $!"
    #expect(try Program.shell(line, in: folder).status == 128 + 15)
  }

  /// In the view, which remains when the recording is over.
  @Test(.enabled(if: Bed.isThere, Bed.absence), .enabled(if: Bed.hasTerminal, Bed.noTerminal))
  func onATerminal() throws {
    let config = folder.path("bindings.toml")
    for (arguments, expected) in [([], []), (["--run"], ["tapped"])] {
      let bed = try Bed(
        program: ["replay", folder.path("tap.touches"), "--debug", "--config", config, "--speed", "0.5"] + arguments,
        in: folder, terminal: "80x24")
      try bed.perform("start")
      try bed.awaitTerminal("alternate=1 cursor=0 size=80x24 raw=1")
      try bed.perform("wait 1s")
      #expect(try bed.perform("status").hasPrefix("running"))
      #expect(try !bed.screen().split(separator: "\n").contains { $0.hasPrefix("tapped") })
      try bed.perform("keys q")
      #expect(try bed.perform("await-exit") == "exited=0")
      #expect(try bed.terminal() == "alternate=0 cursor=1 size=80x24 raw=0")
      #expect(folder.lines("ran") == expected)
    }
  }
}
