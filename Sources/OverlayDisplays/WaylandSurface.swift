import Control
import Desktop
import Overlay

/// A layer surface with up to two buffers. After a picture, the surface isn't ready until the frame callback.
final class WaylandSurface: OverlaySurface {
  /// A buffer for pictures, in use by the compositor if `isHeld`. Its area `stale` differs from the last picture.
  private final class Buffer {
    let pixels: SharedPixels
    let object: UInt32
    var isHeld = false
    var stale = OverlayDamage()

    init(_ pixels: SharedPixels, object: UInt32) { (self.pixels, self.object) = (pixels, object) }
  }

  private typealias Layer = ZwlrLayerSurfaceV1

  /// The layer shell's "exclusive zone" for a surface that may overlap the desktop's bars.
  private static let ignoresBars: Int32 = -1
  private static let fraction = 120.0
  /// The maximum width and height of a surface, in logical pixels. No display is larger.
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
  /// The object of the pending frame callback; nil if no frame is pending.
  private var frame: UInt32?
  private(set) var generation = 0
  private(set) var isClosed = false

  init(_ display: WaylandDisplay, _ target: SurfaceTarget, output: UInt32?, _ composer: OverlayComposer) {
    self.display = display
    connection = display.connection
    scale = display.scale(of: output)
    surface = connection.create()
    connection.send(display.globals.compositor, WlCompositor.createSurface, surface)
    layer = connection.create(
      Layer.configure.on { [unowned self] in configure(serial: $0, $1, $2) },
      Layer.closed.on { [unowned self] in close() })
    connection.send(
      display.globals.shell, ZwlrLayerShellV1.getLayerSurface, layer, surface, output ?? WaylandConnection.none,
      ZwlrLayerShellV1.layerOverlay, "gesture-bridge")
    setGeometry(target, composer)
    connection.send(layer, Layer.setExclusiveZone, Self.ignoresBars)
    connection.send(layer, Layer.setKeyboardInteractivity, 0)
    if target.letsInputPass { letInputPass() }
    if let scaling = display.globals.scaling { followScale(scaling.viewporter, scaling.fractions) }
    connection.send(surface, WlSurface.commit)
  }

  /// Makes the input region empty, so that clicks and touches reach the windows below.
  private func letInputPass() {
    let region = connection.create()
    connection.send(display.globals.compositor, WlCompositor.createRegion, region)
    connection.send(surface, WlSurface.setInputRegion, region)
    connection.send(region, WlRegion.destroy)
  }

  private func setGeometry(_ target: SurfaceTarget, _ composer: OverlayComposer) {
    switch target {
    case .output, .page:
      connection.send(layer, Layer.setSize, 0, 0)
      let sides = Layer.anchorTop | Layer.anchorBottom | Layer.anchorLeft | Layer.anchorRight
      connection.send(layer, Layer.setAnchor, sides)
    case .panel:
      let (width, height) = composer.panel
      connection.send(layer, Layer.setSize, UInt32(width.rounded(.up)), UInt32(height.rounded(.up)))
      let anchor: UInt32 =
        switch composer.settings.position {
        case .center: 0
        case .bottom: Layer.anchorBottom
        case .top: Layer.anchorTop
        case .bottomLeft: Layer.anchorBottom | Layer.anchorLeft
        case .bottomRight: Layer.anchorBottom | Layer.anchorRight
        case .topLeft: Layer.anchorTop | Layer.anchorLeft
        case .topRight: Layer.anchorTop | Layer.anchorRight
        }
      connection.send(layer, Layer.setAnchor, anchor)
    }
  }

  private func followScale(_ viewporter: UInt32, _ fractions: UInt32) {
    let viewport = connection.create()
    connection.send(viewporter, WpViewporter.getViewport, viewport, surface)
    self.viewport = viewport
    let fractional = connection.create(
      WpFractionalScaleV1.preferredScale.on { [unowned self] parts in
        let next = min(max(Double(parts) / Self.fraction, 0.5), 8)
        guard next != scale else { return }
        scale = next
        renew()
      })
    connection.send(fractions, WpFractionalScaleManagerV1.getFractionalScale, fractional, surface)
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
    connection.send(layer, Layer.ackConfigure, serial)
    guard width > 0, height > 0, width <= Self.longestSide, height <= Self.longestSide else { return }
    guard size?.width != width || size?.height != height else { return }
    size = (width, height)
    renew()
  }

  /// Discards all buffers and increases `generation`, because the size or the scale has changed.
  private func renew() {
    destroyBuffers()
    generation += 1
  }

  private func destroyBuffers() {
    for buffer in buffers { connection.release(buffer.object, WlBuffer.destroy) }
    buffers.removeAll()
  }

  private var pixelSize: (width: Int, height: Int)? {
    guard let size else { return nil }
    return (Int((Double(size.width) * scale).rounded()), Int((Double(size.height) * scale).rounded()))
  }

  private func makeBuffer() -> Buffer? {
    guard let (width, height) = pixelSize, width > 0, height > 0, width * height <= Self.mostPixels,
      let pixels = SharedPixels(display.library, display.text, width: width, height: height, scale: scale)
    else {
      connection.end("there is not enough memory to draw on this screen, or the screen is too large")
      return nil
    }
    let pool = connection.create()
    connection.send(
      display.globals.memory, WlShm.createPool, pool, WaylandFile(pixels.descriptor), Int32(pixels.byteCount))
    let object = connection.create()
    connection.listen(
      to: object,
      WlBuffer.release.on { [unowned self] in buffers.first { $0.object == object }?.isHeld = false })
    connection.send(
      pool, WlShmPool.createBuffer, object, 0, Int32(width), Int32(height), Int32(width * 4), WlShm.formatArgb8888)
    connection.send(pool, WlShmPool.destroy)
    let buffer = Buffer(pixels, object: object)
    // The new memory is transparent and contains nothing of the last picture.
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
    connection.send(surface, WlSurface.attach, buffer.object, 0, 0)
    if let viewport {
      connection.send(viewport, WpViewport.setDestination, Int32(size.width), Int32(size.height))
    } else {
      connection.send(surface, WlSurface.setBufferScale, Int32(scale))
    }
    for box in damage.clipped(to: area).boxes {
      let pixelBox = CairoCanvas.pixels(box, scale: scale)
      let (left, top) = (max(pixelBox.left, 0), max(pixelBox.top, 0))
      connection.send(
        surface, WlSurface.damageBuffer, Int32(left), Int32(top),
        Int32(max(min(pixelBox.left + pixelBox.width, width) - left, 0)),
        Int32(max(min(pixelBox.top + pixelBox.height, height) - top, 0)))
    }
    let frame = connection.create()
    connection.listen(
      to: frame,
      WlCallback.done.on { [unowned self] _ in
        connection.forget(frame)
        self.frame = nil
      })
    self.frame = frame
    connection.send(surface, WlSurface.frame, frame)
    connection.send(surface, WlSurface.commit)
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    destroyBuffers()
    if let fractional { connection.send(fractional, WpFractionalScaleV1.destroy) }
    if let viewport { connection.send(viewport, WpViewport.destroy) }
    connection.send(layer, Layer.destroy)
    connection.send(surface, WlSurface.destroy)
    // Events that the compositor sent before it receives these requests are ignored.
    for object in [frame, fractional, layer, surface] { if let object { connection.forget(object) } }
  }
}
