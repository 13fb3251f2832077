import Support
import Testing

@testable import Desktop

/// Another user of the machine sends signals on the bus that only the bus or logind is allowed to send. A bus passes on
/// such signals if they have one receiver: match rules only filter signals that are sent to everybody.
@Suite(.enabled(if: LoginBus.hasStrangers, LoginBus.noStrangers), .serialized) struct ForgeryTests {
  /// Shows in the report of a run that one of the two buses was skipped.
  @Test(.enabled(if: LoginBus.programs.contains(.broker), LoginBus.noBroker)) func bothBusesAreTried() {
    #expect(LoginBus.programs.count == LoginBus.Program.allCases.count)
  }

  @Test(arguments: LoginBus.programs) func nobodyElsePutsGesturesToRest(_ bus: LoginBus.Program) throws {
    let login = try LoginBus("session bed", admittingStrangersTo: bus)
    let following = Following(login.address, session: "bed")
    try login.perform("forge sleep\nforge changes\nforge owner\nforge gone")
    #expect(!following.serve(within: 1) { !following.absences.isEmpty })
    // Signals from logind itself still count.
    try login.perform("set bed LockedHint true")
    #expect(following.becomes(.locked))
  }

  @Test(arguments: ["gone", "owner", "wake", "changes"], LoginBus.programs)
  func nobodyElseEndsALock(_ what: String, _ bus: LoginBus.Program) throws {
    let login = try LoginBus("session bed\nset bed LockedHint true", admittingStrangersTo: bus)
    let following = Following(login.address, session: "bed")
    #expect(following.session.absence == .locked)
    try login.perform("forge \(what)")
    _ = following.serve(within: 0.5) { false }
    following.jump(seconds: 3600)
    #expect(!following.serve(within: 0.5) { following.session.absence != .locked })
    #expect(following.log == [])
    try login.perform("set bed LockedHint false")
    #expect(following.becomes([]))
  }

  @Test(arguments: LoginBus.programs)
  func aStrangerIsNotHeardWhileLogindStartsAnew(_ bus: LoginBus.Program) throws {
    let login = try LoginBus("session bed\nset bed LockedHint true", admittingStrangersTo: bus)
    let following = Following(login.address, session: "bed")
    try login.perform("login off\nforge owner\nforge wake\nforge changes")
    _ = following.serve(within: 0.5) { false }
    following.jump(seconds: 3600)
    #expect(following.session.absence == .locked)
    try login.perform("login on\nsession bed\nset bed LockedHint true")
    _ = following.serve(within: 0.5) { false }
    try login.perform("set bed LockedHint false")
    #expect(following.becomes([]))
  }

  @Test(arguments: LoginBus.programs) func nobodyElseWakesTheMachine(_ bus: LoginBus.Program) throws {
    let login = try LoginBus("session bed", admittingStrangersTo: bus)
    let following = Following(login.address, session: "bed")
    try login.perform("sleep true")
    #expect(following.becomes(.asleep))
    try login.perform("forge wake")
    #expect(!following.serve(within: 0.5) { following.session.absence != .asleep })
    try login.perform("sleep false")
    #expect(following.becomes([]))
  }
}
