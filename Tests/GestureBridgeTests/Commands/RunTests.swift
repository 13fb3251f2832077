import ArgumentParser
import Testing

@testable import gesture_bridge

struct RunTests {
  /// If no command is allowed to run, root needs no other flag.
  @Test(arguments: [
    ([], true), (["--dry-run"], false), (["--dry-run", "--debug-plain"], false), (["--dry-run", "--debug"], true),
    (["--debug"], true),
  ])
  func commandsMayRun(words: [String], may: Bool) throws {
    #expect(try #require(try GestureBridge.parseAsRoot(words) as? Run).mayRunCommands == may)
  }
}
