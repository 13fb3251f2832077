import Base
import Control
import Desktop
import Overlay

/// An override-redirect window that no click reaches, unless it is a page.
///
/// With a compositing manager its pixels have their opacity. Without one it has the shape of what is drawn, and is opaque.
final class X11OverlayWindow: OverlaySurface {
  private enum Request {
    static let createWindow: UInt8 = 1
    static let destroyWindow: UInt8 = 4
    static let mapWindow: UInt8 = 8
    static let configureWindow: UInt8 = 12
    static let changeProperty: UInt8 = 18
    static let getInputFocus: UInt8 = 43
    static let createContext: UInt8 = 55
    static let freeContext: UInt8 = 60
    static let putImage: UInt8 = 72
    static let createColormap: UInt8 = 78
    static let freeColormap: UInt8 = 79
    /// Of SHAPE.
    static let rectangles: UInt8 = 1
  }

  private enum Shape {
    static let bounding: UInt8 = 0
    static let input: UInt8 = 2
  }

  /// One part of a picture on its way; several windows share the connection.
  private static let longestSlice = 1 << 18
  private static let imageHeader = 24
  /// A window that is covered again at once is left there, in microseconds.
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
  /// The part of the screen that pictures are made for.
  private let drawn: (width: Int, height: Int)
  private let pixels: SharedPixels?
  private var slice: [UInt32] = []
  /// The server has not answered that it has drawn the picture before.
  private var isDrawing = false
  private var isMapped = false
  private var raised: (at: Int64, count: Int) = (0, 0)
  private var isDestroyed = false
  private(set) var isClosed = false
  let generation = 1

  init(
    _ display: X11Display, _ place: SurfacePlace, on monitor: X11Display.Monitor, _ visual: X11Display.Visual,
    isTranslucent: Bool, _ composer: OverlayComposer
  ) {
    self.display = display
    self.visual = visual
    self.isTranslucent = isTranslucent
    isPage = place == .page
    connection = display.connection
    (number, context, colormap) = (display.makeID(), display.makeID(), display.makeID())
    var (left, top, width, height) = (monitor.left, monitor.top, monitor.width, monitor.height)
    if place == .panel {
      width = min(width, Int((composer.panel.width * display.scale).rounded(.up)))
      height = min(height, Int((composer.panel.height * display.scale).rounded(.up)))
      (left, top) = Self.corner(composer.settings.place, monitor, width, height)
    }
    drawn = (width, height)
    // GNOME's shell takes a window as large as the monitor for one in full screen, and hides its top bar.
    if case .output = place { height = max(height - Int(display.scale.rounded(.up)), 1) }
    size = (width, height)
    pixels = SharedPixels(display.library, display.text, width: width, height: height, scale: display.scale)
    if pixels == nil { isClosed = true }
    connection.tell(
      X11Request(Request.createColormap).word(colormap).word(display.root).word(visual.number))
    // Background and border of 0, override-redirect, events of exposure and visibility, and the colours.
    let values: UInt32 = 1 << 1 | 1 << 3 | 1 << 9 | 1 << 11 | 1 << 13
    connection.tell(
      X11Request(Request.createWindow, visual.depth).word(number).word(display.root).half(left).half(top).half(width)
        .half(height).half(0).half(1).word(visual.number).word(values).word(0).word(0).word(1)
        .word(1 << 15 | 1 << 16).word(colormap))
    if place.letsInputPass { setShape([], Shape.input) }
    if !isTranslucent { setShape([], Shape.bounding) }
    // An ATOM of 32 bits, one of them.
    connection.tell(
      X11Request(Request.changeProperty).word(number).word(display.windowType).word(4).byte(32).byte(0).half(0)
        .word(1).word(display.notification))
    connection.tell(X11Request(Request.createContext).word(context).word(number).word(0))
  }

  private static func corner(
    _ place: OverlaySettings.Place, _ monitor: X11Display.Monitor, _ width: Int, _ height: Int
  ) -> (Int, Int) {
    let (right, bottom) = (monitor.left + monitor.width - width, monitor.top + monitor.height - height)
    let (across, along) = (monitor.left + (monitor.width - width) / 2, monitor.top + (monitor.height - height) / 2)
    switch place {
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
      left: 0, top: 0, width: Double(drawn.width) / display.scale, height: Double(drawn.height) / display.scale)
  }

  var isReady: Bool { !isClosed && !isDrawing }

  func present(_ picture: OverlayPicture, damage: OverlayDamage) {
    guard isReady, let pixels, let area else { return }
    let part = damage.clipped(to: area)
    pixels.canvas?.draw(picture, in: part)
    if !isTranslucent { setShape(Self.shape(of: picture, on: pixels, size, display.scale), Shape.bounding) }
    if !isMapped {
      isMapped = true
      connection.tell(X11Request(Request.mapWindow).word(number))
    }
    for box in part.boxes { put(box, of: pixels) }
    isDrawing = true
    connection.ask(X11Request(Request.getInputFocus)) { [weak self] _ in self?.isDrawing = false }
  }

  /// A part that something lay above is drawn again.
  func restore(_ box: OverlayPicture.Box) {
    if isMapped, !isClosed, let pixels { put(box, of: pixels) }
  }

  private func put(_ box: OverlayPicture.Box, of pixels: SharedPixels) {
    let place = CairoCanvas.pixels(box, scale: display.scale)
    let (left, top) = (max(place.left, 0), max(place.top, 0))
    let width = min(place.left + place.width, size.width) - left
    let bottom = min(place.top + place.height, size.height)
    guard width > 0, bottom > top else { return }
    let room = min(Self.longestSlice, display.longestRequest) - Self.imageHeader
    let most = max(room / (width * 4), 1)
    for first in stride(from: top, to: bottom, by: most) {
      let rows = first..<min(first + most, bottom)
      slice.removeAll(keepingCapacity: true)
      for row in rows { append(pixels.row(row, left, width)) }
      let request = X11Request(Request.putImage, 2).word(number).word(context).half(width).half(rows.count).half(left)
        .half(first).byte(0).byte(visual.depth).half(0)
      slice.withUnsafeBytes { connection.tell(request, data: $0) }
    }
  }

  /// Without opacity a pixel is what it would be on nothing, as bright as it is meant.
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

  private struct Rectangle: Equatable {
    var left: Int
    var top: Int
    var width: Int
    var height: Int
  }

  private func setShape(_ rectangles: [Rectangle], _ kind: UInt8) {
    var request = X11Request(display.shape, Request.rectangles).byte(0).byte(kind).byte(0).byte(0).word(number).half(0)
      .half(0)
    for one in rectangles { request = request.half(one.left).half(one.top).half(one.width).half(one.height) }
    connection.tell(request)
  }

  /// Rectangles of what is more than half opaque; equal rows are one.
  private static func shape(
    of picture: OverlayPicture, on pixels: SharedPixels, _ size: (width: Int, height: Int), _ scale: Double
  ) -> [Rectangle] {
    guard let bounds = picture.bounds.map({ CairoCanvas.pixels($0, scale: scale) }) else { return [] }
    let (left, right) = (max(bounds.left, 0), min(bounds.left + bounds.width, size.width))
    let (top, bottom) = (max(bounds.top, 0), min(bounds.top + bounds.height, size.height))
    guard left < right, top < bottom else { return [] }
    var done: [Rectangle] = []
    var open: [Rectangle] = []
    for row in top..<bottom {
      let runs = runs(in: pixels.row(row, left, right - left)).map {
        Rectangle(left: left + $0.lowerBound, top: row, width: $0.count, height: 1)
      }
      let isSame = runs.count == open.count && zip(runs, open).allSatisfy { $0.left == $1.left && $0.width == $1.width }
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

  // MARK: Above all others

  /// Another window has covered it: it goes above that one, but not again and again.
  func raise() {
    let now = MonotonicClock.now()
    guard isMapped, !isClosed, now - raised.at >= Self.raisePause, raised.count < Self.mostRaises else { return }
    raised = (now, raised.count + 1)
    // CWStackMode: above.
    connection.tell(X11Request(Request.configureWindow).word(number).half(1 << 6).half(0).word(0))
  }

  func close() {
    guard !isDestroyed else { return }
    (isDestroyed, isClosed) = (true, true)
    connection.tell(X11Request(Request.destroyWindow).word(number))
    connection.tell(X11Request(Request.freeContext).word(context))
    connection.tell(X11Request(Request.freeColormap).word(colormap))
    display.forget(number, [number, context, colormap])
  }
}
