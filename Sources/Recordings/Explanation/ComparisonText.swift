import Bindings
import GestureCore

extension Comparison {
  /// The differences for people: lines of at most 80 columns.
  public var text: String {
    var page = Page()
    guard !passages.isEmpty else {
      page.add(nothingDiffers, hanging: Self.indent)
      return page.text
    }
    for passage in passages {
      if !page.text.isEmpty { page.addBlankLine() }
      page.add(heading(passage), hanging: Self.inner)
      let column = passage.differences.map(\.gesture.count).filter { $0 <= Page.widestColumn }.max() ?? 0
      for difference in passage.differences {
        let sentences = [sentence(difference, passage, of: .first), sentence(difference, passage, of: .second)]
        page.add(difference.gesture, sentences, indent: Self.indent, column: column)
      }
    }
    return page.text
  }

  /// The differences for programs, as one document.
  public func json(recording: String) -> JSON {
    [
      "recording": .string(recording), "first": .string(first.name), "second": .string(second.name),
      "attempts": .array(
        passages.map { passage in
          [
            "number": .integer(passage.number), "device": .string(passage.device.name),
            "beganMs": .number(passage.began.milliseconds), "endedMs": .number(passage.ended.milliseconds),
            "differences": .array(
              passage.differences.map { difference in
                [
                  "gesture": .string(difference.gesture), "first": json(difference, passage, of: .first),
                  "second": json(difference, passage, of: .second),
                ]
              }),
          ]
        }),
    ]
  }

  private enum Which { case first, second }

  private static let indent = 2
  private static let inner = 4

  private func json(_ difference: Difference, _ passage: Passage, of which: Which) -> JSON {
    let mine = which == .first ? difference.first : difference.second
    let times: (began: Double?, ended: Double?) = (mine?.began.milliseconds, mine?.ended?.milliseconds)
    return [
      "happened": .flag(mine != nil), "atMs": times.began.map { .number($0) } ?? .null,
      "endedMs": times.ended.map { .number($0) } ?? .null, "cancelled": .flag(mine?.wasCancelled ?? false),
      "reason": .optional(mine == nil ? absence(of: difference.gesture, passage, which) : nil),
    ]
  }

  /// `other.toml: recognized at 110.0 ms, 14.0 ms later`
  private func sentence(_ difference: Difference, _ passage: Passage, of which: Which) -> String {
    let side = which == .first ? first : second
    let mine = which == .first ? difference.first : difference.second
    guard let mine else { return "\(side.name): \(absence(of: difference.gesture, passage, which))" }
    let before = which == .second ? difference.first : nil
    var words = "\(side.name): \(mine.isDiscrete ? "recognized" : "began") at \(side.milliseconds(mine.began))"
    words += before.map { Self.shift(from: $0.began, to: mine.began) } ?? ""
    if let ending = mine.ending, let ended = mine.ended {
      words += ", \(side.explanation.names.text(ending))"
      words += before?.ended.map { Self.shift(from: $0, to: ended) } ?? ""
    }
    return words
  }

  /// Why it did not happen on one side.
  private func absence(of gesture: String, _ passage: Passage, _ which: Which) -> String {
    let explanation = (which == .first ? first : second).explanation
    let accounts = which == .first ? passage.first : passage.second
    guard let index = explanation.rules.gestures.firstIndex(where: { $0.name == gesture }) else { return Self.unknown }
    let rule = explanation.rules.gestures[index]
    if let obstacle = explanation.rules.obstacle(to: rule, on: passage.device) { return obstacle.reason }
    let entries = accounts.flatMap(\.entries).filter { $0.gesture.rawValue == index }
    // Where it did happen as well, but not as often, the reason is that of another try.
    let others = entries.filter { !$0.isWinner }
    if let entry = others.min(by: { $0.rank < $1.rank }) { return explanation.names.words(entry).sentence() }
    guard let one = entries.lazy.compactMap({ $0.course?.nearest }).first else { return Self.notAgain }
    let entry = Account.Entry(gesture: GestureID(index), course: nil, standing: .other(one), waits: [])
    return explanation.names.words(entry).sentence()
  }
}

extension Comparison.Side {
  fileprivate func milliseconds(_ time: Timestamp) -> String { explanation.names.millisecondsOf(time) }
}

// All that a comparison says beside what an explanation says.
extension Comparison {
  private static let unknown = "has no such gesture"
  private static let notAgain = "did not happen again"

  private var nothingDiffers: String {
    "Nothing differs: \(first.name) and \(second.name) make the same gestures of it, at the same times."
  }

  private static func shift(from before: Timestamp, to after: Timestamp) -> String {
    guard before != after else { return "" }
    let span = after < before ? before - after : after - before
    return ", \(Names.milliseconds(span)) \(after < before ? "earlier" : "later")"
  }

  private func heading(_ passage: Passage) -> String {
    let times = "\(first.milliseconds(passage.began)) to \(first.milliseconds(passage.ended))"
    return "attempt \(passage.number), \(times), \(Explanation.place(passage.device)): \(passage.motion.words)"
  }
}
