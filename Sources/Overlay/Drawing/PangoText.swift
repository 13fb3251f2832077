import Glibc

/// How wide a text is; the layout asks before anything is drawn.
package protocol TextMeasure: AnyObject {
  func width(of writing: OverlayPicture.Writing) -> Double
}

/// Texts in the desktop's sans-serif font, shaped by Pango. Those that were used last are kept.
package final class PangoText: TextMeasure {
  /// Of `pango_layout_t`, and its size in logical pixels.
  private struct Shaped {
    let layout: OpaquePointer
    let width: Double
    let height: Double
  }

  /// The numbers of cairo's and Pango's enums.
  private enum Choice {
    static let grey: Int32 = 2
    static let noHints: Int32 = 1
    static let metricsOff: Int32 = 1
    static let ellipsisAtEnd: Int32 = 3
    static let medium: Int32 = 500
    static let bold: Int32 = 700
  }

  /// Pango counts in 1024ths.
  private static let unit = 1024.0
  /// A scene has fewer.
  private static let mostKept = 128

  private let library: CairoLibrary
  private let context: OpaquePointer
  private var shaped: [OverlayPicture.Writing: Shaped] = [:]

  /// Nil where Pango finds no fonts at all.
  package init?(_ library: CairoLibrary) {
    guard let map = library.fontMap(), let context = library.createPangoContext(map) else { return nil }
    self.library = library
    self.context = context
    guard let options = library.createFontOptions() else { return }
    // The same widths at each scale.
    library.setHintMetrics(options, Choice.metricsOff)
    library.setHintStyle(options, Choice.noHints)
    library.setAntialias(options, Choice.grey)
    library.setFontOptions(context, options)
    library.destroyFontOptions(options)
  }

  deinit {
    forget()
    library.release(UnsafeMutableRawPointer(context))
  }

  /// Gives the memory of all texts back.
  package func forget() {
    for text in shaped.values { library.release(UnsafeMutableRawPointer(text.layout)) }
    shaped.removeAll()
  }

  package func width(of writing: OverlayPicture.Writing) -> Double { shape(writing)?.width ?? 0 }

  /// Draws in the middle of the box's height, from its left side on; the context's colour is set.
  func draw(_ writing: OverlayPicture.Writing, in box: OverlayPicture.Box, on cairo: CairoLibrary.Context) {
    guard let text = shape(writing) else { return }
    library.moveTo(cairo, box.left, box.top + (box.height - text.height) / 2)
    library.show(cairo, text.layout)
  }

  private func shape(_ writing: OverlayPicture.Writing) -> Shaped? {
    if let known = shaped[writing] { return known }
    guard let layout = library.createLayout(context), let font = library.createFont() else { return nil }
    defer { library.freeFont(font) }
    library.setFamily(font, "sans-serif")
    library.setFontSize(font, writing.size * Self.unit)
    library.setWeight(font, writing.isBold ? Choice.bold : Choice.medium)
    library.setFont(layout, font)
    library.setOneParagraph(layout, 1)
    library.setEllipsis(layout, Choice.ellipsisAtEnd)
    library.setWidth(layout, Int32(min(writing.mostWidth, 10_000) * Self.unit))
    // As text, not as markup.
    library.setText(layout, writing.text, Int32(writing.text.utf8.count))
    var logical: (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    library.extents(layout, nil, &logical)
    let text = Shaped(
      layout: layout, width: (Double(logical.2) / Self.unit).rounded(.up), height: Double(logical.3) / Self.unit)
    if shaped.count >= Self.mostKept { forget() }
    shaped[writing] = text
    return text
  }
}
