import Proof

/// Puts arbitration to the proof.
@main struct Prove {
  static func main() async {
    let arguments = CommandLine.arguments.filter { $0 != "--as-engine" }
    let readings: Readings = CommandLine.arguments.contains("--as-engine") ? .engine : .text
    let scale = arguments.count > 1 ? Int(arguments[1]) ?? 0 : 0
    for family in Family.all(scale) where arguments.count < 3 || arguments[2...].contains(family.name) {
      let start = ContinuousClock.now
      let tally = await family.play(readings)
      print(
        family.name, tally.worlds, "worlds", tally.steps, "steps", tally.refused, "refused", tally.ambiguous, "unclear",
        tally.failures.count, "failures", ContinuousClock.now - start)
      var seen: Set<String> = []
      let sorted = tally.failures.sorted { $0.count < $1.count }.filter {
        seen.insert($0.split(separator: "\n").filter { $0.hasPrefix("    ") || !$0.hasPrefix(" ") }.joined()).inserted
      }
      for failure in sorted.prefix(5) { print(failure, "\n") }
    }
  }
}
