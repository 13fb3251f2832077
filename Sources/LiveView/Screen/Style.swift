/// How a cell of the terminal looks beside its character.
struct Style: Equatable {
  /// How strong it is: what matters is bold, what can be passed over is dim.
  enum Weight { case normal, bold, dim }

  /// One of the terminal's 256 colours; nil for its own.
  var colour: UInt8?
  var weight = Weight.normal
  var isReversed = false

  static let plain = Style()
  static let bold = Style(weight: .bold)
  static let dim = Style(weight: .dim)

  /// The same, standing out.
  var strong: Style { with { $0.weight = .bold } }
  /// The same, on a ground of its own colour.
  var reversed: Style { with { $0.isReversed = true } }

  private func with(_ change: (inout Style) -> Void) -> Style {
    var style = self
    change(&style)
    return style
  }

  /// What makes a terminal write so from here on, whatever it did before (ECMA-48 SGR; 38;5 are xterm's 256 colours).
  func sequence(colours: Bool) -> String {
    var codes = "0"
    let grey = weight == .dim && colour == nil ? Palette.grey : nil
    switch weight {
    case .normal: break
    case .bold: codes += ";1"
    // Many terminals show faint text as normal: a grey is sure to be seen.
    case .dim: if !colours { codes += ";2" }
    }
    if isReversed { codes += ";7" }
    if colours, let colour = colour ?? grey { codes += ";38;5;\(colour)" }
    return "\u{1B}[\(codes)m"
  }
}

/// The few colours of the view: middle tones of the 256, which are readable on dark and on light grounds.
enum Palette {
  /// What is there but need not be read.
  static let grey: UInt8 = 244
  static let good = Style(colour: 71)
  static let bad = Style(colour: 167)
  static let busy = Style(colour: 178)
  static let waits = Style(colour: 140)
  static let told = Style(colour: 67)

  /// The fingers' colours, each from fresh to faded; told apart by brightness and hue, and by the letters.
  private static let fingers: [[UInt8]] = [
    [44, 37, 66, 243], [208, 172, 137, 243], [170, 133, 96, 243], [113, 71, 65, 243], [75, 68, 60, 243],
    [220, 178, 143, 243],
  ]

  /// How many steps a trail takes to fade.
  static let fadings = 4

  /// The style of a trail of the finger that landed as the `number`th, from 0; `fading` is 0 for what is fresh.
  static func finger(_ number: Int, fading: Int = 0) -> Style {
    let colours = fingers[number % fingers.count]
    let last = colours.count - 1
    return Style(
      colour: colours[min(max(fading, 0), last)],
      weight: fading <= 0 ? .bold : fading >= last ? .dim : .normal)
  }
}
