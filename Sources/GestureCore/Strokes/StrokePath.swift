import RealModule
import Text

/// The way a finger draws, element after element: `down-right up-right`, `right circle-cw`, `down-right:1 up-right:2`.
public struct StrokePath: Equatable, Sendable {
  /// One part of a drawn way.
  public struct Element: Equatable, Sendable {
    public enum Form: Equatable, Sendable {
      case line(Direction)
      /// A whole turn, from anywhere on the circle.
      case circle(clockwise: Bool)
    }

    public let form: Form
    /// How long it is, compared with the others that say so; nil for any length.
    public let share: Double?

    public init(_ form: Form, share: Double? = nil) {
      self.form = form
      self.share = share
    }
  }

  /// Never empty, and no two lines of the same direction follow one another.
  public let elements: [Element]

  public static let most = 8
  public static let shares = 0.1...10.0

  public init(_ elements: [Element]) { self.elements = elements }

  /// Reads a path as the rules file has it; commas part elements as blanks do.
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

  /// As the rules file has it.
  public var text: String { elements.map(\.text).joined(separator: " ") }

  /// The same way from its end to its beginning.
  public var reversed: StrokePath { StrokePath(elements.reversed().map(\.reversed)) }

  /// Whether a hand that draws this path draws `other` on the way: `right down` begins with `right`, and with itself.
  ///
  /// Lengths count only where both paths give them, and alike is near enough: a path is recognized before its last line is
  /// quite as long as it should be.
  public func begins(with other: StrokePath) -> Bool {
    guard other.elements.count <= elements.count else { return false }
    var least = Double.infinity
    var greatest = 0.0
    for (index, (own, others)) in zip(elements, other.elements).enumerated() {
      guard own.form == others.form else { return false }
      guard let share = own.share, let wanted = others.share else { continue }
      let factor = share / wanted
      // The last line of the other one is complete as soon as it is long enough, however much longer it gets.
      if index < other.elements.count - 1 { greatest = max(greatest, factor) }
      least = min(least, factor)
    }
    return greatest <= least * Self.alike
  }

  /// Lengths that differ by no more can't be told apart when they are drawn.
  private static let alike = 1.5

  /// How long an element is drawn that says nothing of its length, in mm.
  private static let side = 20.0

  fileprivate var outline: [Vector] {
    let pieces = max(1, (StrokeFigure.outlineCount - 1) / elements.count)
    var places = [Vector.zero]
    for element in elements {
      guard let start = places.last else { return [] }
      let size = Self.side * (element.share ?? 1)
      for piece in 1...pieces {
        places.append(start + element.place(Double(piece) / Double(pieces)) * size)
      }
    }
    return places
  }
}

/// What a gesture draws, as far as another drawing may be complete on the way to it.
public enum DrawnWay: Sendable {
  /// The drawing is complete when one of these paths is.
  case paths([StrokePath])
  /// Known only when the fingers lift, whatever was drawn before.
  case whole

  /// Whether a hand that draws `longer` may have drawn this on the way.
  public func leads(to longer: DrawnWay) -> Bool {
    switch (self, longer) {
    case (.whole, _): false
    case (.paths, .whole): true
    case (.paths(let own), .paths(let others)):
      own.contains { path in
        others.contains { $0.elements.count > path.elements.count && $0.begins(with: path) }
      }
    }
  }
}

/// What is wrong with the text of a path.
public enum StrokePathError: Error, Equatable, Sendable {
  case empty
  case unknownElement(String)
  /// An element with what follows its colon.
  case badShare(String)
  /// A direction that follows itself: there is no telling where the first one ends.
  case repeated(String)
  /// The path has this many elements, more than it may.
  case tooLong(Int)
  /// The only element with a length, which so is compared with nothing.
  case loneShare(String)
}

extension StrokePath.Element {
  private static let places = 3

  fileprivate init(_ word: String) throws(StrokePathError) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, let form = Form(name: name) else { throw .unknownElement(parts.first ?? "") }
    self.init(form, share: parts.count > 1 ? try Self.share(parts[1], of: word) : nil)
  }

  private static func share(_ text: String, of word: String) throws(StrokePathError) -> Double {
    let isPlain = text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard isPlain, let number = Double(text), let share = Double(decimal(number, places: places)),
      StrokePath.shares.contains(share)
    else { throw .badShare(word) }
    return share
  }

  fileprivate var text: String { form.name + (share.map { ":" + decimal($0, places: Self.places) } ?? "") }

  fileprivate var reversed: StrokePath.Element {
    switch form {
    case .line(let direction): StrokePath.Element(.line(direction.opposite), share: share)
    case .circle(let clockwise): StrokePath.Element(.circle(clockwise: !clockwise), share: share)
    }
  }
}

extension StrokePath.Element.Form {
  /// Every name there is, in the order in which they are told.
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

/// The settings of a stroke that a path is drawn by.
struct PathLimits: Sendable {
  let minLength: Double
  let lead: Double
  let minLine: Double
  let maxAngle: Double
  /// In percent, as all shares here.
  let maxBow: Double
  let slack: Double
  let minTurn: Double
  let minShare: Double
  let minRatio: Double
  /// In degrees.
  let minRound: Double
  let roundness: Double
  let maxStraight: Double

  /// A circle is at least so many times as wide as a line is long.
  static let widest = 2.0

  /// Strokes longer than this may go astray by more, in proportion.
  private static let ordinary = 20.0

  /// How many times as far as in an ordinary stroke the finger may go astray in a stroke of `drawn` mm.
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
  /// So many places at most show what is drawn.
  public static let outlineCount = 24

  /// The drawing as one line, to be shown: places in mm from where it starts, y down; of several templates the first
  /// example.
  public var outline: [Vector] {
    switch self {
    case .path(let path): path.outline
    case .templates(let templates): Self.thinned(templates.first?.strokes.first ?? [])
    }
  }

  /// Places at equal distances along a stroke, from its beginning to its end.
  private static func thinned(_ stroke: [Vector]) -> [Vector] {
    guard let first = stroke.first, let last = stroke.last else { return [] }
    let pieces = zip(stroke, stroke.dropFirst())
    let length = pieces.reduce(0) { $0 + ($1.1 - $1.0).length }
    guard length > 0 else { return [] }
    let gap = length / Double(outlineCount - 1)
    var places = [Vector.zero]
    var due = gap
    for (start, end) in pieces {
      let piece = (end - start).length
      while due <= piece, places.count < outlineCount - 1 {
        places.append(start + (end - start) * (due / piece) - first)
        due += gap
      }
      due -= piece
    }
    return places + [last - first]
  }
}

extension StrokePath.Element {
  /// Where it has come to after this share of it, for a size of 1: along a line, or round a circle from its top.
  fileprivate func place(_ share: Double) -> Vector {
    switch form {
    case .line(let direction): return direction.vector * share
    case .circle(let clockwise):
      let angle = 2 * Double.pi * share
      return Vector(Double.sin(angle) * (clockwise ? 1 : -1), 1 - Double.cos(angle)) * (1.0 / 2)
    }
  }
}
