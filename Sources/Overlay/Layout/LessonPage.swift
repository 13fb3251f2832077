import Control

/// A page that fills an output and asks for a gesture. It shows how to make the gesture, and the last attempt's result.
///
///     all lessons        o o * . .
///     name
///     how to make it
///     [ fingers that make it ]
///     what it does
///     result of the last attempt
///     keys
package struct LessonPage {
  typealias Point = OverlayPicture.Point
  package typealias Box = OverlayPicture.Box
  typealias Writing = OverlayPicture.Writing

  /// The page's lengths at size 1, in logical pixels. `leading` has no unit.
  private enum Length {
    static let height = 760.0
    static let width = 900.0
    static let top = 46.0
    static let dot = 5.0
    static let dotGap = 20.0
    static let name = 34.0
    static let how = 18.0
    static let does = 15.0
    static let words = 18.0
    static let keys = 14.0
    /// The height of a line as a multiple of the font size.
    static let leading = 1.42
    static let gap = 16.0
    static let surface = (width: 340.0, height: 212.0)
    static let text = 760.0
    static let banner = (aside: 22.0, above: 12.0, radius: 14.0)
  }

  /// The greatest number of dots, one for each lesson. With more lessons, the present lesson's number is shown instead.
  private static let mostDots = 24
  /// The range of the page's scale, which grows with the output. Very small outputs have a smaller scale.
  private static let sizes = 0.5...2.2
  /// The fraction of the spare height that is above the page's texts.
  private static let above = 0.35

  private let inks: OverlayInks
  private let measure: any TextMeasure
  private let factor: Double
  private let isReduced: Bool

  package init(_ settings: OverlaySettings, _ measure: any TextMeasure) {
    inks = OverlayInks(settings)
    factor = settings.size
    isReduced = settings.motion == .reduced
    self.measure = measure
  }

  /// Returns the time in µs until something moves: nil while something moves, `Int64.max` if nothing ever moves.
  package func idleTime(at elapsed: Int64) -> Int64? { isReduced ? .max : GestureDemonstration.idleTime(at: elapsed) }

  /// Replaces the picture's contents with a lesson's page. `elapsed` is the time since the lesson's start, in µs.
  package func compose(_ lesson: OverlayLesson, at elapsed: Int64, on area: Box, to picture: inout OverlayPicture) {
    picture.removeAll()
    var page = inks.backing
    page.alpha = 1
    picture.add(.box(area, radius: 0, page))
    let fit = min(area.width / Length.width, area.height / Length.height)
    let size = min(max(fit * factor, Self.sizes.lowerBound), min(Self.sizes.upperBound, fit * 1.25))
    var top = area.top + Length.top * size + max(area.height - Length.height * size, 0) * Self.above
    addResults(lesson, middle: Point(area.center.x, top), size, to: &picture)
    top += Length.gap * 2 * size
    let column = Column(middle: area.center.x, width: min(Length.text * size, area.width * 0.92), measure: measure)
    top = column.add(lesson.name, at: top, Length.name * size, isBold: true, inks.text, to: &picture)
    for line in lesson.how { top = column.add(line, at: top, Length.how * size, inks.text, to: &picture) }
    top += Length.gap * size
    let surface = Box(
      left: area.center.x - Length.surface.width * size / 2, top: top, width: Length.surface.width * size,
      height: Length.surface.height * size)
    let demonstration = GestureDemonstration(look: lesson.look, fingers: lesson.fingers, size: size)
    demonstration.draw(in: surface, at: isReduced ? 1 : GestureDemonstration.share(at: elapsed), inks, to: &picture)
    top = surface.bottom + Length.gap * size
    for line in lesson.does { top = column.add(line, at: top, Length.does * size, inks.faint, to: &picture) }
    top += Length.gap * size
    if let verdict = lesson.verdict { addBanner(lesson.words, verdict, column, at: top, size, to: &picture) }
    let keys = Length.keys * size
    _ = column.add(lesson.keys, at: area.bottom - keys * Length.leading * 2, keys, inks.faint, to: &picture)
  }

  /// Draws a dot for each lesson: coloured after a success, a ring if the lesson was skipped, larger for the present
  /// lesson, otherwise faint. With too many lessons, the lesson's number is written instead.
  private func addResults(
    _ lesson: OverlayLesson, middle: Point, _ size: Double, to picture: inout OverlayPicture
  ) {
    guard lesson.count <= Self.mostDots else {
      let text = Column(middle: middle.x, width: Length.text * size, measure: measure)
      _ = text.add(
        "\(lesson.number) of \(lesson.count)", at: middle.y - Length.how * size, Length.how * size, inks.faint,
        to: &picture)
      return
    }
    for index in 0..<lesson.count {
      let center = Point(middle.x + (Double(index) - Double(lesson.count - 1) / 2) * Length.dotGap * size, middle.y)
      let radius = Length.dot * size
      if index == lesson.number - 1 {
        picture.add(.disc(center, radius: radius * 1.5, inks.text))
      } else if index < lesson.results.count {
        if lesson.results[index] {
          picture.add(.disc(center, radius: radius, inks.accent))
        } else {
          picture.add(.arc(center, radius: radius * 0.8, from: 0, to: 2 * .pi, width: 2 * size, inks.failed))
        }
      } else {
        picture.add(.disc(center, radius: radius, inks.track))
      }
    }
  }

  private func addBanner(
    _ words: String, _ verdict: OverlayLesson.Verdict, _ column: Column, at top: Double, _ size: Double,
    to picture: inout OverlayPicture
  ) {
    let isMade = verdict == .made
    let (aside, above) = (Length.banner.aside * size, Length.banner.above * size)
    let lines = column.lines(words, Length.words * size, isBold: isMade)
    let width = lines.reduce(0) { max($0, measure.width(of: $1)) }
    let height = Double(lines.count) * Length.words * size * Length.leading
    let banner = Box(
      left: column.middle - width / 2 - aside, top: top, width: width + aside * 2, height: height + above * 2)
    let radius = Length.banner.radius * size
    picture.add(.box(banner, radius: radius, isMade ? inks.accentFill : inks.track.faded(0.5)))
    if verdict == .missed { picture.add(.border(banner, radius: radius, width: 2 * size, inks.accent)) }
    _ = column.add(
      words, at: top + above, Length.words * size, isBold: isMade, isMade ? inks.onAccent : inks.text, to: &picture)
  }

  private struct Column {
    let middle: Double
    let width: Double
    let measure: any TextMeasure

    func lines(_ text: String, _ size: Double, isBold: Bool = false) -> [Writing] {
      let writing = { (text: String) in Writing(text: text, size: size, isBold: isBold, mostWidth: width) }
      // A shortened text always fits, so the width of the whole text is measured.
      let fits = { (text: String) in
        measure.width(of: Writing(text: text, size: size, isBold: isBold, mostWidth: .infinity)) <= width
      }
      var lines: [Writing] = []
      var line = ""
      for word in text.split(separator: " ") {
        let longer = line.isEmpty ? String(word) : line + " " + word
        if fits(longer) || line.isEmpty {
          line = longer
        } else {
          lines.append(writing(line))
          line = String(word)
        }
      }
      if !line.isEmpty { lines.append(writing(line)) }
      return lines
    }

    /// Adds a text, and returns its bottom edge, where the next text can begin.
    func add(
      _ text: String, at top: Double, _ size: Double, isBold: Bool = false, _ ink: OverlayPicture.Ink,
      to picture: inout OverlayPicture
    ) -> Double {
      var top = top
      let height = size * Length.leading
      for line in lines(text, size, isBold: isBold) {
        let width = measure.width(of: line)
        picture.addWriting(line, in: Box(left: middle - width / 2, top: top, width: width, height: height), ink)
        top += height
      }
      return top
    }
  }
}
