import Bindings

/// The dead key and the letter that together give an accented letter.
enum DeadKeys {
  private static let accents: [(symbol: UInt32, whole: String, letters: String)] = [
    (0xfe50, "àèìòùÀÈÌÒÙǹǸ", "aeiouAEIOUnN"),
    (0xfe51, "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹ", "aeiouyAEIOUYcnszCNSZ"),
    (0xfe52, "âêîôûÂÊÎÔÛŵŷŴŶĉĝĥĵŝ", "aeiouAEIOUwyWYcghjs"),
    (0xfe53, "ãñõÃÑÕĩũ", "anoANOiu"),
    (0xfe57, "äëïöüÿÄËÏÖÜŸ", "aeiouyAEIOUY"),
    (0xfe58, "åůÅŮ", "auAU"),
    (0xfe5a, "čďěňřšťžČĎĚŇŘŠŤŽ", "cdenrstzCDENRSTZ"),
    (0xfe5b, "çşţÇŞŢ", "cstCST"),
  ]

  private static let table: [KeySymbol: [KeySymbol]] = {
    var table: [KeySymbol: [KeySymbol]] = [:]
    for accent in accents {
      for (whole, letter) in zip(accent.whole.unicodeScalars, accent.letters.unicodeScalars) {
        guard let whole = KeySymbol(whole), let letter = KeySymbol(letter) else { continue }
        table[whole] = [KeySymbol(keysym: accent.symbol), letter]
      }
    }
    return table
  }()

  /// The dead key and the letter for an accented letter, in this order. Nil if the table lacks the accented letter.
  static func strokes(for symbol: KeySymbol) -> [KeySymbol]? { table[symbol] }
}
