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

  /// How many elements a path may have.
  public static let most = 8
  /// What a share may be.
  public static let shares = 0.1...10.0

  /// Lines and circles in the order in which they are drawn.
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
}

/// What is wrong with the text of a path.
public enum StrokePathError: Error, Equatable, Sendable {
  case empty
  case unknownElement(String)
  /// An element with what follows its colon.
  case badShare(String)
  /// A direction that follows itself: nobody can see where one ends.
  case repeated(String)
  /// So many elements.
  case tooLong(Int)
  /// The only element with a length, which so is compared with nothing.
  case loneShare(String)
}

extension StrokePath.Element {
  /// Decimals of a share.
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

  /// As a path has it.
  public var name: String {
    switch self {
    case .line(let direction): direction.rawValue
    case .circle(clockwise: true): Self.clockwiseName
    case .circle(clockwise: false): Self.counterclockwiseName
    }
  }
}

extension Direction {
  /// The one that goes back.
  var opposite: Direction {
    switch self {
    case .right: .left
    case .downRight: .upLeft
    case .down: .up
    case .downLeft: .upRight
    case .left: .right
    case .upLeft: .downRight
    case .up: .down
    case .upRight: .downLeft
    }
  }
}
