import Testing

@testable import Importers

/// Which of fusuma's thresholds count for a gesture, and are named in its notes.
struct FusumaThresholdTests {
  private func notes(_ below: String) throws -> [String] {
    try imported(.fusuma, "swipe:\n  3:\n    threshold: 0.5\n\(below)").body.split(separator: "\n")
      .filter { $0.hasPrefix("# ") && $0.contains("threshold") }.map { String($0.prefix { $0 != ":" }) }
  }

  @Test func theInnermostCounts() throws {
    #expect(try notes("    left:\n      command: x\n") == ["# threshold 0.5"])
    #expect(try notes("    left:\n      threshold: 0.25\n      command: x\n") == ["# threshold 0.25"])
  }

  @Test func noneCountsForAPhase() throws {
    #expect(try notes("    begin:\n      command: x\n") == [])
  }
}
