import CLibraries

/// Measures texts, because the layout needs the widths of texts before anything is drawn.
package protocol TextMeasure: AnyObject {
  func width(of writing: OverlayPicture.Writing) -> Double
}

/// Measures and draws texts in the desktop's sans-serif font. Keeps shaped texts, to use them again.
package final class PangoText: TextMeasure {
  /// The greatest number of shaped texts that are kept. At this number, a new text replaces all kept texts.
  private static let mostKept = 128

  private let library: CairoLibrary
  private let context: OpaquePointer
  private var shaped: [OverlayPicture.Writing: gb_text] = [:]

  /// Makes the context for texts; nil if Pango can't make the context. Callers then report that no font is installed.
  package init?(_ library: CairoLibrary) {
    guard let context = gb_text_context() else { return nil }
    (self.library, self.context) = (library, context)
  }

  deinit {
    freeTexts()
    gb_text_free_context(context)
  }

  package func freeTexts() {
    for text in shaped.values { gb_text_free(text) }
    shaped.removeAll()
  }

  package func width(of writing: OverlayPicture.Writing) -> Double { shape(writing).width }

  /// Draws a text, vertically centred, from the box's left side. Uses `cairo`'s present colour.
  func draw(_ writing: OverlayPicture.Writing, in box: OverlayPicture.Box, on cairo: CairoLibrary.Context) {
    let text = shape(writing)
    library.move_to(cairo, box.left, box.top + (box.height - text.height) / 2)
    gb_text_draw(cairo, text)
  }

  private func shape(_ writing: OverlayPicture.Writing) -> gb_text {
    if let cached = shaped[writing] { return cached }
    let text = gb_text_shape(
      context, writing.text, Int32(writing.text.utf8.count), writing.size, writing.isBold, writing.mostWidth)
    if shaped.count >= Self.mostKept { freeTexts() }
    shaped[writing] = text
    return text
  }
}
