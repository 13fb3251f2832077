/// Finds and replaces parts of text, byte by byte.
///
/// The standard library's own functions compare characters: they find no `\n` in `\r\n`, and no `=` before a combining accent.
extension StringProtocol {
  /// Whether `part` occurs in the text.
  public func includes(_ part: String) -> Bool { firstPlace(of: part) != nil }

  /// The first place of `part`.
  public func firstPlace(of part: String) -> Range<String.Index>? { Substring(self).utf8.firstPlace(of: part.utf8) }

  /// All places of `part` that don't overlap.
  public func places(of part: String) -> [Range<String.Index>] { Substring(self).utf8.places(of: part.utf8) }

  /// The text with `other` in place of each `part`.
  public func replacing(each part: String, by other: String) -> String {
    let whole = Substring(self)
    var text = ""
    var start = whole.startIndex
    for place in whole.utf8.places(of: part.utf8) {
      text += whole[start..<place.lowerBound]
      text += other
      start = place.upperBound
    }
    return text + whole[start...]
  }
}

extension Substring.UTF8View {
  fileprivate func firstPlace(of part: String.UTF8View) -> Range<Index>? {
    guard let first = part.first else { return startIndex..<startIndex }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: part) { return start..<index(start, offsetBy: part.count) }
      rest = rest[index(after: start)...]
    }
    return nil
  }

  fileprivate func places(of part: String.UTF8View) -> [Range<Index>] {
    guard !part.isEmpty else { return [] }
    var places: [Range<Index>] = []
    var rest = self[...]
    while let place = rest.firstPlace(of: part) {
      places.append(place)
      rest = rest[place.upperBound...]
    }
    return places
  }
}
