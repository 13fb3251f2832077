import GestureCore

// Examples of drawings, in files of their own
extension Wording {
  static let templateExample = "star"
  static let pointsExample = "points = [[0, 0], [10, 12.5]]"
  private static let stroke = "`[[\(TemplateFile.strokeKey)]]`"
  private static let points = "`\(TemplateFile.pointsKey)`"

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
