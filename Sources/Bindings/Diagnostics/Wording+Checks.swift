import GestureCore

// Gestures that get in each other's way
extension Wording {
  static func indistinguishable(_ name: String, _ other: String, line: LineReference) -> Wording {
    Wording(
      "\(name.quoted) can never be told from \(other.quoted) in \(line): both look for the same",
      fix: "change one of them, or let both happen: `simultaneous-with = [\(other.quoted)]`")
  }

  static func shadowed(_ name: String, by other: String, line: LineReference, priority: Int) -> Wording {
    Wording(
      "\(name.quoted) can never be recognized: \(other.quoted) in \(line) includes it and comes first",
      fix: "put it before \(other.quoted), or add `priority = \(priority &+ 1)`")
  }

  static func beginsBefore(_ name: String, _ kind: Kind, by other: String, _ otherKind: Kind, line: LineReference)
    -> Wording
  {
    Wording(
      "\(name.quoted) can never be recognized: the \(otherKind.name) \(other.quoted) in \(line) begins before any "
        + "\(kind.name) of its fingers",
      fix: "add `require-to-fail = [\(name.quoted)]` to \(other.quoted)")
  }

  static func neverFails(_ waiting: String, _ requirement: String, _ kind: Kind) -> Wording {
    Wording(
      "\(waiting.quoted) waits until the fingers lift: \(requirement.quoted), \(kind.withArticle), can't fail sooner",
      fix: "leave it out: whichever comes first excludes the other anyway")
  }

  static func missingOnTouchpad(_ facts: String) -> Wording {
    Wording(
      "this gesture can never fire on a touchpad: libinput reports no \(facts) there", fix: slots)
  }

  static let noPressure = Wording(
    "this gesture can never fire: libinput tells the pressure of pens only, and no pen can make it",
    fix: "a pen is one finger on a touchscreen: leave out what asks for more, or for something else")

  static let onePen = Wording(
    "this gesture can never fire: a stylus is one finger, and it takes more",
    fix: "write `fingers = 1`, or remove `tool`")

  static let noPenThere = Wording(
    "this gesture can never fire: there is no stylus on a touchpad",
    fix: "a pen is of the class \"touchscreen\": remove `device`, or `tool`")

  static func waitsForOwnStep(_ name: String, _ step: String) -> Wording {
    Wording(
      "\(name.quoted) waits for \(step.quoted) to fail, which it is made of, and so can never fire",
      fix: "the other way round, \(step.quoted) can wait: there, write `require-to-fail = [\"\(name)\"]`")
  }

  static func tooFewFingers(_ kind: Kind, _ count: Int) -> Wording {
    Wording(
      "this gesture can never fire: with these settings \(kind.withArticle) needs \(count) fingers or more",
      fix: "write `fingers = \(count)`, or change its other settings")
  }

  static let nowhere = Wording(
    "this gesture can never fire: no device is of both classes that it and its zone or `receive` ask for",
    fix: "let them name the same `device`")

  static func neverOnTouchpad(_ kind: Kind, fingers: ClosedRange<Int>?, reported: ClosedRange<Int>?) -> Wording {
    let count = fingers.map { ($0.count == 1 ? "" : "\($0.lowerBound)- to ") + "\($0.upperBound)-finger " } ?? ""
    return Wording(
      "this gesture can never fire on a touchpad: libinput reports no \(count)\(kind.plural) there",
      fix: reported.map { "there \(kind.withArticle) can have \($0.lowerBound) to \($0.upperBound) fingers" }
        ?? slots)
  }

  /// What tells more of a touchpad than libinput does.
  private static let slots = "have the touchpad's own slots read: `[device.\"*\"] source = \"auto\"`"
}
