struct LisgdGesture {
  /// The place where the fingers begin or end. `none` is away from the edges.
  enum LisgdEdge: Hashable {
    case any, none
    case at(Octant)

    /// The edges, by their names in lisgd's options and in its config.h.
    static let words: [String: LisgdEdge] = {
      let names = [
        ("T", "EdgeTop"), ("TR", "CornerTopRight"), ("R", "EdgeRight"), ("BR", "CornerBottomRight"),
        ("B", "EdgeBottom"), ("BL", "CornerBottomLeft"), ("L", "EdgeLeft"), ("TL", "CornerTopLeft"),
      ]
      return names.enumerated().reduce(into: ["*": .any, "N": .none, "EdgeNone": .none]) { words, name in
        words[name.element.0] = .at(Octant(name.offset))
        words[name.element.1] = .at(Octant(name.offset))
      }
    }()

    var octant: Octant? { if case .at(let octant) = self { octant } else { nil } }
  }

  /// The least length of the movement. The raw values are the letters of lisgd's options.
  enum Distance: String {
    case any = "*", short = "S", medium = "M", long = "L"

    static let words: [String: Self] = ["DistanceShort": .short, "DistanceMedium": .medium, "DistanceLong": .long]

    /// The rank of the distance, from 0 (short) to 2 (long). `any` includes short movements, so its rank is 0.
    var rank: Int { self == .long ? 2 : self == .medium ? 1 : 0 }

    /// The least distance as a share of the screen; nil without a minimum.
    var share: Double? { self == .long ? 0.66 : self == .medium ? 0.33 : nil }
  }

  let fingers: Int
  private(set) var direction: Octant
  private(set) var edge: LisgdEdge
  let distance: Distance
  let isPressed: Bool
  let command: String
  let words: String
  let line: Int
  var notes: [String] = []

  private static let order = ["LR", "RL", "DU", "UD", "DLUR", "URDL", "ULDR", "DRUL"]
  static let directions = Dictionary(uniqueKeysWithValues: zip(order, [2, 6, 0, 4, 1, 5, 3, 7].map(Octant.init)))

  static func isSpec(_ word: String) -> Bool {
    let fields = word.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
    guard fields.count == 3, !fields[0].isEmpty, 2...4 ~= fields[1].count else { return false }
    return fields[0].allSatisfy { "0"..."9" ~= $0 } && fields[1].allSatisfy { "DLRU".contains($0) }
  }

  /// Reads `nfingers,gesture,edge,distance,actmode,command`; older versions of lisgd have fewer fields.
  init(spec: String, line: Int) throws(ImportRefusal) {
    let fields = spec.split(separator: ",", omittingEmptySubsequences: true).map(String.init)
    guard fields.count >= 3 else { throw ImportRefusal("`-g` needs a number of fingers, a gesture and a command") }
    var rest = fields.dropFirst(2)
    let edge = rest.count > 1 ? rest.first.flatMap { LisgdEdge.words[$0] } : nil
    if edge != nil { rest.removeFirst() }
    let distance = edge != nil && rest.count > 1 ? rest.first.flatMap(Distance.init) : nil
    if distance != nil { rest.removeFirst() }
    let modes = distance == nil ? ["R", "P"] : ["R", "P", "*"]
    let mode = rest.count > 1 && modes.contains(rest.first ?? "") ? rest.popFirst() : nil
    try self.init(
      fingers: fields[0], direction: Self.directions[fields[1]], edge: edge ?? .any, distance: distance ?? .any,
      isPressed: mode == "P", command: rest.joined(separator: ","), words: spec, line: line)
    if rest.count > 1 { notes.append("lisgd cuts the command at the first comma; gesture-bridge keeps the rest") }
  }

  init(
    fingers: String, direction: Octant?, edge: LisgdEdge, distance: Distance, isPressed: Bool, command: String,
    words: String, line: Int
  ) throws(ImportRefusal) {
    guard let count = Int(fingers.trimmingSpace), (1...10).contains(count) else { throw .noCount(fingers) }
    guard let direction else { throw ImportRefusal("its gesture must be one of \(Self.order.joined(separator: ", "))") }
    guard !command.allSatisfy(\.isWhitespace) else { throw .noCommand }
    guard let plain = ShellText.withoutStore(command) else { throw ImportRefusal(ImportWording.filledInByNix) }
    if plain != command, OwnAction.of(.shell(plain)) == nil { notes.append(ImportWording.namesInNix) }
    (self.fingers, self.direction, self.edge, self.distance) = (count, direction, edge, distance)
    (self.isPressed, self.command, self.words, self.line) = (isPressed, plain, words, line)
  }

  /// Whether the fingers move towards the gesture's edge or corner and can end there. False without an edge or corner.
  var endsAtItsEdge: Bool { edge.octant.map { !Set($0.sides).isDisjoint(with: direction.sides) } ?? false }

  /// Whether the command repeats while the fingers move. lisgd repeats only `pressed` gestures without a distance.
  var repeats: Bool { isPressed && distance == .any }

  /// Whether this gesture matches whenever `later` does. If so, `later` never runs: lisgd runs only the first match.
  func covers(_ later: LisgdGesture) -> Bool {
    let isThere = later.edge.octant.map { $0.sides.contains { edge == .at($0) } } ?? false
    return fingers == later.fingers && direction == later.direction && distance.rank <= later.distance.rank
      && (edge == .any || edge == later.edge || isThere) && (repeats || !later.repeats)
  }

  /// The gesture rotated clockwise by this number of quarter turns, as with lisgd's `-o`.
  func turned(_ quarters: Int) -> LisgdGesture {
    var turned = self
    turned.direction = direction.turned(quarters * 2)
    if let octant = edge.octant { turned.edge = .at(octant.turned(quarters * 2)) }
    return turned
  }
}
