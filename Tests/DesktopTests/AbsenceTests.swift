import Desktop
import Testing

@Suite struct AbsenceTests {
  @Test func reasonsAreToldApart() {
    let all: [Absence] = [.inactive, .locked, .asleep]
    #expect(Absence(all).symmetricDifference([.locked]) == [.inactive, .asleep])
  }

  @Test func eachReasonHasItsWords() {
    #expect(Absence([.asleep, .locked, .inactive]).words == ["inactive", "locked", "asleep"])
    #expect(Absence([]).words == [])
    #expect(Absence([]).clause == "")
    #expect(Absence.inactive.clause == "the session is in the background")
    #expect(Absence([.locked, .asleep]).clause == "the session is locked and the machine sleeps")
  }
}
