import GestureCore

// Drawn gestures
extension Wording {
  static func badPath(_ setting: SettingDeclaration, _ error: StrokePathError) -> Wording {
    switch error {
    case .empty: Wording("`\(setting.name)` is empty", fix: "write `\(setting.example)`")
    case .unknownElement(let found): unknownElement(found)
    case .badShare(let found):
      Wording(
        "\(found.quoted) has no length that can be compared",
        fix: "write a number of \(decimal(StrokePath.shares.lowerBound, places: 1)) to "
          + "\(decimal(StrokePath.shares.upperBound, places: 0)) after the colon, such as `up-right:2`")
    case .repeated(let found):
      Wording("\(found.quoted) follows itself", fix: "write it once: nobody can see where one ends")
    case .tooLong(let count):
      Wording("`\(setting.name)` has \(count) parts", fix: "at most \(StrokePath.most) can be told apart")
    case .loneShare(let found):
      Wording(
        "\(found.quoted) has nothing to be compared with", fix: "give another part a length too, or this one none")
    }
  }

  private static func unknownElement(_ found: String) -> Wording {
    let names = StrokePath.Element.Form.names
    let longer = names.filter { $0.hasPrefix(found + "-") }.map(\.quoted)
    let meant = Nearest.name(to: found, among: names).map(didYouMean)
    return Wording(
      "\(found.quoted) is no part of a path",
      fix: meant ?? (longer.isEmpty ? "it is made of \(names.listed("and"))" : "write \(longer.listed("or"))"))
  }

  static func badStart(_ setting: SettingDeclaration, _ found: String) -> Wording {
    let words = found.split(separator: " ", maxSplits: 1).map(String.init)
    let time = words.first == StrokeStart.restName ? words.dropFirst().first ?? "" : found
    let rest = "\(StrokeStart.restName) \(Double(time) == nil ? time : Unit.milliseconds.likely(time))"
    let meant = Nearest.name(to: found, among: [StrokeStart.atOnceName, StrokeStart.forcePressName])
    let fix =
      if StrokeStart(rest) != nil {
        "write `\(setting.name) = \(rest.quoted)`"
      } else if words.first == StrokeStart.restName, !time.isEmpty {
        "a rest may be \(decimal(StrokeStart.rests.lowerBound, places: 0)) ms to "
          + "\(decimal(StrokeStart.rests.upperBound / 1000, places: 0)) s long: `\(setting.example)`"
      } else {
        meant.map(didYouMean) ?? "it may be \(StrokeStart.atOnceName), \(StrokeStart.forcePressName) or a rest: "
          + "`\(setting.example)`"
      }
    return Wording("`\(setting.name)` can't be \(found.quoted)", fix: fix)
  }
}

// Drawings that get in each other's way
extension Wording {
  /// `value` is how the rules file gives the other setting.
  static func idle(_ setting: String, with other: String, value: String) -> Wording {
    Wording("`\(setting)` changes nothing with `\(other) = \(value.short)`", fix: "leave it out")
  }

  static func pathOfOneLine(_ direction: Direction) -> Wording {
    Wording(
      "one line is a swipe, whose speed counts too",
      fix: "write `kind = \"swipe\"` and `direction = \(direction.rawValue.quoted)`")
  }

  static func beginsAlike(_ name: String, _ other: String, line: LineReference) -> Wording {
    Wording(
      "\(name.quoted) begins like \(other.quoted) in \(line), which fires before it is drawn to its end",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted)")
  }

  static func narrowerDrawing(_ name: String, _ other: String, line: LineReference) -> Wording {
    Wording(
      "\(name.quoted) can never be recognized: \(other.quoted) in \(line) is the same drawing, with wider limits",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted), or remove one of them")
  }

  static func sharedTemplates(_ templates: String, _ name: String, _ other: String, line: LineReference) -> Wording {
    Wording(
      "\(templates.quoted) is never \(name.quoted): it is one of \(other.quoted) in \(line) too, which comes first",
      fix: "name it in one of them")
  }

  static func swipedFirst(_ name: String, by swipe: String, line: LineReference) -> Wording {
    Wording(
      "who draws \(name.quoted) quickly makes the swipe \(swipe.quoted) in \(line), which fires on the way",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(swipe.quoted)")
  }

  static let noPressureToStart = Wording(
    noPressure.message, fix: "let the fingers rest instead: `after = \"rest 300 ms\"`")
}
