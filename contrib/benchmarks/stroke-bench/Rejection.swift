import GestureCore

/// The share of intended strokes that one threshold for all classes accepts, if it falsely accepts 1 % or 5 % of
/// others.
struct Rejection {
  let study: Study
  let contacts: [Sample]
  let options: Options

  private static let falseAccepts = [0.01, 0.05]
  /// More than enough for percentages, and each looks at every stroke.
  private static let fewerRounds = 20

  /// How unlike the templates strokes of each kind are.
  private struct Distances {
    var meant: [Double] = []
    var unseen: [Double] = []
    var contacts: [Double] = []
  }

  func report() {
    print("\naccepted as the right class, %, by templates           1 % false   5 % false")
    for count in [1, 3, 9] {
      guard let distances = measure(count) else { return print("too few strokes in a class") }
      row("against strokes of a class it has not learned", count, distances.meant, distances.unseen)
      if contacts.isEmpty { print("against contacts: the files have none") }
      if !contacts.isEmpty { row("against contacts of a touchpad", count, distances.meant, distances.contacts) }
    }
  }

  private func row(_ text: String, _ count: Int, _ meant: [Double], _ others: [Double]) {
    let others = others.sorted()
    let shares = Self.falseAccepts.map { share in
      let threshold = others[Int(Double(others.count) * share)]
      return right(percent(Double(meant.count { $0 < threshold }) / Double(meant.count)), 12)
    }
    print("\(left(text, 48)) \(right("\(count)", 2))\(shares.joined())")
  }

  private func measure(_ count: Int) -> Distances? {
    var (matcher, random, distances) = (Library(), SeededGenerator(seed: options.seed), Distances())
    for session in study.sessions {
      for _ in 0..<max(1, options.rounds / Self.fewerRounds) {
        guard let (templates, others) = session.drawn(count, &random) else { return nil }
        for entry in others.compactMap(\.first) {
          let nearest = matcher.nearest(entry.sample, templates)
          distances.meant.append(nearest.kind == entry.kind ? nearest.distance : .infinity)
          distances.unseen.append(matcher.nearest(entry.sample, templates, without: entry.kind).distance)
        }
        for _ in study.classes {
          guard let contact = contacts.randomElement(using: &random) else { continue }
          distances.contacts.append(matcher.nearest(contact, templates).distance)
        }
      }
    }
    return distances
  }
}
