import GestureCore

/// A measure against its threshold, as a bar with its figures.
///
/// What has to be reached is a bar that fills up, and has a check mark when it is full. What must not be exceeded is a way
/// to a wall, and has a cross when it has gone through.
struct GaugeBar {
  private let gauge: Gauge

  private static let full = "▇"
  private static let empty = "▁"
  private static let gone = "━"
  private static let ahead = "╌"
  private static let wall = "┤"
  private static let broken = "╪"

  init(_ gauge: Gauge) { self.gauge = gauge }

  /// The parts of a line, each as wide as its column, so that bars stand below one another.
  struct Widths: Equatable {
    let what: Int
    let bar: Int
    let figures: Int
    /// The threshold's name; 0 for none.
    let setting: Int

    private static let leastWhat = 8
    private static let mostWhat = 22
    private static let figures = 13
    private static let leastBar = 6
    private static let setting = 14
    /// From so many columns on the threshold's name is said too.
    private static let named = 50
    /// Between the parts, with the mark.
    private static let blanks = 4
    /// What of the rest the words get: some kinds need a few of them.
    private static let words = 0.65

    /// The parts of a line of so many columns.
    init(_ columns: Int) {
      setting = columns >= Self.named ? Self.setting : 0
      figures = Self.figures
      let rest = columns - figures - Self.blanks - (setting > 0 ? setting + 1 : 0)
      let words = min(Self.mostWhat, Int(Double(rest) * Self.words), rest - Self.leastBar)
      what = max(Self.leastWhat, words)
      bar = max(Self.leastBar, rest - what)
    }
  }

  func line(_ widths: Widths) -> StyledLine {
    var line = StyledLine()
    line.add(ViewWording.measure(gauge), columns: widths.what)
    line.add(" ")
    line.add(bar(widths.bar), style)
    line.add(" ")
    line.add(figures, columns: widths.figures, side: .right)
    line.add(" ")
    line.add(mark, style.strong, columns: 1)
    if widths.setting > 0 {
      line.add(" ")
      line.add(gauge.setting, .dim, columns: widths.setting)
    }
    return line
  }

  /// `9.4/12 mm`; the measured figure always has its decimals, so that it does not jump.
  var figures: String {
    let unit = gauge.limit.unit
    let measured = decimal(gauge.measured.value, places: Self.places(unit), padded: true)
    let limit = decimal(gauge.limit.value, places: Self.places(unit))
    return "\(measured)/\(limit)\(Self.suffix(unit))"
  }

  var mark: String {
    switch (gauge.mustReach, gauge.isMet) {
    case (true, true): "✓"
    case (true, false), (false, true): " "
    case (false, false): "✗"
    }
  }

  private var style: Style {
    switch (gauge.mustReach, gauge.isMet) {
    case (true, true): Palette.good
    case (true, false): Palette.busy
    case (false, true): .dim
    case (false, false): Palette.bad
    }
  }

  func bar(_ columns: Int) -> String {
    let share = gauge.share.isFinite ? min(gauge.share, 1) : 1
    guard gauge.mustReach else {
      let way = max(0, columns - 1)
      let done = min(way, Int((share * Double(way)).rounded(.up)))
      let wall = gauge.isMet ? Self.wall : Self.broken
      return String(repeating: Self.gone, count: done) + String(repeating: Self.ahead, count: way - done) + wall
    }
    // Only what is met looks full.
    let done = max(0, gauge.isMet ? columns : min(columns - 1, Int(share * Double(columns))))
    return String(repeating: Self.full, count: done) + String(repeating: Self.empty, count: columns - done)
  }

  private static func places(_ unit: Unit) -> Int {
    switch unit {
    case .millimetres, .percent: 1
    case .milliseconds, .millimetresPerSecond, .degrees, .fingers, .taps: 0
    }
  }

  private static func suffix(_ unit: Unit) -> String {
    switch unit {
    case .degrees: "°"
    case .millimetres, .percent, .milliseconds, .millimetresPerSecond, .fingers, .taps: " \(unit.rawValue)"
    }
  }
}
