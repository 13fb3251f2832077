import Glibc
import Support
import Testing

@testable import Desktop

/// The session as logind reports it, on a real bus.
@Suite(.enabled(if: LoginBus.isThere, LoginBus.absence), .serialized) struct LoginSessionTests {
  @Test func locksAndScreensAreFollowed() throws {
    let login = try LoginBus("session bed")
    let following = Following(login.address, session: "bed")
    #expect(following.session.absence == [])
    try login.perform("set bed LockedHint true")
    #expect(following.becomes(.locked))
    try login.perform("set bed Active false")
    #expect(following.becomes([.locked, .inactive]))
    try login.perform("set bed LockedHint false")
    #expect(following.becomes(.inactive))
    try login.perform("set bed Active true")
    #expect(following.becomes([]))
    #expect(following.absences == [.locked, [.locked, .inactive], .inactive, []])
    #expect(following.log == [])
  }

  @Test func whatIsSoAtTheStartIsKnownWhenItHasBegun() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    #expect(Following(login.address, session: "bed").absences == [.locked])
  }

  @Test func nothingIsAskedWhileNothingHappens() throws {
    let login = try LoginBus("session bed")
    let following = Following(login.address, session: "bed")
    _ = following.serve(within: 0.5) { false }
    let before = following.wakeUps
    #expect(following.session.nextDeadline == nil)
    #expect(!following.serve(within: 0.5) { following.wakeUps != before })
  }

  @Test func theUsersOwnSessionCountsWhereTheLoginHasNamedNone() throws {
    let login = try LoginBus("session seven\nset seven LockedHint true\nsession other display=no")
    for name in [nil, "", "gone"] {
      #expect(Following(login.address, session: name).absences == [.locked])
    }
  }

  @Test func aSessionWithoutASeatOrThatIsOverIsNotTheOneAtTheScreen() throws {
    let login = try LoginBus("session seven\nset seven LockedHint true\nsession ssh seat= display=no")
    #expect(Following(login.address, session: "ssh").absences == [.locked])
    try login.perform("session old display=no\nset old Active false\nstate old closing")
    #expect(Following(login.address, session: "old").absences == [.locked])
  }

  @Test func aSessionWithoutASeatCountsWhereThereIsNoOther() throws {
    let login = try LoginBus("session ssh seat= display=no")
    let following = Following(login.address, session: "ssh")
    #expect(following.absences == [])
    try login.perform("set ssh LockedHint true")
    #expect(following.becomes(.locked))
  }

  @Test func whoIsLoggedOutIsNotThere() throws {
    let login = try LoginBus("session bed")
    let following = Following(login.address, session: "bed")
    try login.perform("leave bed")
    #expect(following.becomes(.inactive))
    try login.perform("session next")
    #expect(following.becomes([]))
    try login.perform("set next LockedHint true")
    #expect(following.becomes(.locked))
  }

  @Test func aUserWithoutALoginIsTakenToBeThere() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address, user: 4242)
    #expect(following.absences == [])
    #expect(following.log == ["info: \(LoginWording.unknownUser)"])
  }

  @Test func sleepWaitsUntilItIsKnown() throws {
    let login = try LoginBus("session bed")
    let following = Following(login.address, session: "bed")
    let lock = "sleep/delay/gesture-bridge"
    #expect(following.serve { (try? login.perform("inhibitors")) == lock })
    try login.perform("sleep true")
    #expect(following.becomes(.asleep))
    #expect(following.serve { (try? login.perform("inhibitors")) == "" })
    try login.perform("set bed LockedHint true")
    #expect(following.becomes([.asleep, .locked]))
    try login.perform("sleep false")
    #expect(following.becomes(.locked))
    #expect(following.serve { (try? login.perform("inhibitors")) == lock })
  }
}
