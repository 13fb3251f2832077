import Glibc
import Support
import Testing

@testable import Desktop

/// The state that is assumed as long as nothing reports it.
@Suite(.enabled(if: LoginBus.isThere, LoginBus.absence), .serialized) struct LoginLossTests {
  @Test func theSessionStaysAsItWasWhileLogindStartsAnew() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address, session: "bed")
    try login.perform("login off")
    #expect(following.serve { following.log == ["info: \(LoginWording.lost)"] })
    #expect(following.session.absence == .locked)
    try login.perform("login on\nsession bed\nset bed Active false")
    #expect(following.becomes([.locked, .inactive]))
    following.jump(seconds: 61)
    #expect(following.session.absence == [.locked, .inactive])
  }

  /// For a service that lends nothing to a session that may be locked.
  @Test func whetherAnybodyHasSaidIt() throws {
    let login = try LoginBus("session bed\nfreeze")
    let following = Following(login.address, LoginIdentity(session: "bed"), within: 0)
    _ = following.serve(within: 0.5) { false }
    #expect(following.session.knowledge == .awaited)
    try login.perform("thaw")
    #expect(following.serve { following.session.knowledge == .answered } && following.session.absence == [])
    try login.perform("inhibitors")
    #expect(try login.perform("inhibitors") == "", "another's session does not delay the machine's sleep")
    try login.perform("login off")
    #expect(following.serve { following.log.contains("info: \(LoginWording.lost)") })
    #expect(following.session.knowledge == .answered)
    try login.perform("bus off")
    #expect(following.serve { following.session.knowledge == .awaited })
    following.jump(seconds: 61)
    #expect(following.session.knowledge == .awaited)
    try login.perform("bus on\nlogin on\nsession bed\nset bed LockedHint true")
    following.jump(seconds: 300)
    #expect(following.becomes(.locked) && following.session.knowledge == .answered)
    following.session.end()
    #expect(following.watched == 0)
  }

  @Test func whereThereIsNoBusNobodyCanSayIt() throws {
    let folder = try Folder()
    let missing = Following("unix:path=\(folder.path("bus"))", LoginIdentity(session: "bed"))
    #expect(missing.session.knowledge == .impossible)
    try folder.write("bus", "a bus that does not answer")
    #expect(missing.serve { missing.session.knowledge == .awaited })
    let login = try LoginBus("session bed")
    #expect(Following(login.address, LoginIdentity(session: "bed"), library: nil).session.knowledge == .awaited)
    let other = Following(login.address, LoginIdentity(session: "other"))
    #expect(other.session.knowledge == .answered && other.session.absence == .inactive)
  }

  /// logind forgets locks when it restarts, and doesn't report the end of such a lock.
  @Test func aLogindThatHasForgottenTheLockDoesNotEndIt() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address, session: "bed")
    try login.perform("login off\nlogin on\nsession bed")
    let doubt = "warning: \(LoginWording.remembered)"
    #expect(following.serve { following.log.contains(doubt) })
    #expect(following.session.absence == .locked)
    try login.perform("set bed Active false\nset bed Active true")
    _ = following.serve(within: 0.5) { false }
    #expect(following.session.absence == .locked)
    #expect(following.log.filter { $0 == doubt }.count == 1)
    try login.perform("set bed LockedHint true")
    _ = following.serve(within: 0.5) { false }
    try login.perform("set bed LockedHint false")
    #expect(following.becomes([]))
  }

  /// A user who logs in again has entered the password.
  @Test func anotherSessionIsNotLockedByTheLastOne() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address)
    try login.perform("login off\nlogin on\nsession next")
    #expect(following.becomes([]))
  }

  @Test func aBusThatComesBackIsFound() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address, session: "bed")
    try login.perform("bus off")
    #expect(following.serve { following.log == ["info: \(LoginWording.lost)"] })
    #expect(following.session.absence == .locked)
    #expect(following.session.nextDeadline != nil)
    try login.perform("bus on\nlogin on\nsession bed\nset bed Active false")
    #expect(following.becomes([.locked, .inactive]))
    #expect(following.serve { following.session.nextDeadline == nil })
    #expect(following.absences == [.locked, [.locked, .inactive]])
  }

  /// Only the login manager's report ends a lock; but a machine on which this program runs is awake.
  @Test func aLockStaysWhenTheBusStaysAway() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true")
    let following = Following(login.address, session: "bed")
    try login.perform("sleep true")
    #expect(following.becomes([.locked, .asleep]))
    try login.perform("bus off")
    #expect(following.serve { following.log == ["info: \(LoginWording.lost)"] })
    following.jump(seconds: 59)
    #expect(following.session.absence == [.locked, .asleep])
    following.jump(seconds: 1)
    #expect(following.session.absence == .locked)
    #expect(following.log == ["info: \(LoginWording.lost)", "warning: \(LoginWording.kept(.locked))"])
    following.jump(seconds: 86400)
    #expect(following.session.absence == .locked)
    try login.perform("bus on\nlogin on\nsession bed\nset bed Active false")
    following.jump(seconds: 300)
    #expect(following.becomes([.locked, .inactive]))
  }

  @Test func aBusThatStaysAwayLocksNobodyOut() throws {
    let login = try LoginBus("session bed")
    let following = Following(login.address, session: "bed")
    try login.perform("sleep true")
    #expect(following.becomes(.asleep))
    try login.perform("bus off")
    #expect(following.serve { following.log == ["info: \(LoginWording.lost)"] })
    following.jump(seconds: 60)
    #expect(following.session.absence == [])
    #expect(following.log == ["info: \(LoginWording.lost)", "warning: \(LoginWording.forgotten)"])
    try login.perform("bus on\nlogin on\nsession bed\nset bed LockedHint true")
    following.jump(seconds: 300)
    #expect(following.becomes(.locked))
  }

  @Test func withoutABusNothingIsWaitedFor() {
    let following = Following("unix:path=/nonexistent")
    #expect(following.session.absence == [])
    #expect(following.session.nextDeadline == nil)
    #expect(
      following.log == [
        """
        info: locked sessions can't be detected, because the system bus can't be reached (No such file or directory): start \
        D-Bus; until then, gestures also work while the session is locked
        """
      ])
  }

  /// The same as if both restart at the same time: a later lock is not missed.
  @Test func aBusThatStartsAfterTheDaemonIsFound() throws {
    let login = try LoginBus("bus off")
    let following = Following(login.address, session: "bed")
    #expect(following.session.nextDeadline == nil)
    _ = following.serve(within: 0.3) { false }
    #expect(following.wakeUps == 0)
    try login.perform("bus on\nlogin on\nsession bed\nset bed LockedHint true")
    #expect(following.becomes(.locked))
    #expect(following.watched == 1)
    try login.perform("set bed LockedHint false")
    #expect(following.becomes([]))
  }

  @Test(arguments: [
    ("unix:path=/run/bus", "/run/bus"), ("unix:abstract=x;unix:guid=1,path=/a b", "/a b"), ("tcp:host=x,path=/y", nil),
    ("", nil), ("unix:", nil),
  ]) func theFileOfABusIsKnownFromItsAddress(_ address: String, _ path: String?) {
    #expect(BusSocket.path(inAddress: address) == path)
  }

  @Test func withoutALibraryNothingIsWaitedFor() {
    #expect(BusLibrary.load(names: ["libnobody-has-this.so.0"]) == nil)
    let following = Following("unix:path=/", library: nil)
    #expect(following.watched == 0)
    #expect(following.session.absence == [])
    #expect(following.session.nextDeadline == nil)
    #expect(
      following.log == [
        """
        info: locked sessions can't be detected, because no D-Bus library was found: install libsystemd, libelogind or \
        basu, and restart gesture-bridge; until then, gestures also work while the session is locked
        """
      ])
  }

  /// The bus can only be at a path that doesn't exist.
  @Test(arguments: [
    ("unix:path=/nonexistent", false), ("unix:path=/nonexistent;unix:path=/x", true), ("unix:path=/%78", true),
  ]) func withoutABusNoLibraryIsLoaded(_ address: String, _ isLoaded: Bool) {
    var count = 0
    func load() -> BusLibrary? {
      count += 1
      return BusLibrary.load()
    }
    let following = Following(address, library: load())
    #expect(count == (isLoaded ? 1 : 0))
    #expect(following.log == ["info: \(LoginWording.noBus(ENOENT))"])
  }

  @Test func aLibraryThatIsNoBusIsPassedOver() { #expect(BusLibrary.load(names: ["libc.so.6"]) == nil) }

  @Test func aLoginThatComesLaterIsFollowed() throws {
    let login = try LoginBus("login off")
    let following = Following(login.address, session: "bed")
    #expect(following.log == ["info: \(LoginWording.noLogin)"])
    #expect(following.session.nextDeadline == nil)
    try login.perform("login on\nsession bed\nset bed LockedHint true")
    #expect(following.becomes(.locked))
  }

  @Test func whoDoesNotAnswerKeepsNobodyWaiting() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true\nfreeze")
    let following = Following(login.address, session: "bed", within: 100_000)
    #expect(following.session.absence == [])
    #expect(following.log == ["warning: \(LoginWording.silent)"])
    try login.perform("thaw")
    #expect(following.becomes(.locked))
  }

  @Test func whoDoesNotAnswerInTimeIsAskedAgain() throws {
    let login = try LoginBus("session bed\nset bed LockedHint true\nfreeze")
    let following = Following(login.address, session: "bed", within: 100_000)
    // Longer than an answer is waited for.
    _ = following.serve(within: Double(Bus.patience) / 1e6 + 0.5) { false }
    try login.perform("thaw")
    #expect(following.becomes(.locked))
  }
}
