import Bindings

/// One character as a terminal shows it in its cell: a scalar, and up to two marks upon it.
struct Glyph: Equatable {
  var scalar: Unicode.Scalar
  private(set) var firstMark: Unicode.Scalar?
  private(set) var secondMark: Unicode.Scalar?

  init(_ scalar: Unicode.Scalar) { self.scalar = scalar }

  static let blank = Glyph(" ")

  /// Accents above two are left out: they would climb into other lines.
  mutating func add(mark: Unicode.Scalar) {
    if firstMark == nil {
      firstMark = mark
    } else if secondMark == nil {
      secondMark = mark
    }
  }

  /// Whether every terminal goes on by one column after it.
  var isSure: Bool { firstMark == nil && (scalar.isASCII || Self.own.contains { $0.contains(scalar.value) }) }

  /// General punctuation, arrows, lines, blocks, shapes and braille: what the view itself draws with.
  private static let own: [ClosedRange<UInt32>] = [0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25FF, 0x2800...0x28FF]

  /// Appends its characters.
  func write(to text: inout String) {
    text.unicodeScalars.append(scalar)
    if let firstMark { text.unicodeScalars.append(firstMark) }
    if let secondMark { text.unicodeScalars.append(secondMark) }
  }
}

/// One cell of a terminal.
struct Cell: Equatable {
  var glyph = Glyph.blank
  var style = Style.plain
  /// It shows the right half of the character to its left.
  var isTail = false

  static let blank = Cell()
}

/// A glyph with the number of columns it takes, 1 or 2.
struct SizedGlyph: Equatable {
  var glyph: Glyph
  let columns: Int
}

extension String {
  /// The text as it may stand in cells: names are their users' texts, so what would steer the terminal or turn the line
  /// round is shown as a picture or left out.
  var glyphs: [SizedGlyph] {
    var glyphs: [SizedGlyph] = []
    for scalar in visible.unicodeScalars {
      if scalar.isASCII {
        glyphs.append(SizedGlyph(glyph: Glyph(scalar), columns: 1))
      } else if scalar.columns > 0 {
        glyphs.append(SizedGlyph(glyph: Glyph(scalar), columns: scalar.columns))
      } else if !scalar.isUnseen, !glyphs.isEmpty {
        glyphs[glyphs.count - 1].glyph.add(mark: scalar)
      }
    }
    return glyphs
  }
}

extension Unicode.Scalar {
  /// It shows nothing itself, but terminals differ in what it does to its neighbours: joiners and variation selectors.
  fileprivate var isUnseen: Bool {
    properties.generalCategory == .format || properties.isVariationSelector
  }
}
