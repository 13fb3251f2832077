import Testing

@testable import Actions

/// The episodes of refusals.
struct CommandLimitsTests {
  @Test func anEpisodeEndsAtHalfTheLimit() {
    var limits = CommandLimits(perBinding: 4, overall: 100)
    #expect(limits.judge(binding: 0, live: 3, liveOverall: 3) == .start(after: nil))
    #expect(limits.judge(binding: 0, live: 4, liveOverall: 4) == .refuse(.perBinding(4), isFirst: true))
    #expect(limits.judge(binding: 0, live: 4, liveOverall: 4) == .refuse(.perBinding(4), isFirst: false))
    #expect(limits.judge(binding: 0, live: 3, liveOverall: 3) == .start(after: nil))
    #expect(limits.judge(binding: 0, live: 4, liveOverall: 4) == .refuse(.perBinding(4), isFirst: false))
    #expect(limits.judge(binding: 1, live: 0, liveOverall: 4) == .start(after: nil))
    #expect(limits.judge(binding: 0, live: 2, liveOverall: 2) == .start(after: 3))
    #expect(limits.judge(binding: 0, live: 4, liveOverall: 4) == .refuse(.perBinding(4), isFirst: true))
  }

  @Test func theOverallLimitHasItsOwnEpisode() {
    var limits = CommandLimits(perBinding: 10, overall: 4)
    #expect(limits.judge(binding: 0, live: 1, liveOverall: 4) == .refuse(.overall(4), isFirst: true))
    #expect(limits.judge(binding: 1, live: 1, liveOverall: 4) == .refuse(.overall(4), isFirst: false))
    #expect(limits.judge(binding: 1, live: 1, liveOverall: 3) == .start(after: nil))
    #expect(limits.judge(binding: 1, live: 1, liveOverall: 2) == .start(after: 2))
  }

  @Test func aLimitOfOneStillEndsItsEpisode() {
    var limits = CommandLimits(perBinding: 1, overall: 4)
    #expect(limits.judge(binding: 0, live: 1, liveOverall: 1) == .refuse(.perBinding(1), isFirst: true))
    #expect(limits.judge(binding: 0, live: 0, liveOverall: 0) == .start(after: 1))
  }
}
