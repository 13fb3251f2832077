import Base
import Desktop
import Glibc
import Overlay
import Text

/// An X server, which may be Xwayland: override-redirect windows without an input shape.
///
/// Source: the X11 protocol's encoding; RandR 1.5, SHAPE 1.1; EWMH, `_NET_WM_CM_Sn`.
final class X11Display: OverlayDisplay {
  /// A way of the screen to show colours.
  struct Visual {
    let number: UInt32
    let depth: UInt8
  }

  /// A monitor's part of the screen, in pixels.
  struct Monitor {
    let name: UInt32
    let isPrimary: Bool
    let left: Int
    let top: Int
    let width: Int
    let height: Int
  }

  /// A server that has not answered for so long is not waited for, in microseconds.
  private static let patience: Int64 = 5_000_000
  private static let shortPatience: Int64 = 500_000
  private static let trueColour: UInt8 = 4
  private static let dpi = 96.0

  let library: CairoLibrary
  let text: PangoText
  let root: UInt32
  let connection: XcbConnection
  private let link: X11Link
  /// The numbers of SHAPE's requests.
  private(set) var shape: UInt8 = 0
  private(set) var windowType: UInt32 = 0
  private(set) var notification: UInt32 = 0
  /// How many pixels a logical pixel has.
  private(set) var scale = 1.0
  /// The longest request, in bytes.
  let longestRequest: Int
  /// Whether something draws windows with their opacity.
  private(set) var isComposited = false
  private let whole: Monitor
  private let plain: Visual
  private let translucent: Visual?
  private var randr: UInt8?
  private var compositing: UInt32 = 0
  private var monitors: [Monitor] = []
  private var names: [UInt32: String] = [:]
  private var lastID: UInt32
  private var freeIDs: [UInt32] = []
  private var windows: [UInt32: Weak] = [:]
  private(set) var hasMore = false

  private enum Event {
    static let expose: UInt8 = 12
    static let visibility: UInt8 = 15
    static let map: UInt8 = 19
    static let configure: UInt8 = 22
  }

  private struct Weak { weak var window: X11OverlayWindow? }

  /// Connects to a display such as `:0`.
  ///
  /// - Throws: `OverlayFailure`, with a clause.
  init(_ name: String, _ library: CairoLibrary, _ text: PangoText) throws(OverlayFailure) {
    self.library = library
    self.text = text
    link = X11Link(display: name)
    var answer: XcbConnector.Connected?
    if let wait = link.wait {
      var polled = pollfd(fd: wait.descriptor, events: wait.events, revents: 0)
      _ = poll(&polled, 1, Int32(Self.patience / 1000))
      link.ready { connected, _ in answer = connected }
    }
    guard let answer, let connection = link.connection else {
      throw OverlayFailure(description: link.failure ?? "the X server of DISPLAY=\(name.visible) does not answer")
    }
    self.connection = connection
    root = answer.root
    let setup = answer.setup
    guard let screen = Self.screen(setup, root: root), let base = setup.word(12), let longest = setup.half(26) else {
      throw OverlayFailure(description: "the X server of DISPLAY=\(name.visible) reports no screen")
    }
    (whole, plain, translucent) = screen
    longestRequest = Int(longest) * 4
    lastID = base
    askFirst()
    connection.finish(within: Self.patience)
    guard shape != 0 else {
      throw OverlayFailure(
        description: "the X server of DISPLAY=\(name.visible) has no SHAPE, and clicks can't pass without it")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }
  var ending: String? { link.failure }

  func ready() { hasMore = link.process { [unowned self] event in take(event) } }

  /// What has covered a window. Only one with the depth of the screen is told by VisibilityNotify, so the order of all is followed.
  private func take(_ event: XcbMessage) {
    switch event.type {
    case Event.expose: expose(event)
    case Event.visibility:
      guard event.byte(8) != 0, let window = event.word(4).flatMap({ windows[$0]?.window }) else { return }
      // A page lies below the others.
      if !window.isPage || windows.count == 1 { window.raise() }
    case Event.map:
      if event.word(4) == root, let other = event.word(8), windows[other] == nil { raiseAll() }
    case Event.configure:
      // The window that it is above now.
      guard event.word(4) == root, let other = event.word(8), windows[other] == nil, let below = event.word(12) else {
        return
      }
      if windows[below] != nil { raiseAll() }
    default: break
    }
  }

  private func raiseAll() {
    for isPage in [true, false] {
      for window in windows.values where window.window?.isPage == isPage { window.window?.raise() }
    }
  }

  /// What lay above a part of a window is gone.
  private func expose(_ event: XcbMessage) {
    guard let number = event.word(4), let left = event.half(8), let top = event.half(10), let width = event.half(12),
      let height = event.half(14)
    else { return }
    windows[number]?.window?.restore(
      OverlayPicture.Box(
        left: Double(left) / scale, top: Double(top) / scale, width: Double(width) / scale,
        height: Double(height) / scale))
  }

  /// The order of windows is followed while there is one of its own.
  private func followOrder(_ isFollowed: Bool) {
    // SubstructureNotify
    connection.tell(.select(isFollowed ? 1 << 19 : 0, of: root))
  }

  /// libxcb may read while it writes, after which the descriptor is not ready although there is more.
  func send() { ready() }

  func surface(_ place: SurfacePlace, _ composer: OverlayComposer) -> (any OverlaySurface)? {
    askMonitors()
    connection.finish(within: Self.shortPatience)
    for monitor in monitors where names[monitor.name] == nil {
      connection.ask(X11Request(17).word(monitor.name)) { [weak self] reply in
        guard let reply, let length = reply.half(8), let bytes = reply.bytes(32, count: Int(length)) else { return }
        self?.names[monitor.name] = String(decoding: bytes, as: UTF8.self)
      }
    }
    connection.finish(within: Self.shortPatience)
    let monitor = monitor(of: place)
    let visual = isComposited ? translucent ?? plain : plain
    let window = X11OverlayWindow(self, place, on: monitor, visual, isTranslucent: visual.depth == 32, composer)
    if windows.isEmpty { followOrder(true) }
    windows[window.number] = Weak(window: window)
    return window
  }

  private func monitor(of place: SurfacePlace) -> Monitor {
    if case .output(let name?) = place, let found = monitors.first(where: { names[$0.name] == name }) { return found }
    return monitors.first(where: \.isPrimary) ?? monitors.first ?? whole
  }

  func makeID() -> UInt32 {
    if let free = freeIDs.popLast() { return free }
    lastID += 1
    return lastID
  }

  /// The window is gone, and so is what belonged to it.
  func forget(_ window: UInt32, _ ids: [UInt32]) {
    windows[window] = nil
    freeIDs += ids
    if windows.isEmpty { followOrder(false) }
  }

  // MARK: What the server has

  /// The screen with this root, its own visual, and one with opacity.
  private static func screen(_ setup: XcbMessage, root: UInt32) -> (Monitor, Visual, Visual?)? {
    guard let (place, depths) = setup.screens?.first(where: { setup.word($0.place) == root }),
      let width = setup.half(place + 20), let height = setup.half(place + 22), let visual = setup.word(place + 32),
      let depth = setup.byte(place + 38)
    else { return nil }
    let visuals = depths.filter { setup.byte($0) == 32 }.flatMap { depth in
      (0..<Int(setup.half(depth + 2) ?? 0)).map { depth + 8 + $0 * 24 }
    }
    let translucent = visuals.first { setup.byte($0 + 4) == trueColour }.flatMap { setup.word($0) }
    let whole = Monitor(name: 0, isPrimary: true, left: 0, top: 0, width: Int(width), height: Int(height))
    return (whole, Visual(number: visual, depth: depth), translucent.map { Visual(number: $0, depth: 32) })
  }

  /// The extensions, the names of properties, and the resources of the display.
  private func askFirst() {
    askExtension("SHAPE") { [unowned self] in shape = $0 }
    askExtension("RANDR") { [unowned self] in
      randr = $0
      connection.ask(X11Request($0, 0).word(1).word(5)) { _ in }
    }
    askAtom("_NET_WM_WINDOW_TYPE") { [unowned self] in windowType = $0 }
    askAtom("_NET_WM_WINDOW_TYPE_NOTIFICATION") { [unowned self] in notification = $0 }
    askAtom("_NET_WM_CM_S0") { [unowned self] in compositing = $0 }
    // RESOURCE_MANAGER, a STRING.
    connection.ask(.property(23, of: root, type: 31, most: 1 << 14)) { [unowned self] reply in
      guard let reply, let length = reply.word(16), let bytes = reply.bytes(32, count: Int(length)) else { return }
      if let dpi = Self.dpi(String(decoding: bytes, as: UTF8.self)) { scale = min(max(dpi / Self.dpi, 0.5), 8) }
    }
  }

  /// `Xft.dpi` of the display's resources.
  static func dpi(_ resources: String) -> Double? {
    for line in resources.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == "Xft.dpi" else { continue }
      let value = parts[1].drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " }
      return Double(value).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
    return nil
  }

  private func askExtension(_ name: String, _ found: @escaping (UInt8) -> Void) {
    connection.ask(X11Request(98).half(name.utf8.count).half(0).text(name)) { reply in
      if let reply, reply.byte(8) != 0, let major = reply.byte(9) { found(major) }
    }
  }

  private func askAtom(_ name: String, _ found: @escaping (UInt32) -> Void) {
    connection.ask(.internAtom(name)) { reply in
      if let atom = reply?.word(8) { found(atom) }
    }
  }

  /// Monitors may change, and a compositing manager come, before each surface.
  private func askMonitors() {
    connection.ask(X11Request(23).word(compositing)) { [unowned self] reply in
      isComposited = (reply?.word(8) ?? 0) != 0
    }
    guard let randr else { return }
    connection.ask(X11Request(randr, 42).word(root).byte(1).byte(0).half(0)) { [unowned self] reply in
      monitors = reply.map(Self.monitors) ?? []
    }
  }

  private static func monitors(_ reply: XcbMessage) -> [Monitor] {
    var monitors: [Monitor] = []
    var place = 32
    for _ in 0..<min(reply.word(12) ?? 0, 64) {
      guard let name = reply.word(place), let isPrimary = reply.byte(place + 4), let outputs = reply.half(place + 6),
        let left = reply.signedHalf(place + 8), let top = reply.signedHalf(place + 10),
        let width = reply.half(place + 12), let height = reply.half(place + 14)
      else { break }
      if width > 0, height > 0 {
        monitors.append(
          Monitor(
            name: name, isPrimary: isPrimary != 0, left: Int(left), top: Int(top), width: Int(width),
            height: Int(height)))
      }
      place += 24 + Int(outputs) * 4
    }
    return monitors
  }
}
