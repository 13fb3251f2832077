import Control
import Glibc

/// The overlay's colours for a theme and an accent colour. `text`, `onAccent` and `accent` always have at least the
/// contrast that WCAG 2.2 requires (1.4.3, 1.4.11).
struct OverlayInks: Equatable {
  typealias Ink = OverlayPicture.Ink

  /// The background of text.
  let backing: Ink
  let border: Ink
  let shadow: Ink
  let text: Ink
  let faint: Ink
  /// The colour of most unfilled parts of a gesture's sign; opaque, so that the colour is the same where lines cross.
  let track: Ink
  /// The colour of an unfilled part of a gesture's sign, if that part is always filled completely or not at all.
  let sign: Ink
  let accent: Ink
  /// The background of text in the colour `onAccent`: the accent colour, changed if the contrast would be too low.
  let accentFill: Ink
  let onAccent: Ink
  let failed: Ink
  /// The colour of the outline around lines on the bare screen.
  let casing: Ink

  /// The least contrast of graphics: 3 (WCAG 2.2, 1.4.11), plus a margin, because the screen shows through.
  private static let leastForGraphics = 3.2
  /// The least contrast of text (WCAG 2.2, 1.4.3).
  private static let leastForText = 4.5

  init(_ settings: OverlaySettings) {
    let white = Ink(red: 1, green: 1, blue: 1, alpha: 1)
    let black = Ink(red: 0, green: 0, blue: 0, alpha: 1)
    let colour = Ink(settings.colour)
    switch settings.theme {
    case .dark, .auto:
      backing = Ink(red: 0.115, green: 0.115, blue: 0.13, alpha: 0.96)
      border = white.faded(0.13)
      shadow = black.faded(0.34)
      text = white
      faint = white.faded(0.76)
      track = Self.mixed(backing, white, 0.3)
      sign = Self.mixed(backing, white, 0.72)
      failed = Self.mixed(backing, white, 0.56)
      casing = Ink(red: 0.06, green: 0.06, blue: 0.08, alpha: 0.62)
      accent = Self.readable(colour, on: backing, towards: white, Self.leastForGraphics)
    case .light:
      backing = Ink(red: 0.985, green: 0.985, blue: 0.99, alpha: 0.96)
      border = black.faded(0.14)
      shadow = black.faded(0.24)
      text = Ink(red: 0.1, green: 0.1, blue: 0.115, alpha: 1)
      faint = text.faded(0.74)
      track = Self.mixed(backing, text, 0.24)
      sign = Self.mixed(backing, text, 0.66)
      failed = Self.mixed(backing, text, 0.56)
      casing = white.faded(0.85)
      accent = Self.readable(colour, on: backing, towards: black, Self.leastForGraphics)
    }
    let isDark = Self.contrast(accent, white) >= Self.contrast(accent, black) * 0.5
    onAccent = isDark ? white : black
    accentFill = Self.readable(accent, on: onAccent, towards: isDark ? black : white, Self.leastForText)
  }

  private static func readable(_ wanted: Ink, on backing: Ink, towards end: Ink, _ least: Double) -> Ink {
    let count = 20
    for index in 0...count {
      let ink = mixed(wanted, end, Double(index) / Double(count))
      if contrast(ink, backing) >= least { return ink }
    }
    return end
  }

  private static func mixed(_ ink: Ink, _ other: Ink, _ share: Double) -> Ink {
    Ink(
      red: ink.red + (other.red - ink.red) * share, green: ink.green + (other.green - ink.green) * share,
      blue: ink.blue + (other.blue - ink.blue) * share, alpha: 1)
  }

  /// Returns the contrast of two opaque colours, 1 to 21. Source: WCAG 2.2, contrast ratio.
  static func contrast(_ one: Ink, _ other: Ink) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private static func luminance(_ ink: Ink) -> Double {
    let linear = { (part: Double) in part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear(ink.red) + 0.7152 * linear(ink.green) + 0.0722 * linear(ink.blue)
  }
}

extension OverlayPicture.Ink {
  init(_ colour: OverlaySettings.Colour) {
    let full = 255.0
    self.init(red: Double(colour.red) / full, green: Double(colour.green) / full, blue: Double(colour.blue) / full)
  }
}
