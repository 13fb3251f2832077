import Actions
import Analysis
import Bindings
import GestureCore
import Recordings

// The conversation
extension Message {
  static func drawIt(_ name: String, _ count: Int, fingers: Int?) -> String {
    let way =
      switch fingers {
      case nil: "with one finger or several that move as one, on a touchpad with three or four"
      case 1?: "with one finger"
      case let fingers?: "with \(fingers) fingers that move as one"
      }
    return "Draw \"\(name)\" \(times(count)), \(way)."
  }

  static let learnKeys = "u and Enter takes the last one back, Enter alone ends early, Ctrl-C stops."
  static let daemonActsToo = "A daemon that is running sees it too, and gestures of its rules act."
  static let lastWord = "      Enter saves them; u and Enter takes the last one back."
  static func drawnAll(_ count: Int) -> String { notCounted("there are \(count) already; Enter saves them") }
  static let nobodyDrew = "      nothing was touched"
}

// What came of it
extension Message {
  static func learned(_ path: String, _ count: Int) -> String {
    "wrote \(path) with \(Self.count(count, "example"))\n"
  }

  static func learned(_ path: String, _ count: Int, besides earlier: Int) -> String {
    "added \(Self.count(count, "example")) to \(path), which has \(earlier + count) now\n"
  }

  static func relearned(_ path: String, _ count: Int) -> String {
    "wrote \(path) anew with \(Self.count(count, "example"))\n"
  }

  static func usedAlready(_ gestures: [String], _ file: String) -> String {
    let names = gestures.map { "\"\($0.visible)\"" }.listed("and")
    return "\(names) of \(file) \(gestures.count == 1 ? "looks" : "look") for it; "
      + "a daemon that runs with these rules takes it at once\n"
  }

  static let useIt = "To have something happen when it is drawn, put this into your bindings.toml:\n\n"

  static func notYetInForce(_ problem: any Error) -> String { "the rules can't be used as they are: \(problem)" }
}

// What learn can't do
extension Message {
  static func notLearned(_ error: LearnError) -> String {
    switch error {
    case .badName(let name):
      "\"\(name.visible)\" can't be the name of a drawing: use letters, digits, - and _, \(TemplateFile.longestName) at most"
    case .exists(let path): "\(path) is there already: --add adds to it, --replace writes it anew"
    case .broken(let path, let errors):
      "\(path) stays as it is: \(have(errors)): \(errors.first?.message ?? "")"
    case .tooMany(let path, let count):
      "\(path) stays as it is: \(count) examples are more than the \(StrokeTemplates.mostStrokes) that a drawing may have"
    case .noDrawing(let files): "there is no drawing in \(files.listed("and")): nothing is learned"
    case .otherCount(let count, let wanted):
      "there \(count == 1 ? "is" : "are") \(Self.count(count, "drawing")), not \(wanted): nothing is learned"
    case .nowhere: cannotWrite(.nowhere)
    }
  }

  static let addsOrReplaces = "--add and --replace can't be both: one keeps what the file says, the other does not"
  static let printsOnly = "--stdout writes no file: it goes without --add and --replace"
}
