import GestureCore

/// The expectations of a vector, compared with the result.
struct PeerExpectation {
  let expect: [String: Any]
  /// Of the source's lengths, in mm.
  let mm: Double

  private static let closeScale = 0.02
  /// A hundredth of a pixel.
  private static let closeLength = 0.01

  /// Everything that is not as expected, in words.
  func disagreements(_ run: PeerRun) -> [String] {
    run.broken + expect.sorted { $0.key < $1.key }.flatMap { disagreement($0.key, $0.value, run) }
  }

  private func disagreement(_ what: String, _ wanted: Any, _ run: PeerRun) -> [String] {
    let name = String(what.prefix { $0 != "." })
    switch (what, wanted) {
    case ("final_scale", let text as String):
      return compare(what, run.events.last?.event.values.scale, Double(text.dropFirst()), Self.closeScale)
    case (_, let states as [String]) where what.hasSuffix(".states"):
      let got = run.states(of: name)
      return Self.matches(got[...], states[...]) ? [] : ["\(what) are \(got), not \(states)"]
    case (_, let delta as [Double]) where what.hasSuffix(".first_delta"):
      let got = run.events(of: name).first?.values.translation
      return compare("\(what) x", got.map { $0.x / mm }, delta[0], Self.closeLength)
        + compare("\(what) y", got.map { $0.y / mm }, delta[1], Self.closeLength)
    case (_, let values as [String: Any]) where what.hasPrefix("after"):
      return at(Double(what.dropFirst(5)) ?? .nan, values, run)
    case (_, let count as Int):
      return run.count(what) == count ? [] : ["\(what) \(run.count(what)) times, not \(count)"]
    case (_, let state as String): return disagreement(of: name, state, run)
    default: return ["\(what): \(wanted) means nothing here"]
    }
  }

  /// The disagreement about one recognizer: its state, or its direction.
  private func disagreement(of name: String, _ wanted: String, _ run: PeerRun) -> [String] {
    let states = run.states(of: name)
    let hasFailed = !run.failures(of: name).isEmpty
    let isSo =
      switch wanted {
      case "began": states == ["began"]
      case "possible": states.isEmpty && !hasFailed
      case "failed", "removed/failed": states.isEmpty && hasFailed
      default: states == ["recognized"] && run.events(of: name).first?.values.direction?.rawValue == wanted
      }
    return isSo ? [] : ["\(name) is \(states), \(run.failures(of: name)), not \(wanted)"]
  }

  private func at(_ ms: Double, _ values: [String: Any], _ run: PeerRun) -> [String] {
    let time = Timestamp(microseconds: Int64(ms * 1000))
    let event = run.events.last { $0.event.time == time }?.event
    let centroid = values["centroid"] as? [Double] ?? []
    return compare("scale at \(ms) ms", event?.values.scale, values["scale"] as? Double, Self.closeScale)
      + compare("x at \(ms) ms", event.map { $0.values.location.x / mm }, centroid.first, Self.closeLength)
      + compare("y at \(ms) ms", event.map { $0.values.location.y / mm }, centroid.last, Self.closeLength)
  }

  private func compare(_ what: String, _ got: Double?, _ wanted: Double?, _ margin: Double) -> [String] {
    guard let got, let wanted, abs(got - wanted) <= margin else {
      return ["\(what) is \(got.map { "\($0)" } ?? "nowhere"), not \(wanted.map { "\($0)" } ?? "readable")"]
    }
    return []
  }

  /// Whether the states are these; `changed*` stands for any number of `changed`, or none.
  private static func matches(_ states: ArraySlice<String>, _ wanted: ArraySlice<String>) -> Bool {
    guard let first = wanted.first else { return states.isEmpty }
    guard first.hasSuffix("*") else {
      return states.first == first && matches(states.dropFirst(), wanted.dropFirst())
    }
    return matches(states.drop { $0 == first.dropLast() }, wanted.dropFirst())
  }
}
