import CLinux
import Testing

/// The calls that the filter of system calls refuses, tried by a process that confines itself and ends.
@Suite(.enabled(if: hasFilters, "this kernel has no filters of system calls")) struct ConfinementTests {
  /// Such a process could end the screen locker, or have it ended by a limit.
  @Test func itReachesNoOtherProcess() {
    let all = [
      GB_CONNECTING_IS_REFUSED, GB_STARTING_IS_REFUSED, GB_SIGNALLING_IS_REFUSED, GB_LIMITING_IS_REFUSED,
      GB_ITSELF_IS_ALLOWED,
    ]
    #expect(all.filter { refused & $0 == 0 }.isEmpty)
  }
}

private let refused = Int(gb_confinement_probe())
private let hasFilters = refused & GB_CONNECTING_IS_REFUSED != 0
