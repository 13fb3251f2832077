import Desktop
import Testing

@Suite struct AbsenceTests {
  @Test func reasonsAreToldApart() {
    let all: [Absence] = [.inactive, .locked, .asleep]
    #expect(Absence(all).symmetricDifference([.locked]) == [.inactive, .asleep])
  }
}
