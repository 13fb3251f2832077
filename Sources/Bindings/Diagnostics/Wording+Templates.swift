import GestureCore

// Examples of drawings, in files of their own
extension Wording {
  static let templateExample = "star"
  static let pointsExample = "points = [[0, 0], [10, 12.5]]"
  private static let stroke = "`[[\(TemplateFile.strokeKey)]]`"
  private static let points = "`\(TemplateFile.pointsKey)`"

  static func badTemplateName(_ name: String) -> Wording {
    let file = name.split(separator: "/").last.map(String.init) ?? ""
    let suffix = TemplateFile.suffix
    let bare = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
    let isPath = bare != name && TemplateFile.isName(bare)
    return Wording(
      "\(name.quoted) can't be the name of a drawing",
      fix: isPath
        ? "write \(bare.quoted), which is read from `\(TemplateFile.folder)/\(bare.short)\(suffix)`"
        : "use letters, digits, `-` and `_`, \(TemplateFile.longestName) at most")
  }

  /// A file of examples that could not be read.
  static func unreadTemplates(_ name: String, _ refusal: Includes.Refusal) -> Wording {
    guard refusal.isMissing else { return Wording(refusal.message, fix: refusal.fix) }
    let shape = StrokeShape(rawValue: name).flatMap { $0 == .none ? nil : ", or write `shape = \(name.quoted)`" }
    return Wording(refusal.message, fix: "make it with `gesture-bridge learn \(name.short)`\(shape ?? "")")
  }

  static func unknownTemplateKey(_ name: String) -> Wording {
    let message = "unknown key \(name.quoted)"
    if name == TemplateFile.pointsKey { return Wording(message, fix: "write \(stroke) on a line before it") }
    let meant = Nearest.name(to: name, among: [TemplateFile.strokeKey])
    return Wording(
      message, fix: meant.map(didYouMean) ?? "a file of examples has only \(stroke), each with its \(points)")
  }

  static func unknownStrokeKey(_ name: String) -> Wording {
    let meant = Nearest.name(to: name, among: [TemplateFile.pointsKey])
    return Wording("unknown key \(name.quoted)", fix: meant.map(didYouMean) ?? "a stroke has only \(points)")
  }

  static func noStrokes(_ name: String) -> Wording {
    Wording("there is no stroke in this file", fix: "draw some with `gesture-bridge learn \(name.short)`")
  }

  static let strokeIsNoList = Wording("a stroke needs double brackets", fix: "write \(stroke)")

  static func tooManyStrokes(_ count: Int, most: Int) -> Wording {
    Wording("this file has \(count) strokes", fix: "at most \(most) are compared with what is drawn: remove the others")
  }

  static let strokeWithoutPoints = Wording("this stroke has no \(points)", fix: "write `\(pointsExample)`, in mm")

  static func tooManyPoints(_ count: Int, most: Int) -> Wording {
    Wording("this stroke has \(count) points", fix: "at most \(most) are taken: leave out every second one")
  }

  static let strokeWithoutLength = Wording(
    "this stroke goes nowhere", fix: "it needs at least two points that are not the same")

  static let notAPoint = Wording("this is not a point", fix: "write `[x, y]`: two numbers, in mm")

  static func farPoint(_ farthest: Double) -> Wording {
    let bound = decimal(farthest, places: 0)
    return Wording("this number is out of range", fix: "points may be at -\(bound) to \(bound), in mm")
  }
}

// Settings of which a gesture has one
extension Wording {
  static func missingAlternative(_ kind: Kind, _ settings: [SettingDeclaration]) -> Wording {
    Wording(
      "\(kind.withArticle) needs one of \(settings.map { "`\($0.name)`" }.listed("and"))",
      fix: "add a line such as \(settings.map { "`\($0.example)`" }.listed("or"))")
  }

  static func secondAlternative(_ name: String, beside other: String) -> Wording {
    Wording("`\(name)` can't stand beside `\(other)`", fix: "remove one of them: a gesture has either")
  }
}
