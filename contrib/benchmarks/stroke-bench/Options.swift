/// The options of the command line.
struct Options {
  private(set) var files: [String] = []
  private(set) var seed: UInt64 = 1
  private(set) var rounds = 100
  /// In mm: how large the strokes are drawn that shipped shapes are tried with.
  private(set) var size = 40.0
  /// Whether only the shipped shapes are tried.
  private(set) var isOfShapes = false

  /// A sentence for the user.
  struct Problem: Error { let text: String }

  init(_ words: [String]) throws(Problem) {
    var words = words[...]
    while let word = words.popFirst() {
      switch word {
      case "--seed": seed = try Self.number(word, words.popFirst())
      case "--rounds": rounds = max(1, Int(clamping: try Self.number(word, words.popFirst())))
      case "--size": size = Double(max(1, try Self.number(word, words.popFirst())))
      case "--shapes": isOfShapes = true
      default:
        if word.hasPrefix("-") { throw Problem(text: "unknown option \(word)") }
        files.append(word)
      }
    }
    if files.isEmpty { throw Problem(text: "give files of strokes, as in contrib/bench strokes --help") }
  }

  private static func number(_ option: String, _ word: String?) throws(Problem) -> UInt64 {
    guard let word, let number = UInt64(word) else { throw Problem(text: "\(option) needs a whole number") }
    return number
  }
}
