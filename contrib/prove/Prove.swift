import Proof

/// Puts arbitration to the proof.
@main struct Prove {
  static func main() async {
    var tally = Tally()
    for family in [Family.pairs(depth: 5)] {
      var own = Tally()
      for world in family.worlds {
        own.add(family.search.play(world))
        if own.failures.count > 5 { break }
      }
      print(family.name, own.worlds, own.steps, own.refused)
      tally.add(own)
    }
    for failure in tally.failures.prefix(5) { print(failure, "\n") }
  }
}
