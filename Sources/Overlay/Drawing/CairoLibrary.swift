import Base

/// The functions of cairo, Pango and GObject, found at run time, so that building needs none of them.
///
/// Their types are those of `cairo.h`, `pangocairo.h` and `gobject.h`.
package struct CairoLibrary {
  typealias Context = OpaquePointer
  typealias Surface = OpaquePointer

  /// What can't be loaded, in a sentence that names the package.
  package struct Missing: Error, CustomStringConvertible {
    let library: String

    package var description: String {
      "\(library) is missing, and gestures can't be drawn without it; Debian's package libpangocairo-1.0-0 brings it, "
        + "Arch's package pango, Fedora's package pango"
    }
  }

  /// Rows of pixels, a format, width, height and the length of a row in bytes.
  let createSurface: @convention(c) (UnsafeMutableRawPointer, Int32, Int32, Int32, Int32) -> Surface?
  let createImage: @convention(c) (Int32, Int32, Int32) -> Surface?
  let readImage: @convention(c) (UnsafePointer<CChar>) -> Surface?
  let writeImage: @convention(c) (Surface, UnsafePointer<CChar>) -> Int32
  let imageData: @convention(c) (Surface) -> UnsafeMutableRawPointer?
  let imageWidth: @convention(c) (Surface) -> Int32
  let imageHeight: @convention(c) (Surface) -> Int32
  let imageStride: @convention(c) (Surface) -> Int32
  let flush: @convention(c) (Surface) -> Void
  /// Its pixels were changed by something else.
  let markDirty: @convention(c) (Surface) -> Void
  let surfaceStatus: @convention(c) (Surface) -> Int32
  let destroySurface: @convention(c) (Surface) -> Void
  let create: @convention(c) (Surface) -> Context?
  let destroy: @convention(c) (Context) -> Void
  let save: @convention(c) (Context) -> Void
  let restore: @convention(c) (Context) -> Void
  let scale: @convention(c) (Context, Double, Double) -> Void
  let setOperator: @convention(c) (Context, Int32) -> Void
  let setColour: @convention(c) (Context, Double, Double, Double, Double) -> Void
  let setSource: @convention(c) (Context, Surface, Double, Double) -> Void
  let setLineWidth: @convention(c) (Context, Double) -> Void
  let setLineCap: @convention(c) (Context, Int32) -> Void
  let setLineJoin: @convention(c) (Context, Int32) -> Void
  let newPath: @convention(c) (Context) -> Void
  let newSubPath: @convention(c) (Context) -> Void
  let moveTo: @convention(c) (Context, Double, Double) -> Void
  let lineTo: @convention(c) (Context, Double, Double) -> Void
  let curveTo: @convention(c) (Context, Double, Double, Double, Double, Double, Double) -> Void
  let arc: @convention(c) (Context, Double, Double, Double, Double, Double) -> Void
  let rectangle: @convention(c) (Context, Double, Double, Double, Double) -> Void
  let closePath: @convention(c) (Context) -> Void
  let clip: @convention(c) (Context) -> Void
  let fill: @convention(c) (Context) -> Void
  let stroke: @convention(c) (Context) -> Void
  let paint: @convention(c) (Context) -> Void

  let fontMap: @convention(c) () -> OpaquePointer?
  let createPangoContext: @convention(c) (OpaquePointer) -> OpaquePointer?
  let createFontOptions: @convention(c) () -> OpaquePointer?
  let destroyFontOptions: @convention(c) (OpaquePointer) -> Void
  let setAntialias: @convention(c) (OpaquePointer, Int32) -> Void
  let setHintStyle: @convention(c) (OpaquePointer, Int32) -> Void
  let setHintMetrics: @convention(c) (OpaquePointer, Int32) -> Void
  let setFontOptions: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  let createLayout: @convention(c) (OpaquePointer) -> OpaquePointer?
  let setText: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Void
  let setFont: @convention(c) (OpaquePointer, OpaquePointer) -> Void
  let setWidth: @convention(c) (OpaquePointer, Int32) -> Void
  let setEllipsis: @convention(c) (OpaquePointer, Int32) -> Void
  let setOneParagraph: @convention(c) (OpaquePointer, Int32) -> Void
  let extents: @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  let show: @convention(c) (Context, OpaquePointer) -> Void
  let createFont: @convention(c) () -> OpaquePointer?
  let freeFont: @convention(c) (OpaquePointer) -> Void
  let setFamily: @convention(c) (OpaquePointer, UnsafePointer<CChar>) -> Void
  let setFontSize: @convention(c) (OpaquePointer, Double) -> Void
  let setWeight: @convention(c) (OpaquePointer, Int32) -> Void
  let release: @convention(c) (UnsafeMutableRawPointer) -> Void

  /// Loads the libraries, which stay loaded.
  package init() throws(Missing) {
    let cairo = try Self.symbols("libcairo.so.2")
    let pango = try Self.symbols("libpango-1.0.so.0")
    let pangoCairo = try Self.symbols("libpangocairo-1.0.so.0")
    let objects = try Self.symbols("libgobject-2.0.so.0")
    createSurface = try cairo.function("cairo_image_surface_create_for_data")
    createImage = try cairo.function("cairo_image_surface_create")
    readImage = try cairo.function("cairo_image_surface_create_from_png")
    writeImage = try cairo.function("cairo_surface_write_to_png")
    imageData = try cairo.function("cairo_image_surface_get_data")
    imageWidth = try cairo.function("cairo_image_surface_get_width")
    imageHeight = try cairo.function("cairo_image_surface_get_height")
    imageStride = try cairo.function("cairo_image_surface_get_stride")
    flush = try cairo.function("cairo_surface_flush")
    markDirty = try cairo.function("cairo_surface_mark_dirty")
    surfaceStatus = try cairo.function("cairo_surface_status")
    destroySurface = try cairo.function("cairo_surface_destroy")
    create = try cairo.function("cairo_create")
    destroy = try cairo.function("cairo_destroy")
    save = try cairo.function("cairo_save")
    restore = try cairo.function("cairo_restore")
    scale = try cairo.function("cairo_scale")
    setOperator = try cairo.function("cairo_set_operator")
    setColour = try cairo.function("cairo_set_source_rgba")
    setSource = try cairo.function("cairo_set_source_surface")
    setLineWidth = try cairo.function("cairo_set_line_width")
    setLineCap = try cairo.function("cairo_set_line_cap")
    setLineJoin = try cairo.function("cairo_set_line_join")
    newPath = try cairo.function("cairo_new_path")
    newSubPath = try cairo.function("cairo_new_sub_path")
    moveTo = try cairo.function("cairo_move_to")
    lineTo = try cairo.function("cairo_line_to")
    curveTo = try cairo.function("cairo_curve_to")
    arc = try cairo.function("cairo_arc")
    rectangle = try cairo.function("cairo_rectangle")
    closePath = try cairo.function("cairo_close_path")
    clip = try cairo.function("cairo_clip")
    fill = try cairo.function("cairo_fill")
    stroke = try cairo.function("cairo_stroke")
    paint = try cairo.function("cairo_paint")
    fontMap = try pangoCairo.function("pango_cairo_font_map_get_default")
    createPangoContext = try pango.function("pango_font_map_create_context")
    createFontOptions = try cairo.function("cairo_font_options_create")
    destroyFontOptions = try cairo.function("cairo_font_options_destroy")
    setAntialias = try cairo.function("cairo_font_options_set_antialias")
    setHintStyle = try cairo.function("cairo_font_options_set_hint_style")
    setHintMetrics = try cairo.function("cairo_font_options_set_hint_metrics")
    setFontOptions = try pangoCairo.function("pango_cairo_context_set_font_options")
    createLayout = try pango.function("pango_layout_new")
    setText = try pango.function("pango_layout_set_text")
    setFont = try pango.function("pango_layout_set_font_description")
    setWidth = try pango.function("pango_layout_set_width")
    setEllipsis = try pango.function("pango_layout_set_ellipsize")
    setOneParagraph = try pango.function("pango_layout_set_single_paragraph_mode")
    extents = try pango.function("pango_layout_get_extents")
    show = try pangoCairo.function("pango_cairo_show_layout")
    createFont = try pango.function("pango_font_description_new")
    freeFont = try pango.function("pango_font_description_free")
    setFamily = try pango.function("pango_font_description_set_family")
    setFontSize = try pango.function("pango_font_description_set_absolute_size")
    setWeight = try pango.function("pango_font_description_set_weight")
    release = try objects.function("g_object_unref")
  }

  private struct Library {
    let name: String
    let symbols: LibrarySymbols

    func function<Function>(_ function: String) throws(Missing) -> Function {
      do { return try symbols.function(function) } catch { throw Missing(library: "\(function) of \(name)") }
    }
  }

  private static func symbols(_ name: String) throws(Missing) -> Library {
    guard let symbols = LibrarySymbols(of: name) else { throw Missing(library: name) }
    return Library(name: name, symbols: symbols)
  }
}
