import ArgumentParser
import Testing

@testable import gesture_bridge

/// Plain command lines of the daemon are read without the library that reads all others.
struct RunOptionsTests {
  static let plain: [[String]] = [
    [], ["run"], ["--dry-run"], ["--config", "a b.toml"], ["--config=x.toml", "--config", "y.toml"],
    ["--debug"], ["--debug-plain"], ["--debug-json", "--dry-run", "--allow-root"], ["run", "--log-level", "debug"],
    ["--log-level=trace", "--record", "a.rec", "--max-size", "20MB"], ["--max-size=500kB"],
    ["--confine=on", "--launcher", "/run/x"], ["--launcher=/run/x", "--confine", "required"], ["--config=a=b.toml"],
  ]

  @Test(arguments: plain) func aPlainLineIsReadAsTheLibraryReadsIt(words: [String]) throws {
    let options = try #require(RunOptions(plain: words))
    let parsed = try GestureBridge.parseAsRoot(words)
    #expect(options == (try #require(parsed as? Run)).options)
  }

  static let others: [[String]] = [
    ["check"], ["--help"], ["run", "--help"], ["--version"], ["--config"], ["--config", ""], ["--config", "--dry-run"],
    ["--config="], ["--dry-run=yes"], ["--debug="], ["--debug=plain"], ["--debug", "json"],
    ["--debug", "--debug-json"], ["--log-level", "loud"],
    ["--max-size", "3"], ["--confine", "maybe"], ["--launcher", "/run/x"], ["--record", "-", "--debug"], ["--", "x"],
    ["x"], ["--dry-runs"], ["-c", "x"], ["help", "run"], ["run", "run"],
  ]

  @Test(arguments: others) func anyOtherLineIsLeftToTheLibrary(words: [String]) {
    #expect(RunOptions(plain: words) == nil)
  }

  /// Where none may run, root needs no other flag.
  @Test(arguments: [
    ([], true), (["--dry-run"], false), (["--dry-run", "--debug-plain"], false), (["--dry-run", "--debug"], true),
    (["--debug"], true),
  ])
  func commandsMayRun(words: [String], may: Bool) throws {
    #expect(try #require(RunOptions(plain: words)).mayRunCommands == may)
  }

  /// An option that only one of them has would be missed here.
  @Test func everyOptionOfTheHelpIsTried() {
    let named = Set(Run.helpMessage(columns: 100).matches(of: /--[a-z-]+/).map { String($0.output) })
    let tried = Set(Self.plain.joined().joined(separator: " ").matches(of: /--[a-z-]+/).map { String($0.output) })
    #expect(named.subtracting(["--version", "--help"]) == tried)
  }
}
