import RealModule
import Text

/// The path that a finger draws: `right circle-cw` or `down-right:1 up-right:2`.
public struct StrokePath: Equatable, Sendable {
  /// One part of a path.
  public struct Element: Equatable, Sendable {
    public enum Form: Equatable, Sendable {
      case line(Direction)
      /// A full circle. The finger can begin at any point of the circle.
      case circle(clockwise: Bool)
    }

    public let form: Form
    /// The length relative to the other elements that have a `share`. Nil for an element without a relative length.
    public let share: Double?

    public init(_ form: Form, share: Double? = nil) { (self.form, self.share) = (form, share) }
  }

  /// The elements. A path read from text has at least one element.
  public let elements: [Element]

  public static let most = 8
  public static let shares = 0.1...10.0

  public init(_ elements: [Element]) { self.elements = elements }

  /// Reads a path as written in rules. Throws the first error.
  public init(_ text: String) throws(StrokePathError) {
    var elements: [Element] = []
    for word in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      let element = try Element(String(word))
      if case .line = element.form, elements.last?.form == element.form { throw .repeated(element.form.name) }
      elements.append(element)
    }
    if elements.isEmpty { throw .empty }
    if elements.count > Self.most { throw .tooLong(elements.count) }
    let compared = elements.filter { $0.share != nil }
    if compared.count == 1 { throw .loneShare(compared[0].text) }
    self.init(elements)
  }

  /// The path in the format that `init(_:)` reads.
  public var text: String { elements.map(\.text).joined(separator: " ") }

  /// The path drawn from its end to its beginning.
  public var reversed: StrokePath { StrokePath(elements.reversed().map(\.reversed)) }

  /// Whether this path begins with `other`, or equals it. The relative lengths of both paths must be similar, except
  /// that the element at the end of `other` may be much longer in this path.
  public func begins(with other: StrokePath) -> Bool {
    guard other.elements.count <= elements.count else { return false }
    var least = Double.infinity
    var greatest = 0.0
    for (index, (own, others)) in zip(elements, other.elements).enumerated() {
      guard own.form == others.form else { return false }
      guard let share = own.share, let wanted = others.share else { continue }
      let factor = share / wanted
      // The last line of `other` is complete as soon as it is long enough, even if the finger continues much farther.
      if index < other.elements.count - 1 { greatest = max(greatest, factor) }
      least = min(least, factor)
    }
    return greatest <= least * Self.similarityRatio
  }

  /// The greatest ratio of two relative lengths that can't be distinguished in a drawing.
  private static let similarityRatio = 1.5

  /// The displayed length of a line, or diameter of a circle, in mm, if the relative length is 1 or missing.
  private static let standardLength = 20.0

  fileprivate var outline: [Vector] {
    let pieces = max(1, (StrokeFigure.outlineCount - 1) / elements.count)
    var points = [Vector.zero]
    for element in elements {
      guard let start = points.last else { return [] }
      let size = Self.standardLength * (element.share ?? 1)
      for piece in 1...pieces { points.append(start + element.point(Double(piece) / Double(pieces)) * size) }
    }
    return points
  }
}

/// The moment at which a drawing is complete: when one of its paths is drawn, or when the finger lifts.
public enum DrawingCompletion: Sendable {
  case paths([StrokePath])
  case onLift

  /// Whether this drawing can be complete while `longer` is still being drawn.
  public func isBeginning(of longer: DrawingCompletion) -> Bool {
    switch (self, longer) {
    case (.onLift, _): false
    case (.paths, .onLift): true
    case (.paths(let own), .paths(let others)):
      own.contains { path in
        others.contains { $0.elements.count > path.elements.count && $0.begins(with: path) }
      }
    }
  }
}

/// An error in the text of a path.
public enum StrokePathError: Error, Equatable, Sendable {
  case empty
  case unknownElement(String)
  /// An element with an invalid length after its colon.
  case badShare(String)
  /// A direction that is written twice in a row.
  case repeated(String)
  /// The number of elements, which is greater than allowed.
  case tooLong(Int)
  /// The only element with a relative length.
  case loneShare(String)
}

extension StrokePath.Element {
  private static let decimals = 3

  fileprivate init(_ word: String) throws(StrokePathError) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, let form = Form(name: name) else { throw .unknownElement(parts.first ?? "") }
    self.init(form, share: parts.count > 1 ? try Self.share(parts[1], of: word) : nil)
  }

  private static func share(_ text: String, of word: String) throws(StrokePathError) -> Double {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isPlain, let number = Double(text), let share = Double(decimal(number, places: decimals)),
      StrokePath.shares.contains(share)
    else { throw .badShare(word) }
    return share
  }

  fileprivate var text: String { form.name + (share.map { ":" + decimal($0, places: Self.decimals) } ?? "") }

  fileprivate var reversed: StrokePath.Element {
    switch form {
    case .line(let direction): StrokePath.Element(.line(direction.opposite), share: share)
    case .circle(let clockwise): StrokePath.Element(.circle(clockwise: !clockwise), share: share)
    }
  }
}

extension StrokePath.Element.Form {
  /// The names of all elements of paths, in display order.
  public static let names = Direction.allCases.map(\.rawValue) + [clockwiseName, counterclockwiseName]
  private static let clockwiseName = "circle-cw"
  private static let counterclockwiseName = "circle-ccw"

  init?(name: String) {
    switch name {
    case Self.clockwiseName: self = .circle(clockwise: true)
    case Self.counterclockwiseName: self = .circle(clockwise: false)
    default:
      guard let direction = Direction(rawValue: name) else { return nil }
      self = .line(direction)
    }
  }

  public var name: String {
    switch self {
    case .line(let direction): direction.rawValue
    case .circle(clockwise: true): Self.clockwiseName
    case .circle(clockwise: false): Self.counterclockwiseName
    }
  }
}

extension Direction {
  fileprivate var opposite: Direction { Direction(nearest: vector * -1) ?? self }
}

/// The limits for the drawing of a path, from the settings of the stroke.
struct PathLimits: Sendable {
  let minLength: Double
  let lead: Double
  let minLine: Double
  let maxAngle: Double
  /// The greatest bend of a line, in percent. `minTurn`, `minShare`, `minRatio` and `roundness` are also in percent.
  let maxBow: Double
  let slack: Double
  let minTurn: Double
  let minShare: Double
  let minRatio: Double
  /// The least angle of the stroke around a circle's centre, in degrees. `maxAngle` is also in degrees.
  let minRound: Double
  let roundness: Double
  let maxStraight: Double

  /// The least width of a circle, as a multiple of `min-line`.
  static let widest = 2.0

  /// The length in mm above which a stroke can stray farther, in proportion to its length.
  private static let ordinary = 20.0

  /// The factor by which limits for straying are multiplied if the stroke is `drawn` mm long. At least 1.
  func scale(_ drawn: Double) -> Double { max(1, drawn / Self.ordinary) }

  init(_ settings: Settings) {
    minLength = settings[Stroke.minLength]
    lead = settings[Stroke.lead]
    minLine = settings[Stroke.minLine]
    maxAngle = settings[Stroke.maxAngle]
    maxBow = settings[Stroke.maxBow]
    slack = settings[Stroke.slack]
    minTurn = settings[Stroke.minTurn]
    minShare = settings[Stroke.minShare]
    minRatio = settings[Stroke.minRatio]
    minRound = settings[Stroke.minRound]
    roundness = settings[Stroke.roundness]
    maxStraight = settings[Stroke.maxStraight]
  }
}

extension StrokeFigure {
  /// The greatest number of points in an outline.
  public static let outlineCount = 24

  /// The displayed points, relative to the first point. In mm for paths and learned examples, in any unit for shapes.
  public var outline: [Vector] {
    switch self {
    case .path(let path): path.outline
    case .templates(let templates): Self.thinned(templates.first?.strokes.first ?? [])
    }
  }

  /// Points at equal distances along the stroke, relative to its beginning. Empty for a stroke without length.
  private static func thinned(_ stroke: [Vector]) -> [Vector] {
    guard let first = stroke.first, let last = stroke.last else { return [] }
    let pieces = zip(stroke, stroke.dropFirst())
    let length = pieces.reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length > 0 else { return [] }
    let gap = length / Double(outlineCount - 1)
    var points = [Vector.zero]
    var distanceToNext = gap
    for (start, end) in pieces {
      let piece = (end - start).length
      while distanceToNext <= piece, points.count < outlineCount - 1 {
        points.append(start + (end - start) * (distanceToNext / piece) - first)
        distanceToNext += gap
      }
      distanceToNext -= piece
    }
    return points + [last - first]
  }
}

extension StrokePath.Element {
  /// The point after a share (0 to 1) of the element, from the element's start. Lines are 1 long, circles 1 wide.
  fileprivate func point(_ share: Double) -> Vector {
    switch form {
    case .line(let direction): return direction.vector * share
    case .circle(let clockwise):
      let angle = 2 * Double.pi * share
      return Vector(Double.sin(angle) * (clockwise ? 1 : -1), 1 - Double.cos(angle)) * (1.0 / 2)
    }
  }
}
