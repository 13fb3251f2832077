/// Finds the name that the user probably meant by a mistyped name.
public enum Nearest {
  /// The greatest length of a name in bytes. For a longer name, no similar name is searched for.
  private static let longest = 48

  /// The most similar name; nil if no name is similar. Capitals, and `_` or a space instead of `-`, aren't mistakes.
  public static func name(to name: String, among names: some Sequence<String>) -> String? {
    let wanted = name.utf8.map(letter)
    guard wanted.count <= longest else { return nil }
    // A word with one mistake in three letters is still recognizable. With more mistakes, any word could be meant.
    var best: (name: String, distance: Int)?
    var limit = wanted.count / 3
    for candidate in names {
      guard abs(candidate.utf8.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, candidate.utf8.map(letter), limit: limit)
      guard distance <= limit, distance < best?.distance ?? .max else { continue }
      best = (candidate, distance)
      limit = distance
    }
    return best?.name
  }

  private static func letter(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "_"), UInt8(ascii: " "): UInt8(ascii: "-")
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }

  /// The number of wrong, missing, extra and swapped letters between `a` and `b`. Numbers above `limit` can be inexact.
  private static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return .max }
    var earlier: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, earlier[j - 1] + 1) }
        row.append(cost)
      }
      guard row.contains(where: { $0 <= limit }) else { return .max }
      (earlier, last) = (last, row)
    }
    return last[b.count]
  }
}

func didYouMean(_ name: String) -> String { "did you mean \(name.quoted)?" }

/// A question such as `did you mean "swipe"?`. Nil if `name` is neither similar to nor a synonym of a name in `names`.
func didYouMean(_ name: String, among names: [String]) -> String? {
  let meant = Synonyms.value(name, among: names) ?? Synonyms.key(name, among: names)
  return (meant ?? Nearest.name(to: name, among: names)).map { didYouMean($0) }
}
