/// The places where bytes are not UTF-8: the first of each line, for one is as good as many.
func invalidUTF8(in text: [UInt8], limit: Int) -> [Range<Int>] {
  var found: [Range<Int>] = []
  var start = 0
  while start < text.count, found.count < limit {
    do {
      _ = try UTF8Span(validating: text.span.extracting(start..<text.count))
      return found
    } catch {
      let range = start + error.byteOffsets.lowerBound..<start + error.byteOffsets.upperBound
      found.append(range)
      start = text[range.upperBound...].firstIndex(of: Bytes.lineFeed) ?? text.count
    }
  }
  return found
}
