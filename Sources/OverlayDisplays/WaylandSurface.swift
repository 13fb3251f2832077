import Control
import Desktop
import Overlay

/// A layer surface with two buffers in shared memory; a picture is drawn when the compositor asks for a frame.
final class WaylandSurface: OverlaySurface {
  /// The buffer that a picture is drawn in, and what of it is older than the picture before.
  private final class Buffer {
    let pixels: SharedPixels
    let object: UInt32
    var isHeld = false
    var stale = OverlayDamage()

    init(_ pixels: SharedPixels, object: UInt32) {
      self.pixels = pixels
      self.object = object
    }
  }

  private enum Request {
    static let createSurface: UInt32 = 0
    static let createRegion: UInt32 = 1
    static let destroy: UInt32 = 0
    static let attach: UInt32 = 1
    static let frame: UInt32 = 3
    static let setInputRegion: UInt32 = 5
    static let commit: UInt32 = 6
    static let setBufferScale: UInt32 = 8
    static let damageBuffer: UInt32 = 9
    static let getLayerSurface: UInt32 = 0
    static let setSize: UInt32 = 0
    static let setAnchor: UInt32 = 1
    static let setExclusiveZone: UInt32 = 2
    static let setKeyboardInteractivity: UInt32 = 4
    static let acknowledge: UInt32 = 6
    static let destroyLayerSurface: UInt32 = 7
    static let getViewport: UInt32 = 1
    static let setDestination: UInt32 = 2
    static let getFractionalScale: UInt32 = 1
    static let createPool: UInt32 = 0
    static let createBuffer: UInt32 = 0
    static let destroyPool: UInt32 = 1
  }

  private static let overlayLayer: UInt32 = 3
  private static let (top, bottom, left, right): (UInt32, UInt32, UInt32, UInt32) = (1, 2, 4, 8)
  /// Bars do not move it.
  private static let ignoresBars = UInt32(bitPattern: -1)
  private static let fraction = 120.0
  /// No display has more.
  private static let longestSide: UInt32 = 1 << 15
  private static let mostPixels = 1 << 27

  private unowned let display: WaylandDisplay
  private let connection: WaylandConnection
  private var surface: UInt32 = 0
  private var layer: UInt32 = 0
  private var viewport: UInt32?
  private var fractional: UInt32?
  private var size: (width: UInt32, height: UInt32)?
  private var scale: Double
  private var buffers: [Buffer] = []
  /// A frame was asked for and has not come.
  private var frame: UInt32?
  private(set) var generation = 0
  private(set) var isClosed = false

  init(_ display: WaylandDisplay, _ place: SurfacePlace, output: UInt32?, _ composer: OverlayComposer) {
    self.display = display
    connection = display.connection
    scale = display.scale(of: output)
    surface = connection.create()
    connection.send(display.globals.compositor, Request.createSurface, .word(surface))
    layer = connection.create { [unowned self] event in
      switch event.code {
      case 0: configure(serial: try event.word(), try event.word(), try event.word())
      case 1: close()
      default: break
      }
    }
    connection.send(
      display.globals.shell, Request.getLayerSurface, .word(layer), .word(surface), .word(output ?? 0),
      .word(Self.overlayLayer), .text("gesture-bridge"))
    setPlace(place, composer)
    connection.send(layer, Request.setExclusiveZone, .word(Self.ignoresBars))
    connection.send(layer, Request.setKeyboardInteractivity, .word(0))
    if place.letsInputPass { letInputPass() }
    if let scaling = display.globals.scaling { followScale(scaling.viewporter, scaling.fractions) }
    connection.send(surface, Request.commit)
  }

  /// The region that takes input is empty.
  private func letInputPass() {
    let region = connection.create()
    connection.send(display.globals.compositor, Request.createRegion, .word(region))
    connection.send(surface, Request.setInputRegion, .word(region))
    connection.send(region, Request.destroy)
  }

  private func setPlace(_ place: SurfacePlace, _ composer: OverlayComposer) {
    switch place {
    case .output, .page:
      connection.send(layer, Request.setSize, .word(0), .word(0))
      connection.send(layer, Request.setAnchor, .word(Self.top | Self.bottom | Self.left | Self.right))
    case .panel:
      let (width, height) = composer.panel
      connection.send(
        layer, Request.setSize, .word(UInt32(width.rounded(.up))), .word(UInt32(height.rounded(.up))))
      let anchor: UInt32 =
        switch composer.settings.place {
        case .center: 0
        case .bottom: Self.bottom
        case .top: Self.top
        case .bottomLeft: Self.bottom | Self.left
        case .bottomRight: Self.bottom | Self.right
        case .topLeft: Self.top | Self.left
        case .topRight: Self.top | Self.right
        }
      connection.send(layer, Request.setAnchor, .word(anchor))
    }
  }

  private func followScale(_ viewporter: UInt32, _ fractions: UInt32) {
    let viewport = connection.create()
    connection.send(viewporter, Request.getViewport, .word(viewport), .word(surface))
    self.viewport = viewport
    let fractional = connection.create { [unowned self] event in
      guard event.code == 0 else { return }
      let next = min(max(Double(try event.word()) / Self.fraction, 0.5), 8)
      guard next != scale else { return }
      scale = next
      renew()
    }
    connection.send(fractions, Request.getFractionalScale, .word(fractional), .word(surface))
    self.fractional = fractional
  }

  deinit { close() }

  var area: OverlayPicture.Box? {
    size.map { OverlayPicture.Box(left: 0, top: 0, width: Double($0.width), height: Double($0.height)) }
  }

  var isReady: Bool {
    !isClosed && size != nil && frame == nil && (buffers.count < 2 || buffers.contains { !$0.isHeld })
  }

  // MARK: Size and scale

  private func configure(serial: UInt32, _ width: UInt32, _ height: UInt32) {
    connection.send(layer, Request.acknowledge, .word(serial))
    guard width > 0, height > 0, width <= Self.longestSide, height <= Self.longestSide else { return }
    guard size?.width != width || size?.height != height else { return }
    size = (width, height)
    renew()
  }

  /// All buffers are of another size now.
  private func renew() {
    destroyBuffers()
    generation += 1
  }

  private func destroyBuffers() {
    for buffer in buffers {
      connection.forget(buffer.object)
      connection.send(buffer.object, Request.destroy)
    }
    buffers.removeAll()
  }

  private var pixelSize: (width: Int, height: Int)? {
    guard let size else { return nil }
    return (
      Int((Double(size.width) * scale).rounded()), Int((Double(size.height) * scale).rounded())
    )
  }

  private func makeBuffer() -> Buffer? {
    guard let (width, height) = pixelSize, width > 0, height > 0, width * height <= Self.mostPixels,
      let pixels = SharedPixels(display.library, display.text, width: width, height: height, scale: scale)
    else {
      connection.end("there is not enough memory for a picture")
      return nil
    }
    let pool = connection.create()
    connection.send(
      display.globals.memory, Request.createPool, [.word(pool), .word(UInt32(pixels.byteCount))],
      passing: pixels.descriptor)
    let object = connection.create { [unowned self] event in
      buffers.first { $0.object == event.object }?.isHeld = false
    }
    // ARGB8888
    connection.send(
      pool, Request.createBuffer, .word(object), .word(0), .word(UInt32(width)), .word(UInt32(height)),
      .word(UInt32(width * 4)), .word(0))
    connection.send(pool, Request.destroyPool)
    let buffer = Buffer(pixels, object: object)
    // Its memory is clear, but holds nothing of the picture.
    if let area { buffer.stale.add(area) }
    buffers.append(buffer)
    return buffer
  }

  // MARK: Pictures

  func present(_ picture: OverlayPicture, damage: OverlayDamage) {
    guard isReady, let area, let size, let (width, height) = pixelSize else { return }
    for buffer in buffers { buffer.stale.add(damage) }
    guard let buffer = buffers.first(where: { !$0.isHeld }) ?? makeBuffer() else { return }
    buffer.pixels.canvas?.draw(picture, in: buffer.stale.clipped(to: area))
    buffer.stale.removeAll()
    buffer.isHeld = true
    connection.send(surface, Request.attach, .word(buffer.object), .word(0), .word(0))
    if let viewport {
      connection.send(viewport, Request.setDestination, .word(size.width), .word(size.height))
    } else {
      connection.send(surface, Request.setBufferScale, .word(UInt32(scale)))
    }
    for box in damage.clipped(to: area).boxes {
      let place = CairoCanvas.pixels(box, scale: scale)
      let (left, top) = (max(place.left, 0), max(place.top, 0))
      connection.send(
        surface, Request.damageBuffer, .word(UInt32(left)), .word(UInt32(top)),
        .word(UInt32(max(min(place.left + place.width, width) - left, 0))),
        .word(UInt32(max(min(place.top + place.height, height) - top, 0))))
    }
    let frame = connection.create { [unowned self] event in
      connection.forget(event.object)
      self.frame = nil
    }
    self.frame = frame
    connection.send(surface, Request.frame, .word(frame))
    connection.send(surface, Request.commit)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    destroyBuffers()
    if let fractional { connection.send(fractional, Request.destroy) }
    if let viewport { connection.send(viewport, Request.destroy) }
    connection.send(layer, Request.destroyLayerSurface)
    connection.send(surface, Request.destroy)
    // What the compositor has sent meanwhile is for nothing any more.
    for object in [frame, fractional, layer, surface] { if let object { connection.forget(object) } }
  }
}
