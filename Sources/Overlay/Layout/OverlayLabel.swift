/// A label outside a card: a gesture's name, with its action below.
struct OverlayLabel {
  typealias Box = OverlayPicture.Box
  typealias Writing = OverlayPicture.Writing

  /// The lengths at `size` 1, in logical pixels.
  private enum Length {
    static let name = 15.0
    static let does = 12.5
    static let nameHeight = 21.0
    static let doesHeight = 17.0
    static let side = 12.0
    static let top = 6.0
    /// The greatest width of a text: about sixty letters.
    static let mostText = 400.0
    static let radius = 11.0
    static let glyph = 26.0
    static let glyphGap = 9.0
  }

  private let size: Double
  private let name: Writing
  private let does: Writing
  private let textWidth: Double
  private let hasGlyph: Bool

  /// `most` is the maximum width of the whole label.
  init(_ name: String, _ does: String, hasGlyph: Bool, most: Double, size: Double, _ measure: any TextMeasure) {
    (self.size, self.hasGlyph) = (size, hasGlyph)
    // Measured widths are whole pixels, so the limit must be a whole number too.
    let mostText = max(0, min(Length.mostText * size, most - Self.aroundText(hasGlyph) * size)).rounded(.down)
    self.name = Writing(text: name, size: Length.name * size, isBold: true, mostWidth: mostText)
    self.does = Writing(text: does, size: Length.does * size, mostWidth: mostText)
    textWidth = max(measure.width(of: self.name), does.isEmpty ? 0 : measure.width(of: self.does))
  }

  private static func aroundText(_ hasGlyph: Bool) -> Double {
    Length.side * 2 + (hasGlyph ? Length.glyph + Length.glyphGap : 0)
  }

  var box: Box {
    Box(
      left: 0, top: 0, width: textWidth + Self.aroundText(hasGlyph) * size,
      height: (Length.nameHeight + (does.text.isEmpty ? 0 : Length.doesHeight) + Length.top * 2) * size)
  }

  enum Look { case plain, done, failed }

  /// Draws the label in `bounds`, and returns the box for the gesture's sign.
  func draw(at bounds: Box, _ look: Look, opacity: Double, _ inks: OverlayInks, to picture: inout OverlayPicture) -> Box
  {
    let radius = Length.radius * size
    let isDone = look == .done
    picture.add(.shadow(bounds, radius: radius, depth: 7 * size, inks.shadow.faded(opacity * 0.4)))
    picture.add(.box(bounds, radius: radius, (isDone ? inks.accentFill : inks.backing).faded(opacity)))
    picture.add(.border(bounds, radius: radius, width: 1, inks.border.faded(opacity)))
    let text = isDone ? inks.onAccent : look == .failed ? inks.failed : inks.text
    let faint = isDone ? inks.onAccent : look == .failed ? inks.failed : inks.faint
    var left = bounds.left + Length.side * size
    let glyph = Box(
      left: left, top: bounds.center.y - Length.glyph * size / 2, width: Length.glyph * size,
      height: Length.glyph * size)
    if hasGlyph { left = glyph.right + Length.glyphGap * size }
    var top = bounds.top + Length.top * size
    picture.addWriting(
      name, in: Box(left: left, top: top, width: textWidth, height: Length.nameHeight * size), text.faded(opacity))
    top += Length.nameHeight * size
    picture.addWriting(
      does, in: Box(left: left, top: top, width: textWidth, height: Length.doesHeight * size), faint.faded(opacity))
    return glyph
  }
}
