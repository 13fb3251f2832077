import CSystem
import Testing

/// What the filter of system calls refuses, tried by a process that confines itself and ends.
@Suite(.enabled(if: hasFilters, "this kernel has no filters of system calls")) struct ConfinementTests {
  private func refused(hasGuards: Bool) -> Set<Int> {
    let bits = Int(gb_confinement_probe(hasGuards ? 1 : 0))
    let all = [
      GB_CONNECTING_IS_REFUSED, GB_STARTING_IS_REFUSED, GB_SIGNALLING_IS_REFUSED, GB_LIMITING_IS_REFUSED,
      GB_ITSELF_IS_ALLOWED,
    ]
    return Set(all.filter { bits & $0 != 0 })
  }

  /// Such a process could end the screen locker, or have it ended by a limit.
  @Test func aProcessWithoutGuardsReachesNoOther() {
    #expect(
      refused(hasGuards: false) == [
        GB_CONNECTING_IS_REFUSED, GB_STARTING_IS_REFUSED, GB_SIGNALLING_IS_REFUSED, GB_LIMITING_IS_REFUSED,
        GB_ITSELF_IS_ALLOWED,
      ])
  }

  @Test func aProcessWithGuardsReachesThem() {
    let refused = refused(hasGuards: true)
    #expect(!refused.contains(GB_SIGNALLING_IS_REFUSED) && !refused.contains(GB_LIMITING_IS_REFUSED))
    #expect(refused.contains(GB_STARTING_IS_REFUSED) && refused.contains(GB_ITSELF_IS_ALLOWED))
  }
}

private let hasFilters = Int(gb_confinement_probe(1)) & GB_CONNECTING_IS_REFUSED != 0
