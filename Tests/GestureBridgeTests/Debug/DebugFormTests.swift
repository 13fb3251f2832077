import Foundation
import Support
import Testing

@testable import gesture_bridge

/// `--debug` and its forms on the command line.
struct DebugFormTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      "tap.touches", "gestures\n  tap = tap\ntouches\n  0ms  down a 50,50\n  60ms up a\n")
  }

  private static let plain = """
         0.0 ms  rules    1 gesture
         0.0 ms  device   added: touchscreen "touchscreen", 300.0 x 190.0 mm
         0.0 ms  touch a  down at 50.0,50.0, finger
         0.0 ms    tap tracking
        60.0 ms  touch a  up at 50.0,50.0, finger, after 60.0 ms, path 0.0 mm, peak 0 mm/s
        60.0 ms  tap      tap recognized  1 finger at 50.0,50.0, 1 tap
        60.0 ms    tap ready

    """

  @Test(arguments: [["--debug-plain", "tap.touches"], ["tap.touches", "--debug-plain"]])
  func aReplayAsText(_ arguments: [String]) throws {
    #expect(
      try Program.run(["replay"] + arguments, in: folder)
        == Program.Outcome(status: 0, output: Self.plain, errors: ""))
  }

  /// The word after `--debug` is the recording; an output that isn't a terminal gets lines.
  @Test func withoutAFormItTakesNoWord() throws {
    #expect(try Program.run("replay", "--debug", "tap.touches", in: folder).output == Self.plain)
    #expect(try Program.run("replay", "tap.touches", "--debug", in: folder).output == Self.plain)
  }

  @Test func aReplayAsObjects() throws {
    let outcome = try Program.run("replay", "--debug-json", "tap.touches", in: folder)
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let types = try outcome.output.split(separator: "\n").map { line in
      (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["type"] as? String ?? "format"
    }
    #expect(
      types == ["format", "rules", "device", "frame", "decision", "frame", "event", "decision", "idle"])
  }

  @Test func aReplayThatRunsCommandsTellsOfThem() throws {
    try folder.write("bindings.toml", "[gesture.tap]\nkind = \"tap\"\nrun = \"true\"\n")
    let arguments = ["replay", "tap.touches", "--config", "bindings.toml", "--run"]
    let plain = try Program.run(arguments + ["--debug-plain"], in: folder).output
    let told = plain.split(separator: "\n").filter { $0.contains("process") }
    #expect(told.count == 2)
    #expect(told.first?.hasPrefix("    60.0 ms    tap run: started `true` as process ") == true)
    #expect(told.first?.contains(" after ") == false)
    #expect(told.last?.hasSuffix(" ended with exit status 0") == true)
    let objects = try Program.run(arguments + ["--debug-json"], in: folder).output.split(separator: "\n")
    #expect(objects.filter { $0.hasPrefix("{\"type\":\"command\",\"t_ms\":60.000,\"command\":") }.count == 2)
  }

  @Test(arguments: ["--debug=plain", "--debug=foo", "--debug="], [[], ["run"], ["replay", "a.touches"]])
  func debugTakesNoValue(_ option: String, _ command: [String]) throws {
    let outcome = try Program.run(command + [option])
    #expect(outcome.status == 2 && outcome.output == "")
    let lines = outcome.errors.components(separatedBy: "\n")
    #expect(
      lines.first
        == "Error: --debug takes no value: use --debug-plain for lines of text, or --debug-json for lines of JSON")
    #expect(lines.contains { $0.hasPrefix("Usage: ") && $0.contains("[--debug | --debug-plain | --debug-json]") })
  }

  @Test(arguments: [["--debug", "--debug-json"], ["replay", "a.touches", "--debug", "--debug-json"]])
  func oneFormAtATime(_ arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(
      outcome.errors.hasPrefix(
        "Error: Value to be set with flag '--debug-json' had already been set with flag '--debug'\n"))
  }

  @Test(arguments: [["--debug", "plain"], ["replay", "a.touches", "--debug", "plain"]])
  func noWordIsAForm(_ arguments: [String]) throws {
    let outcome = try Program.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("Error: Unexpected argument 'plain'\n"))
  }

  @Test(arguments: ["trace", "json"]) func eitherFormsOrTheShortOnes(_ other: String) throws {
    let outcome = try Program.run("replay", "a.touches", "--debug-plain", "--format", other)
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.hasPrefix(
        "Error: --debug, --debug-plain and --debug-json can't be combined with --format: they already print all that --format prints; remove --format\n"
      ))
  }

  @Test func helpShowsTheFlags() throws {
    for command in ["run", "replay"] {
      let help = try Program.run(command, "--help").output
      #expect(help.contains("\n  --debug   ") && help.contains("\n  --debug-plain   "))
      #expect(help.contains("\n  --debug-json   "))
    }
  }

  /// Words after the end of options are arguments.
  @Test func afterTheEndOfOptionsItIsAFile() throws {
    let outcome = try Program.run("replay", "--", "--debug=plain")
    #expect(outcome.status == 1 && outcome.errors.hasPrefix("gesture-bridge: error: can't read --debug=plain: "))
  }

  /// Each command as one object, with the facts behind the words.
  @Test(arguments: CommandCase.all) func whatBecomesOfACommand(_ example: CommandCase) {
    #expect(example.object == "{\"command\":" + example.text + ",\"file\":\"b.toml\",\"line\":7}")
  }
}
