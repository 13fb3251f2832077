/// Finds and replaces parts of text, byte by byte.
///
/// The standard library's own functions come with its engine for regular expressions, a megabyte of every program.
extension StringProtocol where Index == String.Index {
  /// Whether `part` occurs in it.
  public func includes(_ part: String) -> Bool { firstPlace(of: part) != nil }

  /// Where `part` occurs first.
  public func firstPlace(of part: String) -> Range<String.Index>? {
    let bytes = utf8
    var start = bytes.startIndex
    while true {
      if bytes[start...].starts(with: part.utf8) {
        return start..<bytes.index(start, offsetBy: part.utf8.count)
      }
      guard start < bytes.endIndex else { return nil }
      start = bytes.index(after: start)
    }
  }

  /// Where `part` occurs; no place overlaps another.
  public func places(of part: String) -> [Range<String.Index>] {
    guard !part.isEmpty else { return [] }
    var places: [Range<String.Index>] = []
    var rest = self[startIndex...]
    while let place = rest.firstPlace(of: part) {
      places.append(place)
      rest = rest[place.upperBound...]
    }
    return places
  }

  /// The same with `other` in place of each `part`.
  public func replacing(each part: String, by other: String) -> String {
    var text = ""
    var start = startIndex
    for place in places(of: part) {
      text += self[start..<place.lowerBound]
      text += other
      start = place.upperBound
    }
    return text + self[start...]
  }
}
