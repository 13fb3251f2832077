import Control

/// A card with a line for each gesture. A line has the sign, the name, and the action or level.
struct OverlayCard {
  typealias Box = OverlayPicture.Box
  typealias Writing = OverlayPicture.Writing

  struct Line {
    var shown: SceneTimeline.Shown
    var opacity: Double
    var pulse: Double
    var level: Double?
    var levelText: String?
  }

  /// The size, in millimetres, of the touchpad that is drawn left of the lines. The card scales the touchpad to fit.
  typealias Pad = (width: Double, height: Double)

  /// The lengths at `size` 1, in logical pixels.
  private enum Length {
    static let margin = 14.0
    static let radius = 18.0
    static let glyphWidth = 58.0
    static let glyphHeight = 38.0
    static let glyphStroke = 4.8
    static let gap = 14.0
    static let name = 16.0
    static let does = 13.0
    static let nameHeight = 22.0
    static let doesHeight = 18.0
    static let line = 50.0
    static let lineGap = 6.0
    static let bar = 8.0
    static let leastText = 76.0
    static let mostText = 400.0
    static let levelText = 210.0
    static let padSide = 124.0
    static let padGap = 16.0
  }

  private let size: Double
  private let inks: OverlayInks
  private let measure: any TextMeasure
  private let lines: [Line]
  private let more: Int
  private let padSize: Pad?
  private let mostText: Double
  private let textWidth: Double

  /// `most` is the maximum width of the whole card.
  init(
    _ lines: [Line], more: Int, pad: Pad?, most: Double, size: Double, _ inks: OverlayInks, _ measure: any TextMeasure
  ) {
    self.lines = lines
    self.more = more
    self.size = size
    self.inks = inks
    self.measure = measure
    padSize = pad.map { pad in
      let side = Length.padSide * size
      let scale = side / max(pad.width, pad.height)
      return (max(pad.width * scale, side / 3), max(pad.height * scale, side / 3))
    }
    let padWidth = padSize.map { $0.width + Length.padGap * size } ?? 0
    let around = (Length.margin * 2.3 + Length.glyphWidth + Length.gap) * size + padWidth
    // Measured widths are whole pixels, so the limit must be a whole number too.
    mostText = max(0, min(Length.mostText * size, most - around)).rounded(.down)
    var width = lines.isEmpty ? 0 : Length.leastText * size
    for line in lines {
      width = max(
        width, measure.width(of: Self.name(line, size, mostText)), measure.width(of: Self.does(line, size, mostText)))
      if line.level != nil { width = max(width, Length.levelText * size) }
    }
    textWidth = min(width, mostText)
  }

  private static func name(_ line: Line, _ size: Double, _ most: Double) -> Writing {
    Writing(text: line.shown.item.name, size: Length.name * size, isBold: true, mostWidth: most)
  }

  private static func does(_ line: Line, _ size: Double, _ most: Double) -> Writing {
    Writing(text: line.level != nil ? "" : line.shown.item.does, size: Length.does * size, mostWidth: most)
  }

  private var textHeight: Double {
    Double(lines.count) * Length.line * size + Double(max(lines.count - 1, 0)) * Length.lineGap * size
      + (more > 0 ? Length.nameHeight * size : 0)
  }

  var box: Box {
    let margin = Length.margin * size
    let lineWidth = lines.isEmpty ? 0 : (Length.glyphWidth + Length.gap) * size + textWidth
    let padWidth = padSize.map { $0.width + (lines.isEmpty ? 0 : Length.padGap * size) } ?? 0
    return Box(
      left: 0, top: 0, width: margin * 2.3 + padWidth + lineWidth,
      height: margin * 2 + max(textHeight, padSize?.height ?? 0))
  }

  /// Draws the card, and returns the box of the drawn touchpad; nil without a touchpad.
  func draw(at bounds: Box, opacity: Double, to picture: inout OverlayPicture) -> Box? {
    let radius = Length.radius * size
    picture.add(.shadow(bounds, radius: radius, depth: 12 * size, inks.shadow.faded(opacity * 0.45)))
    picture.add(.box(bounds, radius: radius, inks.backing.faded(opacity)))
    picture.add(.border(bounds, radius: radius, width: 1, inks.border.faded(opacity)))
    let margin = Length.margin * size
    var left = bounds.left + margin * 1.15
    var padBox: Box?
    if let padSize {
      let box = Box(left: left, top: bounds.center.y - padSize.height / 2, width: padSize.width, height: padSize.height)
      picture.add(.box(box, radius: 10 * size, inks.track.faded(opacity * 0.4)))
      picture.add(.border(box, radius: 10 * size, width: 1.5 * size, inks.track.faded(opacity)))
      padBox = box
      left = box.right + Length.padGap * size
    }
    let height = Length.line * size
    var top = bounds.center.y - textHeight / 2
    for line in lines {
      draw(line, in: Box(left: left, top: top, width: bounds.right - margin - left, height: height), to: &picture)
      top += height + Length.lineGap * size
    }
    if more > 0 {
      let indent = (Length.glyphWidth + Length.gap) * size
      picture.addWriting(
        Writing(text: "+\(more) more", size: Length.does * size, mostWidth: mostText),
        in: Box(
          left: left + indent, top: top - Length.lineGap * size, width: textWidth, height: Length.nameHeight * size),
        inks.faint.faded(opacity))
    }
    return padBox
  }

  private func draw(_ line: Line, in box: Box, to picture: inout OverlayPicture) {
    let item = line.shown.item
    let isDone = item.state == .recognized
    let isFailed = item.state == .failed || item.state == .cancelled
    // A recognized gesture's line is filled, and larger for a moment.
    if isDone {
      let (aside, reach) = (7 * size, (1 + line.pulse * 4) * size)
      let filled = Box(left: box.left - aside, top: box.top, width: box.width + aside * 2, height: box.height)
      picture.add(.box(filled.grown(by: reach), radius: 13 * size, inks.accentFill.faded(line.opacity)))
    }
    let text = isDone ? inks.onAccent : isFailed ? inks.failed : inks.text
    let faint = isDone ? inks.onAccent : isFailed ? inks.failed : inks.faint
    let fill = isDone ? inks.onAccent : isFailed ? inks.failed : inks.accent
    let glyphBox = Box(
      left: box.left, top: box.center.y - Length.glyphHeight * size / 2, width: Length.glyphWidth * size,
      height: Length.glyphHeight * size)
    let isStep = item.show == .step
    let glyph = GestureGlyph(
      width: (Length.glyphStroke + line.pulse * (isStep ? 2 : 0)) * size, track: inks.track.faded(line.opacity),
      sign: (isDone ? inks.onAccent : isStep ? inks.accent : inks.sign).faded(line.opacity),
      filled: fill.faded(line.opacity))
    // A step is complete, so its sign is full.
    glyph.add(item.look, in: glyphBox, progress: isDone || isStep ? 1 : item.progress, to: &picture)
    let left = glyphBox.right + Length.gap * size
    let room = box.right - left
    if let level = line.level {
      drawLevel(level, line, text, in: Box(left: left, top: box.top, width: room, height: box.height), to: &picture)
      return
    }
    let does = Self.does(line, size, mostText)
    let nameHeight = Length.nameHeight * size
    let height = nameHeight + (does.text.isEmpty ? 0 : Length.doesHeight * size)
    var top = box.center.y - height / 2
    picture.addWriting(
      Self.name(line, size, mostText), in: Box(left: left, top: top, width: room, height: nameHeight),
      text.faded(line.opacity))
    top += nameHeight
    picture.addWriting(
      does, in: Box(left: left, top: top, width: room, height: Length.doesHeight * size), faint.faded(line.opacity))
  }

  private func drawLevel(
    _ level: Double, _ line: Line, _ ink: OverlayPicture.Ink, in box: Box, to picture: inout OverlayPicture
  ) {
    let bar = Length.bar * size
    let nameHeight = Length.nameHeight * size
    let top = box.center.y - (nameHeight + bar + 4 * size) / 2
    let levelWriting = Writing(text: line.levelText ?? "", size: Length.does * size, mostWidth: box.width / 2)
    let levelWidth = measure.width(of: levelWriting)
    var name = Self.name(line, size, mostText)
    name.mostWidth = max(0, min(name.mostWidth, box.width - levelWidth - Length.gap * size))
    picture.addWriting(
      name, in: Box(left: box.left, top: top, width: name.mostWidth, height: nameHeight), ink.faded(line.opacity))
    picture.addWriting(
      levelWriting, in: Box(left: box.right - levelWidth, top: top, width: levelWidth, height: nameHeight),
      inks.faint.faded(line.opacity))
    let full = Box(left: box.left, top: top + nameHeight + 4 * size, width: box.width, height: bar)
    picture.add(.box(full, radius: bar / 2, inks.track.faded(line.opacity)))
    var part = full
    part.width = full.width * level
    guard part.width > 0.5 else { return }
    part.width = max(part.width, bar)
    picture.add(.box(part, radius: bar / 2, inks.accent.faded(line.opacity)))
  }
}
