import Foundation
import Logging
import Support
import Testing

@testable import gesture_bridge

/// The messages in the journal: each line has a priority in place of the program's name and the level.
@Suite struct JournalTests {
  private func journaled(_ rules: String, stream: String) throws -> (Program.Outcome, String) {
    let folder = try Folder()
    try folder.write("bindings.toml", rules)
    let outcome = try Program.shell(
      """
      : >journal
      JOURNAL_STREAM=\(stream) "$PROGRAM" --config bindings.toml 2>journal
      """, in: folder)
    return (outcome, folder.text("journal"))
  }

  private static let wrong = "[gesture.a]\nkind = \"swype\"\n"

  @Test func everyLineHasItsPriority() throws {
    let (outcome, journal) = try journaled(Self.wrong, stream: "$(stat -c %d:%i journal)")
    #expect(outcome.status == ExitStatus.unusableRules)
    expectSnapshot(journal, "every line has its priority")
  }

  /// The variable was set for another program, with another standard error.
  @Test func anotherFileIsNoJournal() throws {
    let (outcome, journal) = try journaled(Self.wrong, stream: "1:1")
    #expect(outcome.status == ExitStatus.unusableRules)
    #expect(journal.hasPrefix("bindings.toml:2:8: error: "))
    #expect(journal.hasSuffix("\ngesture-bridge: error: bindings.toml has 1 error\n"))
  }

  @Test func everyLevel() {
    var said: [String] = []
    let messages = MessageStream(isJournal: true) { said.append($0) }
    for level in [.critical, .error, .warning, .notice, .info, .debug, .trace] as [Logger.Level] {
      messages.say("a\nb", at: level)
    }
    #expect(said == [2, 3, 4, 5, 6, 7, 7].map { "<\($0)>a\n<\($0)>b\n" })
  }

  @Test func whatTheServiceManagerShows() {
    var state = ServiceState(
      devices: 1, gestures: 2, file: "b.toml", isPaused: false, suspension: [], hasTrouble: false)
    #expect(Message.status(state) == "1 touch device, 2 gestures from b.toml")
    state.suspension = [.locked, .inactive]
    expectSnapshot(Message.status(state), "another session")
    state.suspension = .locked
    state.isPaused = true
    expectSnapshot(Message.status(state), "locked and paused")
    state.suspension = .asleep
    state.isPaused = false
    state.hasTrouble = true
    expectSnapshot(Message.status(state), "asleep with a broken file")
  }
}
