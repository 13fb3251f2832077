extension Family {
  private static let workers = 2
  /// After so many failures the rest is not worth the time.
  private static let enough = 6

  /// Plays all of its worlds, on both cores.
  public func play(worlds share: Int = 1) async -> Tally {
    await withTaskGroup(of: Tally.self) { group in
      for worker in 0..<Self.workers {
        group.addTask {
          let search = search
          var tally = Tally()
          for index in stride(from: worker, to: worlds.count, by: Self.workers * share)
          where tally.failures.count < Self.enough {
            tally.add(search.play(worlds[index]))
          }
          return tally
        }
      }
      var tally = Tally()
      for await part in group { tally.add(part) }
      return tally
    }
  }
}
