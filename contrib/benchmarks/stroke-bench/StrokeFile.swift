import GestureCore
import Glibc

/// One drawn stroke, or a contact that isn't a drawing.
struct Sample {
  /// The subject, the class and the speed; nil for a contact.
  struct Label {
    let name: String
    let subject: String
    let speed: String
  }

  let label: Label?
  /// In the units of the file.
  let points: [Vector]
  /// In milliseconds since the first point.
  let times: [Double]
  let form: StrokeForm
  let dollar: DollarForm

  /// Nil for a stroke without length.
  init?(_ label: Label?, _ points: [Vector], _ times: [Double]) {
    guard let form = StrokeForm(points), let dollar = DollarForm(points) else { return nil }
    self.label = label
    self.points = points
    self.times = times
    self.form = form
    self.dollar = dollar
  }
}

/// Reads strokes, one a line: `class subject speed number [COUNT] x y t x y t …`, or `x y x y …` for a contact.
enum StrokeFile {
  /// Why a file can't be used, with its place.
  struct Problem: Error { let text: String }

  private static let labels = 4
  /// Between the places of a contact, in milliseconds: its file has no times.
  private static let interval = 12.0

  static func read(_ path: String) throws(Problem) -> [Sample] {
    var samples: [Sample] = []
    for (index, line) in try text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      do { samples += [try Double(first) == nil ? drawing(words) : contact(words)].compactMap(\.self) } catch {
        throw Problem(text: "\(path):\(index + 1): \(error.text)")
      }
    }
    if samples.isEmpty { throw Problem(text: "\(path): has no strokes") }
    return samples
  }

  private static func drawing(_ words: [Substring]) throws(Problem) -> Sample? {
    guard words.count > labels else { throw Problem(text: "class, subject, speed and number must come before points") }
    var numbers = try numbers(words.dropFirst(labels))
    if numbers.count % 3 == 1, let count = numbers.first {
      guard Int(exactly: count) == numbers.count / 3 else {
        throw Problem(text: "says \(words[labels]) points and has \(numbers.count / 3)")
      }
      numbers.removeFirst()
    }
    guard numbers.count % 3 == 0 else { throw Problem(text: "points are x, y and time, and a number is left over") }
    let label = Sample.Label(name: String(words[0]), subject: String(words[1]), speed: String(words[2]))
    let times = stride(from: 0, to: numbers.count, by: 3).map { numbers[$0 + 2] - numbers[2] }
    return Sample(label, points(numbers, each: 3), times)
  }

  private static func contact(_ words: [Substring]) throws(Problem) -> Sample? {
    let numbers = try numbers(words[...])
    guard numbers.count % 2 == 0 else { throw Problem(text: "points are x and y, and a number is left over") }
    let times = (0..<numbers.count / 2).map { Double($0) * interval }
    return Sample(nil, points(numbers, each: 2), times)
  }

  private static func numbers(_ words: ArraySlice<Substring>) throws(Problem) -> [Double] {
    var numbers: [Double] = []
    for word in words {
      guard let number = Double(word), number.isFinite else { throw Problem(text: "\"\(word)\" is no number") }
      numbers.append(number)
    }
    return numbers
  }

  private static func points(_ numbers: [Double], each size: Int) -> [Vector] {
    stride(from: 0, to: numbers.count, by: size).map { Vector(numbers[$0], numbers[$0 + 1]) }
  }

  private static func text(_ path: String) throws(Problem) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Problem(text: "\(path): \(String(cString: strerror(errno)))") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0 { throw Problem(text: "\(path): \(String(cString: strerror(errno)))") }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
