import Actions
import Analysis
import Bindings
import GestureCore
import Glibc
import Recordings

// The conversation
extension Message {
  static func makeIt(_ gesture: GestureRule, _ count: Int) -> String {
    "Make \"\(gesture.name)\" (\(gesture.kind.name)) \(times(count)). "
      + "u and Enter takes the last one back, Enter alone ends early, Ctrl-C stops."
  }

  static func makeOthers(_ gesture: GestureRule) -> String {
    "Now do what must not count as \"\(gesture.name)\". Enter ends this, at once if there is nothing."
  }

  static func notCounted(_ reason: String) -> String { "      not counted: \(reason)" }
  static func takenBack(_ number: Int) -> String { "      \(number) is taken back" }
  static let nothingToTakeBack = "      there is nothing to take back"
  static let notYet = "      there is no attempt yet; Ctrl-C stops"
  static func other(_ number: Int, isRecognized: Bool) -> String {
    "\(number < 10 ? "   " : "  ")\(number)  not meant: \(isRecognized ? "recognized" : "not recognized")"
  }
  static func unknownAnswer(_ line: String) -> String {
    "      \"\(line.visible)\" means nothing here: u, or Enter alone"
  }

  static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
}

// What tune can't do
extension Message {
  static func noGesture(_ name: String, _ known: [String], in place: String) -> String {
    let nearest = Nearest.name(to: name, among: known).map { "; did you mean \"\($0.visible)\"?" }
    let all = known.isEmpty ? "; it has none" : "; it has \(known.map(\.visible).listed("and"))"
    return "there is no gesture \"\(name.visible)\" in \(place)\(nearest ?? all)"
  }

  static func noThresholds(_ name: String, _ kind: String) -> String {
    "\"\(name.visible)\" has nothing to tune: no setting of the kind \(kind) is a threshold"
  }

  static func outOfRange(_ option: String, _ range: ClosedRange<Int>) -> String {
    "--\(option) is a number from \(range.lowerBound) to \(range.upperBound)"
  }

  static func outOfRange(_ option: String, _ range: ClosedRange<Double>) -> String {
    "--\(option) is a number from \(decimal(range.lowerBound, places: 1)) to \(decimal(range.upperBound, places: 1))"
  }

  static let othersWithoutRecordings =
    "--not takes recordings to compare with others: name recordings of the gesture too"

  static func notRewritten(_ error: RewriteError) -> String {
    switch error {
    case .noFile(let name): "nothing is written: \"\(name.visible)\" stands in no rules file"
    case .refused(let file, let refusal): "\(file) stays as it is: \(refusal)"
    case .unusable(let file, let errors):
      "\(file) stays as it is: with the change \(have(errors)): \(errors.first?.message ?? "")"
    case .otherMeaning(let file): "\(file) stays as it is: with the change the rules would say something else too"
    case .notReplaced(let error): error.description
    }
  }

  static func notReplaced(_ error: ReplacementError) -> String {
    switch error {
    case .unreadable(let error): error.description
    case .changed(let path): "\(path) stays as it is: it has been changed meanwhile; run it again"
    case .unwritable(let path, let code): "can't write \(path): \(String(cString: strerror(code)))"
    case .owner(let path, let code):
      "can't give \(path) the owner of the file it is to replace: \(String(cString: strerror(code)))"
    }
  }

  static func rewritten(_ file: String) -> String { "\(file) is changed; a daemon that runs with it takes it at once" }
}
