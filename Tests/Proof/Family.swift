/// Worlds of one sort, with the inputs to play in them.
public struct Family: Sendable {
  private static let workers = 2
  /// After this number of failures the rest is not worth the time.
  private static let enough = 6

  public let name: String
  public let worlds: [World]
  public let search: Search

  init(_ name: String, _ alphabet: [Input], depth: Int, _ worlds: [World]) {
    self.name = name
    self.worlds = worlds
    search = Search(alphabet, depth: depth)
  }

  /// All families; `scale` is how many inputs more or fewer than usual are played in a row.
  public static func all(_ scale: Int = 0) -> [Family] {
    [
      alone(5 + scale), pairs(5 + scale), twoRelations(5 + scale), fingers(5 + scale), chains(5 + scale),
      triples(4 + scale), taps(6 + scale), references(4 + scale), modes(5 + scale), zones(5 + scale),
      tools(5 + scale), edges(5 + scale), apart(6 + scale), quadruples(4 + scale),
      distances(5 + scale), drawings(5 + scale), withheld(5 + scale),
    ]
  }

  /// Plays all of its worlds, on both cores.
  public func play(worlds share: Int = 1) async -> ProofTally {
    await withTaskGroup(of: ProofTally.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          let search = search
          var tally = ProofTally()
          for index in stride(from: worker, to: worlds.count, by: Self.workers * share)
          where tally.failures.count < Self.enough {
            tally.add(search.play(worlds[index]))
          }
          return tally
        }
      }
      var tally = ProofTally()
      for await part in group { tally.add(part) }
      return tally
    }
  }
}
