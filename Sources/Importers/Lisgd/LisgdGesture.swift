struct LisgdGesture: Equatable {
  /// The edge at which the fingers begin or end; the raw value is the rules' word.
  enum LisgdEdge: String {
    case any, none, left, right, top, bottom
    case topLeft = "top-left", topRight = "top-right", bottomLeft = "bottom-left", bottomRight = "bottom-right"

    /// The edges by lisgd's words.
    static let words: [String: LisgdEdge] = [
      "*": .any, "N": .none, "L": .left, "R": .right, "T": .top, "B": .bottom, "TL": .topLeft, "TR": .topRight,
      "BL": .bottomLeft, "BR": .bottomRight,
    ]
  }

  /// The least length of the movement, in ascending order.
  enum Distance: String {
    case any = "*", short = "S", medium = "M", long = "L"
  }

  var fingers: Int
  /// The rules' word for the direction.
  var direction: String
  var edge = LisgdEdge.any
  var distance = Distance.any
  /// Whether the gesture's mode is `pressed`.
  var isPressed = false
  var command: String
  /// The gesture as the source writes it.
  let words: String
  let line: Int
  var notes: [String] = []

  /// The rules' words for lisgd's eight directions.
  static let directions = [
    "LR": "right", "RL": "left", "DU": "up", "UD": "down", "DLUR": "up-right", "URDL": "down-left",
    "ULDR": "down-right", "DRUL": "up-left",
  ]

  /// Whether a word begins like a value of `-g`: `2,LR,`.
  static func isSpec(_ word: String) -> Bool {
    let fields = word.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, !fields[0].isEmpty, 2...4 ~= fields[1].count else { return false }
    return fields[0].allSatisfy { "0"..."9" ~= $0 } && fields[1].allSatisfy { "DLRU".contains($0) }
  }

  /// Reads `nfingers,gesture,edge,distance,actmode,command`; older versions have fewer fields.
  init(spec: String, line: Int) throws(ImportRefusal) {
    let fields = spec.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
    guard fields.count >= 3 else { throw ImportRefusal(LisgdWording.tooFewFields) }
    var rest = fields.dropFirst(2)
    var edge = LisgdEdge.any
    var distance = Distance.any
    if rest.count > 1, let first = rest.first.flatMap({ LisgdEdge.words[$0] }) {
      edge = first
      rest = rest.dropFirst()
      if rest.count > 1, let second = rest.first.flatMap(Distance.init) {
        distance = second
        rest = rest.dropFirst()
      }
    }
    let mode = rest.count > 1 && ["R", "P"].contains(rest.first ?? "") ? rest.popFirst() : nil
    try self.init(
      fingers: fields[0], direction: Self.directions[fields[1]], edge: edge, distance: distance,
      isPressed: mode == "P", command: rest.joined(separator: ","), words: spec, line: line)
    if rest.count > 1 { notes.append(LisgdWording.comma) }
  }

  init(
    fingers: String, direction: String?, edge: LisgdEdge, distance: Distance, isPressed: Bool, command: String,
    words: String, line: Int
  ) throws(ImportRefusal) {
    guard let count = Int(fingers.trimmingSpace), (1...10).contains(count) else {
      throw ImportRefusal(ImportWording.noSuchCount(fingers))
    }
    guard let direction else { throw ImportRefusal(LisgdWording.noSuchSwipe) }
    guard !command.allSatisfy(\.isWhitespace) else { throw ImportRefusal(ImportWording.emptyCommand) }
    self.fingers = count
    self.direction = direction
    self.edge = edge
    self.distance = distance
    self.isPressed = isPressed
    self.command = command
    self.words = words
    self.line = line
  }

  /// Whether the command repeats while the fingers are down. lisgd does this only for gestures of any distance.
  var repeats: Bool { isPressed && distance == .any }

  /// Whether lisgd never runs `later`, because this gesture also matches its movements: lisgd runs the first gesture that matches.
  func covers(_ later: LisgdGesture) -> Bool {
    fingers == later.fingers && direction == later.direction && distance.rank <= later.distance.rank
      && (edge == .any || edge == later.edge || later.edge.sides.contains(edge)) && (repeats || !later.repeats)
  }
}

extension LisgdGesture.Distance {
  /// The rank of the distance, in ascending order; a gesture of any distance also matches short movements.
  var rank: Int {
    switch self {
    case .any, .short: 0
    case .medium: 1
    case .long: 2
    }
  }

  /// The least distance as a share of the screen; nil without a minimum.
  var share: Double? {
    switch self {
    case .any, .short: nil
    case .medium: 0.33
    case .long: 0.66
    }
  }
}

extension LisgdGesture.LisgdEdge {
  /// The edges and corners clockwise, in the order of their directions in `LisgdGesture.clockwise`.
  private static let clockwise: [LisgdGesture.LisgdEdge] = [
    .top, .topRight, .right, .bottomRight, .bottom, .bottomLeft, .left, .topLeft,
  ]

  /// The rules' word for the edge; nil for `none` and `any`.
  var name: String? { self == .any || self == .none ? nil : rawValue }

  /// The edge or corner that is `eighths` eighths of a turn clockwise from this one.
  fileprivate func turned(byEighths eighths: Int) -> LisgdGesture.LisgdEdge {
    Self.clockwise.turned(self, byEighths: eighths) ?? self
  }

  /// The direction from the middle of the screen to the edge; nil for `none` and `any`.
  private var outward: String? { Self.clockwise.firstIndex(of: self).map { LisgdGesture.clockwise[$0] } }

  /// The direction from the edge to the middle of the screen.
  var inward: String? { turned(byEighths: 4).outward }

  var isCorner: Bool { outward.map(SwipeWay.isDiagonal) ?? false }

  /// The sides that meet in a corner, or only the side itself.
  var sides: [LisgdGesture.LisgdEdge] { isCorner ? [turned(byEighths: 7), turned(byEighths: 1)] : [self] }

  /// Whether a movement in this direction goes towards the edge, so that it can end there but hardly begins there.
  func lies(towards direction: String) -> Bool {
    let parts = direction.split(separator: "-").map(String.init)
    return sides.contains { $0.outward.map(parts.contains) ?? false }
  }
}

extension LisgdGesture {
  /// The rules' words for the eight directions, clockwise.
  fileprivate static let clockwise = [
    "up", "up-right", "right", "down-right", "down", "down-left", "left", "up-left",
  ]

  /// The gesture rotated clockwise by this number of quarter turns, as with lisgd's `-o`.
  func turned(_ quarters: Int) -> LisgdGesture {
    let eighths = (quarters % 4 + 4) % 4 * 2
    var turned = self
    turned.direction = Self.clockwise.turned(direction, byEighths: eighths) ?? direction
    turned.edge = edge.turned(byEighths: eighths)
    return turned
  }
}

extension Array where Element: Equatable {
  /// The element `eighths` positions after `element`, in a list of eight that continues at its beginning; nil if the list doesn't have
  /// `element`.
  fileprivate func turned(_ element: Element, byEighths eighths: Int) -> Element? {
    firstIndex(of: element).map { self[($0 + eighths) % count] }
  }
}

extension String {
  var trimmingSpace: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
