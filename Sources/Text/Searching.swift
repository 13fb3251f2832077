/// Finds and replaces parts of text, byte by byte.
///
/// The standard library compares characters. It finds no `\n` in `\r\n`.
extension StringProtocol {
  public func includes(_ part: String) -> Bool { firstOccurrence(of: part) != nil }

  public func firstOccurrence(of part: String) -> Range<String.Index>? {
    Substring(self).utf8.firstOccurrence(of: part.utf8)
  }

  /// Finds `part` from left to right, without overlaps. The result is empty if `part` is empty.
  public func occurrences(of part: String) -> [Range<String.Index>] { Substring(self).utf8.occurrences(of: part.utf8) }

  public func replacing(each part: String, by other: String) -> String {
    let whole = Substring(self)
    var text = ""
    var start = whole.startIndex
    for occurrence in whole.utf8.occurrences(of: part.utf8) {
      text += whole[start..<occurrence.lowerBound]
      text += other
      start = occurrence.upperBound
    }
    return text + whole[start...]
  }
}

extension Substring.UTF8View {
  fileprivate func firstOccurrence(of part: String.UTF8View) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var remaining = self[...]
    while let start = remaining.firstIndex(of: first) {
      if remaining[start...].starts(with: part) { return start..<index(start, offsetBy: part.count) }
      remaining = remaining[index(after: start)...]
    }
    return nil
  }

  fileprivate func occurrences(of part: String.UTF8View) -> [Range<Index>] {
    guard !part.isEmpty else { return [] }
    var occurrences: [Range<Index>] = []
    var remaining = self[...]
    while let occurrence = remaining.firstOccurrence(of: part) {
      occurrences.append(occurrence)
      remaining = remaining[occurrence.upperBound...]
    }
    return occurrences
  }
}
