/// InputActions' drawings as paths of straight lines.
///
/// A drawing is base64 text: four bytes per point, x and y in percent, time and angle. Source: InputActions' `Stroke`.
enum InputActionsStroke {
  private typealias Point = (x: Double, y: Double)

  /// The directions of the lines. Nil if the text is invalid, or the drawing isn't one to eight suitable lines.
  static func path(of text: String) -> [String]? {
    guard text.utf8.count <= longest, let bytes = bytes(of: text), bytes.count >= 8, bytes.count % 4 == 0 else {
      return nil
    }
    let points = stride(from: 0, to: bytes.count, by: 4).map { (x: Double(bytes[$0]), y: Double(bytes[$0 + 1])) }
    guard points.allSatisfy({ $0.x <= 100 && $0.y <= 100 }) else { return nil }
    var path: [String] = []
    var lengths: [Double] = []
    var start = points[0]
    let corners = corners(of: points[...])
    for corner in corners {
      let line = (x: corner.x - start.x, y: corner.y - start.y)
      guard let direction = direction(line, lean: corners.count == 1 ? straightLean : lean) else { return nil }
      if path.last != direction {
        path.append(direction)
        lengths.append(0)
      }
      lengths[lengths.count - 1] += length(line)
      start = corner
    }
    guard path.count <= 8, let most = lengths.max(), lengths.allSatisfy({ $0 > most * shortest }) else { return nil }
    return path
  }

  /// The greatest length of a text in bytes. The limit keeps the recursion within the stack.
  private static let longest = 4000
  /// The least distance of a corner from the line from the first to the last point, in percent of the drawing's size.
  private static let bow = 9.0
  private static let shortest = 0.3  // the least length of a line, as a share of the longest line
  /// The tangent of the greatest angle between a line and its direction: 20°, or 22.5° in a drawing of one line.
  private static let (lean, straightLean) = (0.364, 0.4142)
  private static let diagonal = 0.5.squareRoot()
  private static let directions: KeyValuePairs<String, Point> = [
    "right": (1, 0), "down-right": (diagonal, diagonal), "down": (0, 1), "down-left": (-diagonal, diagonal),
    "left": (-1, 0), "up-left": (-diagonal, -diagonal), "up": (0, -1), "up-right": (diagonal, -diagonal),
  ]

  private static func length(_ line: Point) -> Double { (line.x * line.x + line.y * line.y).squareRoot() }

  /// The points at which the drawing turns, and its last point. Source: the algorithm of Ramer, Douglas and Peucker.
  private static func corners(of points: ArraySlice<Point>) -> [Point] {
    guard let first = points.first, let last = points.last else { return [] }
    let line = (x: last.x - first.x, y: last.y - first.y)
    let distances = points.map { point -> Double in
      let (x, y) = (point.x - first.x, point.y - first.y)
      return length(line) == 0 ? length((x, y)) : (line.x * y - line.y * x).magnitude / length(line)
    }
    guard let farthest = distances.max(), farthest > bow, let offset = distances.firstIndex(of: farthest) else {
      return [last]
    }
    let corner = points.startIndex + offset
    return corners(of: points[...corner]) + corners(of: points[corner...])
  }

  private static func direction(_ line: Point, lean: Double) -> String? {
    directions.first { _, unit in
      let along = line.x * unit.x + line.y * unit.y
      return along > 0 && (line.y * unit.x - line.x * unit.y).magnitude <= along * lean
    }?.key
  }

  private static func bytes(of text: String) -> [UInt8]? {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let digits = text.utf8.filter { $0 != UInt8(ascii: "=") }
    guard text.utf8.count % 4 == 0, let digits = digits.all({ alphabet.firstIndex(of: $0) }) else { return nil }
    return stride(from: 0, to: digits.count, by: 4).flatMap { start -> [UInt8] in
      let group = digits[start..<min(start + 4, digits.count)]
      let bits = group.reduce(0) { $0 << 6 | $1 } << (6 * (4 - group.count))
      return [bits >> 16, bits >> 8, bits].prefix(group.count - 1).map { UInt8(truncatingIfNeeded: $0) }
    }
  }
}
