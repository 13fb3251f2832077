import Glibc
import Proof

/// Puts arbitration to the proof: the engine against a second one written from the specification.
@main struct Prove {
  private static let usage = """
    usage: prove worlds [--longer N] [FAMILY...]    all short inputs in small worlds
           prove random [--frames N] [--seed N] [--least N]
                                                long random inputs in random worlds, each thing so often
    Exit status: 0 when all agrees, 1 when something differs or was seen too seldom, 2 for usage.
    """

  static func main() async {
    var words = Array(CommandLine.arguments.dropFirst())
    let command = words.isEmpty ? "" : words.removeFirst()
    let isClean: Bool
    switch command {
    case "worlds": isClean = await worlds(removeOption("--longer", &words) ?? 0, words)
    case "random":
      isClean = await random(
        removeOption("--frames", &words) ?? 160_000_000, UInt64(removeOption("--seed", &words) ?? 1),
        atLeast: removeOption("--least", &words) ?? 1000)
    default:
      print(usage)
      exit(2)
    }
    exit(isClean ? 0 : 1)
  }

  private static func removeOption(_ option: String, _ words: inout [String]) -> Int? {
    guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
    defer { words.removeSubrange(index...(index + 1)) }
    return Int(words[index + 1])
  }

  private static func worlds(_ longer: Int, _ names: [String]) async -> Bool {
    var all = ProofTally()
    for family in Family.all(longer) where names.isEmpty || names.contains(family.name) {
      let start = ContinuousClock.now
      let tally = await family.play()
      print("\(family.name): \(tally.summary), \(ContinuousClock.now - start)")
      show(tally)
      fflush(nil)
      all.add(tally)
    }
    print("all: \(all.summary)")
    return all.failures.isEmpty
  }

  private static func random(_ frames: Int, _ seed: UInt64, atLeast least: Int) async -> Bool {
    let start = ContinuousClock.now
    let parts = await withTaskGroup(of: (ProofTally, Coverage).self) { group in
      for half in 0..<UInt64(2) {
        group.addTask {
          var coverage = Coverage()
          var worlds = RandomWorlds(seed: seed * 2 + half)
          return (worlds.play(frames: frames / 2, &coverage), coverage)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var tally = ProofTally()
    var coverage = Coverage()
    for part in parts {
      tally.add(part.0)
      coverage.add(part.1)
    }
    print(coverage.text)
    print("random: \(tally.summary), \(ContinuousClock.now - start)")
    show(tally)
    let missing = coverage.missing(atLeast: least)
    if !missing.isEmpty { print("seen less than \(least) times:\n  " + missing.joined(separator: "\n  ")) }
    return tally.failures.isEmpty && missing.isEmpty
  }

  /// The shortest failures, one for each sequence of inputs.
  private static func show(_ tally: ProofTally) {
    var seen: Set<String> = []
    for failure in tally.failures.sorted(by: { $0.count < $1.count }) where seen.count < 5 {
      let inputs = failure.split(separator: "\n").filter { $0.hasPrefix("    ") || !$0.hasPrefix(" ") }.joined()
      if seen.insert(inputs).inserted { print(failure, "\n") }
    }
  }
}
