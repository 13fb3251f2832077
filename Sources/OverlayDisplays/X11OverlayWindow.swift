import Base
import CLibraries
import Control
import Desktop
import Overlay

/// An override-redirect window of the overlay. Clicks pass through the window, unless it shows a page. A window that
/// isn't translucent has the shape of the visible parts of its picture.
final class X11OverlayWindow: OverlaySurface {
  /// The maximum length of a drawing request in bytes. Longer requests would delay other windows.
  private static let longestSlice = 1 << 18
  private static let imageHeader = 24
  /// The least time between two raises, in microseconds.
  private static let raisePause: Int64 = 250_000
  private static let mostRaises = 20
  private static let opaque: UInt32 = 128

  let number: UInt32
  let isPage: Bool
  private unowned let display: X11Display
  private let connection: XcbConnection
  private let context: UInt32
  private let colormap: UInt32
  private let visual: X11Display.Visual
  private let isTranslucent: Bool
  private let size: (width: Int, height: Int)
  /// The size of pictures in pixels. The height of the window can be slightly smaller.
  private let drawnSize: (width: Int, height: Int)
  private let pixels: SharedPixels?
  private var slice: [UInt32] = []
  /// Whether the server has not yet confirmed that it has drawn the last picture.
  private var isDrawing = false
  private var isMapped = false
  private var raised: (at: Int64, count: Int) = (0, 0)
  private var isDestroyed = false
  private(set) var isClosed = false
  let generation = 1

  init(
    _ display: X11Display, _ target: SurfaceTarget, on monitor: X11Display.Monitor, _ visual: X11Display.Visual,
    isTranslucent: Bool, _ composer: OverlayComposer
  ) {
    self.display = display
    self.visual = visual
    self.isTranslucent = isTranslucent
    isPage = target == .page
    connection = display.connection
    (number, context, colormap) = (display.makeID(), display.makeID(), display.makeID())
    var (left, top, width, height) = (monitor.left, monitor.top, monitor.width, monitor.height)
    if target == .panel {
      width = min(width, Int((composer.panel.width * display.scale).rounded(.up)))
      height = min(height, Int((composer.panel.height * display.scale).rounded(.up)))
      (left, top) = Self.corner(composer.settings.position, monitor, width, height)
    }
    drawnSize = (width, height)
    // GNOME Shell would treat a window as large as the monitor as full screen, and hide its top bar.
    if case .output = target { height = max(height - Int(display.scale.rounded(.up)), 1) }
    size = (width, height)
    pixels = SharedPixels(display.library, display.text, width: width, height: height, scale: display.scale)
    if pixels == nil { isClosed = true }
    connection.request {
      $0.create_colormap($1, UInt8(XCB_COLORMAP_ALLOC_NONE.rawValue), colormap, display.root, visual.number)
    }
    let values: [(xcb_cw_t, UInt32)] = [
      (XCB_CW_BACK_PIXEL, 0), (XCB_CW_BORDER_PIXEL, 0), (XCB_CW_OVERRIDE_REDIRECT, 1),
      (XCB_CW_EVENT_MASK, XCB_EVENT_MASK_EXPOSURE.rawValue | XCB_EVENT_MASK_VISIBILITY_CHANGE.rawValue),
      (XCB_CW_COLORMAP, colormap),
    ]
    connection.request {
      $0.create_window(
        $1, visual.depth, number, display.root, Int16(clamping: left), Int16(clamping: top), UInt16(clamping: width),
        UInt16(clamping: height), 0, UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), visual.number,
        values.reduce(0) { $0 | $1.0.rawValue }, values.map(\.1))
    }
    if target.letsInputPass { setShape([], XCB_SHAPE_SK_INPUT) }
    if !isTranslucent { setShape([], XCB_SHAPE_SK_BOUNDING) }
    connection.request {
      $0.change_property(
        $1, UInt8(XCB_PROP_MODE_REPLACE.rawValue), number, display.atoms[.windowType], XCB_ATOM_ATOM.rawValue, 32, 1,
        [display.atoms[.notification]])
    }
    connection.request { $0.create_gc($1, context, number, 0, nil) }
  }

  private static func corner(
    _ position: OverlaySettings.Position, _ monitor: X11Display.Monitor, _ width: Int, _ height: Int
  ) -> (Int, Int) {
    let (right, bottom) = (monitor.left + monitor.width - width, monitor.top + monitor.height - height)
    let (across, along) = (monitor.left + (monitor.width - width) / 2, monitor.top + (monitor.height - height) / 2)
    switch position {
    case .center: return (across, along)
    case .bottom: return (across, bottom)
    case .top: return (across, monitor.top)
    case .bottomLeft: return (monitor.left, bottom)
    case .bottomRight: return (right, bottom)
    case .topLeft: return (monitor.left, monitor.top)
    case .topRight: return (right, monitor.top)
    }
  }

  deinit { close() }

  var area: OverlayPicture.Box? {
    OverlayPicture.Box(
      left: 0, top: 0, width: Double(drawnSize.width) / display.scale, height: Double(drawnSize.height) / display.scale)
  }

  var isReady: Bool { !isClosed && !isDrawing }

  func present(_ picture: OverlayPicture, damage: OverlayDamage) {
    guard isReady, let pixels, let area else { return }
    let part = damage.clipped(to: area)
    pixels.canvas?.draw(picture, in: part)
    if !isTranslucent { setShape(Self.shape(of: picture, on: pixels, size, display.scale), XCB_SHAPE_SK_BOUNDING) }
    if !isMapped {
      isMapped = true
      connection.request { $0.map_window($1, number) }
    }
    for box in part.boxes { put(box, of: pixels) }
    isDrawing = true
    connection.ask({ $0.get_input_focus($1) }) { [weak self] _ in self?.isDrawing = false }
  }

  /// Draws the window's part `box` again after another window had covered this part. `box` is in logical pixels.
  func restore(_ box: OverlayPicture.Box) { if isMapped, !isClosed, let pixels { put(box, of: pixels) } }

  private func put(_ box: OverlayPicture.Box, of pixels: SharedPixels) {
    let pixelBox = CairoCanvas.pixels(box, scale: display.scale)
    let (left, top) = (max(pixelBox.left, 0), max(pixelBox.top, 0))
    let width = min(pixelBox.left + pixelBox.width, size.width) - left
    let bottom = min(pixelBox.top + pixelBox.height, size.height)
    guard width > 0, bottom > top else { return }
    let room = min(Self.longestSlice, display.longestRequest) - Self.imageHeader
    let most = max(room / (width * 4), 1)
    for first in stride(from: top, to: bottom, by: most) {
      let rows = first..<min(first + most, bottom)
      slice.removeAll(keepingCapacity: true)
      for row in rows { append(pixels.row(row, left, width)) }
      connection.request { library, connection in
        slice.withUnsafeBytes {
          library.put_image(
            connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), number, context, UInt16(clamping: width),
            UInt16(clamping: rows.count),
            Int16(clamping: left), Int16(clamping: first), 0, visual.depth, UInt32($0.count), $0.baseAddress)
        }
      }
    }
  }

  /// Appends a row of pixels to `slice`. For an opaque window, translucent pixels become opaque.
  private func append(_ row: UnsafeBufferPointer<UInt32>) {
    guard !isTranslucent else { return slice.append(contentsOf: row) }
    for pixel in row {
      let alpha = pixel >> 24
      guard alpha > 0, alpha < 255 else {
        slice.append(pixel)
        continue
      }
      var whole: UInt32 = 0xFF00_0000
      for shift: UInt32 in [0, 8, 16] { whole |= min((pixel >> shift & 0xFF) * 255 / alpha, 255) << shift }
      slice.append(whole)
    }
  }

  // MARK: Shape

  private func setShape(_ rectangles: [xcb_rectangle_t], _ kind: xcb_shape_sk_t) {
    let request = xcb_shape_rectangles_request_t(
      major_opcode: display.shape, minor_opcode: UInt8(XCB_SHAPE_RECTANGLES), length: 0,
      operation: UInt8(XCB_SHAPE_SO_SET.rawValue), destination_kind: UInt8(kind.rawValue),
      ordering: UInt8(XCB_CLIP_ORDERING_UNSORTED.rawValue), pad0: 0, destination_window: number, x_offset: 0,
      y_offset: 0)
    connection.request(request, list: rectangles)
  }

  /// At most 8000 rectangles over all pixels that are at least half opaque. Rows with the same outline share
  /// rectangles.
  private static func shape(
    of picture: OverlayPicture, on pixels: SharedPixels, _ size: (width: Int, height: Int), _ scale: Double
  ) -> [xcb_rectangle_t] {
    guard let bounds = picture.bounds.map({ CairoCanvas.pixels($0, scale: scale) }) else { return [] }
    let (left, right) = (max(bounds.left, 0), min(bounds.left + bounds.width, size.width))
    let (top, bottom) = (max(bounds.top, 0), min(bounds.top + bounds.height, size.height))
    guard left < right, top < bottom else { return [] }
    var done: [xcb_rectangle_t] = []
    var open: [xcb_rectangle_t] = []
    for row in top..<bottom {
      let runs = runs(in: pixels.row(row, left, right - left)).map {
        xcb_rectangle_t(
          x: Int16(clamping: left + $0.lowerBound), y: Int16(clamping: row), width: UInt16(clamping: $0.count),
          height: 1)
      }
      let isSame = runs.count == open.count && zip(runs, open).allSatisfy { $0.x == $1.x && $0.width == $1.width }
      if isSame {
        for index in open.indices { open[index].height += 1 }
      } else {
        done += open
        open = runs
      }
    }
    return Array((done + open).prefix(8000))
  }

  private static func runs(in row: UnsafeBufferPointer<UInt32>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...row.count {
      let isOpaque = index < row.count && row[index] >> 24 >= opaque
      if isOpaque, start == nil { start = index }
      if !isOpaque, let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    return runs
  }

  // MARK: Stacking

  /// Raises a mapped window. Does nothing within `raisePause` of the last raise, or after `mostRaises` raises.
  func raise() {
    let now = MonotonicClock.now()
    guard isMapped, !isClosed, now - raised.at >= Self.raisePause, raised.count < Self.mostRaises else { return }
    raised = (now, raised.count + 1)
    connection.request {
      $0.configure_window($1, number, UInt16(XCB_CONFIG_WINDOW_STACK_MODE.rawValue), [XCB_STACK_MODE_ABOVE.rawValue])
    }
  }

  func close() {
    guard !isDestroyed else { return }
    (isDestroyed, isClosed) = (true, true)
    connection.request { $0.destroy_window($1, number) }
    connection.request { $0.free_gc($1, context) }
    connection.request { $0.free_colormap($1, colormap) }
    display.forget(number, [number, context, colormap])
  }
}
