import Desktop
import Testing

@Suite struct AbsenceTests {
  @Test func reasonsAreToldApart() {
    let all: [SuspensionReasons] = [.inactive, .locked, .asleep]
    #expect(SuspensionReasons(all).symmetricDifference([.locked]) == [.inactive, .asleep])
  }

  @Test func eachReasonHasItsWords() {
    #expect(SuspensionReasons([.asleep, .locked, .inactive]).words == ["background", "locked", "asleep"])
    #expect(SuspensionReasons([]).words == [])
    #expect(SuspensionReasons([]).clause == "")
    #expect(SuspensionReasons.inactive.clause == "the session is in the background")
    #expect(SuspensionReasons([.locked, .asleep]).clause == "the session is locked and the machine sleeps")
  }
}
