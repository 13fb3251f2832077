import CLibraries

/// How wide a text is; the layout asks before anything is drawn.
package protocol TextMeasure: AnyObject {
  func width(of writing: OverlayPicture.Writing) -> Double
}

/// Texts in the desktop's sans-serif font, shaped by Pango. Those that were used last are kept.
package final class PangoText: TextMeasure {
  /// A scene has fewer.
  private static let mostKept = 128

  private let library: CairoLibrary
  private let context: OpaquePointer
  private var shaped: [OverlayPicture.Writing: gb_text] = [:]

  /// Nil where Pango finds no fonts at all.
  package init?(_ library: CairoLibrary) {
    guard let context = gb_text_context() else { return nil }
    (self.library, self.context) = (library, context)
  }

  deinit {
    forget()
    gb_text_free_context(context)
  }

  /// Gives the memory of all texts back.
  package func forget() {
    for text in shaped.values { gb_text_free(text) }
    shaped.removeAll()
  }

  package func width(of writing: OverlayPicture.Writing) -> Double { shape(writing).width }

  /// Draws in the middle of the box's height, from its left side on; the context's colour is set.
  func draw(_ writing: OverlayPicture.Writing, in box: OverlayPicture.Box, on cairo: CairoLibrary.Context) {
    let text = shape(writing)
    library.move_to(cairo, box.left, box.top + (box.height - text.height) / 2)
    gb_text_draw(cairo, text)
  }

  private func shape(_ writing: OverlayPicture.Writing) -> gb_text {
    if let known = shaped[writing] { return known }
    let text = gb_text_shape(
      context, writing.text, Int32(writing.text.utf8.count), writing.size, writing.isBold, writing.mostWidth)
    if shaped.count >= Self.mostKept { forget() }
    shaped[writing] = text
    return text
  }
}
