import CLibraries
import Control

/// An image in memory that can be written to a PNG file.
package final class CairoImage {
  let library: CairoLibrary
  let surface: CairoLibrary.Surface
  package let width: Int
  package let height: Int

  /// Makes a transparent image. `width` and `height` are in pixels. Nil if cairo can't create the image.
  package init?(_ library: CairoLibrary, width: Int, height: Int) {
    guard let surface = library.image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)) else {
      return nil
    }
    self.library = library
    self.surface = surface
    self.width = width
    self.height = height
    // All properties are set, so `deinit` frees an unusable surface.
    guard library.surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
  }

  /// Reads a PNG file; nil if the file can't be read.
  package init?(_ library: CairoLibrary, file: String) {
    guard let surface = library.image_surface_create_from_png(file) else { return nil }
    (self.library, self.surface) = (library, surface)
    width = Int(library.image_surface_get_width(surface))
    height = Int(library.image_surface_get_height(surface))
    guard library.surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
  }

  deinit { library.surface_destroy(surface) }

  /// Draws a picture over the existing pixels. A logical pixel is `scale` pixels wide. Without `text`, draws no texts.
  package func draw(_ picture: OverlayPicture, _ text: PangoText?, scale: Double) {
    guard let layer = CairoImage(library, width: width, height: height),
      let pixels = library.image_surface_get_data(layer.surface),
      let canvas = CairoCanvas(library, text, pixels: pixels, width: width, height: height, scale: scale)
    else { return }
    var whole = OverlayDamage()
    whole.add(.init(left: 0, top: 0, width: Double(width) / scale, height: Double(height) / scale))
    canvas.draw(picture, in: whole)
    library.surface_mark_dirty(layer.surface)
    paint(layer.surface)
  }

  package func paint(_ colour: OverlaySettings.Colour) {
    let ink = OverlayPicture.Ink(colour)
    paint { library, cairo in library.set_source_rgba(cairo, ink.red, ink.green, ink.blue, ink.alpha) }
  }

  /// Paints a PNG file, from this image's upper left corner. Returns false if the file can't be read.
  package func paint(file: String) -> Bool {
    guard let image = CairoImage(library, file: file) else { return false }
    paint(image.surface)
    return true
  }

  private func paint(_ other: CairoLibrary.Surface) {
    paint { library, cairo in library.set_source_surface(cairo, other, 0, 0) }
  }

  private func paint(_ source: (CairoLibrary, CairoLibrary.Context) -> Void) {
    guard let cairo = library.create(surface) else { return }
    source(library, cairo)
    library.paint(cairo)
    library.destroy(cairo)
    library.surface_flush(surface)
  }

  /// Writes the image to a PNG file. Returns whether this succeeded.
  package func write(to path: String) -> Bool { library.surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS }
}
