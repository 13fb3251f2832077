import Bindings
import Foundation
import Support
import Testing

@testable import Desktop
@testable import DesktopActions

/// Players on a real session bus: `contrib/testbed/desktop/players.py`.
@Suite(.serialized, .enabled(if: LoginBus.isThere, "needs dbus-daemon and python3-gi"), .timeLimit(.minutes(1)))
struct MediaLinkTests {
  private let program: TestbedProgram
  private let session: ActionSession

  init() throws {
    let program = try TestbedProgram("desktop/players.py") { ["\($0)/bus"] }
    self.program = program
    session = ActionSession { domain in
      domain == .media ? [{ MediaLink(address: "unix:path=\(program.folder)/bus") }] : []
    }
    session.actor.use([.media(.playPause)])
    try #require(session.serve { session.links(.media).readyName != nil })
  }

  /// Whether the players receive these requests, such as `one PlayPause`, since the last call.
  private func heard(_ expected: String) throws -> Bool {
    try session.serve { try program.perform("heard") == expected }
  }

  @Test func theOneThatPlays() throws {
    try program.perform("player one Paused\nplayer two Playing\nplayer three Stopped")
    session.ask(.media(.playPause))
    #expect(try heard("two PlayPause"))
    // This player was the last to receive a request, so it continues.
    try program.perform("player two Paused")
    session.ask(.media(.playPause))
    #expect(try heard("two PlayPause two PlayPause"))
    try program.perform("player three Playing")
    session.ask(.media(.next))
    #expect(try heard("two PlayPause two PlayPause three Next"))
  }

  @Test func everyWord() throws {
    try program.perform("player one Playing")
    let words = ["PlayPause", "Play", "Pause", "Stop", "Next", "Previous"].map { "one \($0)" }
    for (number, action) in MediaAction.allCases.enumerated() {
      session.ask(.media(action))
      #expect(try heard(words.prefix(number + 1).joined(separator: " ")))
    }
  }

  @Test func withoutAPlayer() {
    session.ask(.media(.pause))
    #expect(
      session.serve {
        session.log.last?.contains("no media player that supports MPRIS is running: start one") == true
      }, "\(session.log)")
  }

  /// A player that hangs is skipped.
  @Test func aPlayerThatHangs() throws {
    try program.perform("player one Playing\nplayer two Paused\nhang one")
    session.ask(.media(.pause))
    #expect(try heard("two Pause"))
  }
}
