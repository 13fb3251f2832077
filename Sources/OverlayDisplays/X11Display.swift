import Base
import CLibraries
import Desktop
import Glibc
import Overlay
import Text

/// An X server or Xwayland. Surfaces are override-redirect windows. Source: RandR 1.5, SHAPE 1.1; EWMH `_NET_WM_CM_Sn`.
final class X11Display: OverlayDisplay {
  /// A visual of the screen: how pixels represent colours.
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

  /// The longest time to wait for the server's answer, in microseconds.
  private static let answerTimeout: Int64 = 5_000_000
  private static let shortAnswerTimeout: Int64 = 500_000
  private static let dpi = 96.0

  let library: CairoLibrary
  let text: PangoText
  let root: UInt32
  let connection: XcbConnection
  private let link: X11Link
  /// The major opcode of the SHAPE extension.
  let shape: UInt8
  private(set) var atoms = X11Atoms<Atom>()
  /// The number of pixels per logical pixel, along each axis.
  private(set) var scale = 1.0
  /// The maximum length of a request, in bytes.
  let longestRequest: Int
  /// Whether a compositing manager runs. Only a compositing manager makes translucent windows possible.
  private(set) var isComposited = false
  private let wholeScreen: Monitor
  private let plain: Visual
  private let translucent: Visual?
  private let randr: UInt8?
  private var monitors: [Monitor] = []
  private var names: [UInt32: String] = [:]
  private var lastID: UInt32
  private var freeIDs: [UInt32] = []
  private var windows: [UInt32: Weak] = [:]
  private(set) var hasMore = false

  enum Atom: String, CaseIterable {
    case windowType = "_NET_WM_WINDOW_TYPE"
    case notification = "_NET_WM_WINDOW_TYPE_NOTIFICATION"
    case compositing = "_NET_WM_CM_S0"
  }

  private struct Weak { weak var window: X11OverlayWindow? }

  /// Connects to a display such as `:0`, and blocks until the server answers. Throws after a failure, or without SHAPE.
  init(_ name: String, _ library: CairoLibrary, _ text: PangoText) throws(OverlayFailure) {
    (self.library, self.text) = (library, text)
    link = X11Link(display: name)
    var answer: XcbConnector.Connected?
    if let wait = link.wait {
      var polled = pollfd(fd: wait.descriptor, events: wait.events, revents: 0)
      _ = poll(&polled, 1, Int32(Self.answerTimeout / 1000))
      link.ready { connected, _ in answer = connected }
    }
    guard let answer, let connection = link.connection else {
      throw OverlayFailure(description: link.failure ?? "the X server of DISPLAY=\(name.visible) does not answer")
    }
    guard let shape = answer.extensions[.shape]?.requests else {
      throw OverlayFailure(
        description:
          "the X server of DISPLAY=\(name.visible) has no SHAPE extension; without it, clicks can't pass through the drawings"
      )
    }
    (self.connection, self.shape, randr) = (connection, shape, answer.extensions[.randr]?.requests)
    let screen = answer.screen
    root = screen.root
    wholeScreen = Monitor(
      name: 0, isPrimary: true, left: 0, top: 0, width: Int(screen.width_in_pixels),
      height: Int(screen.height_in_pixels))
    plain = Visual(number: screen.root_visual, depth: screen.root_depth)
    translucent = answer.translucent.map { Visual(number: $0, depth: 32) }
    longestRequest = Int(answer.setup.maximum_request_length) * 4
    lastID = answer.setup.resource_id_base
    askOnce()
    connection.finish(within: Self.answerTimeout)
  }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }
  var ending: String? { link.failure }

  func ready() { hasMore = link.process { [unowned self] event in handle(event) } }

  /// Redraws uncovered parts and raises covered windows. Also uses stacking events: VisibilityNotify can be missing.
  private func handle(_ event: XcbEvent) {
    switch event.type {
    case XCB_EXPOSE: expose(event.read(as: xcb_expose_event_t.self))
    case XCB_VISIBILITY_NOTIFY:
      let change = event.read(as: xcb_visibility_notify_event_t.self)
      guard UInt32(change.state) != XCB_VISIBILITY_UNOBSCURED.rawValue, let window = windows[change.window]?.window
      else {
        return
      }
      // A page stays below the other windows of the overlay.
      if !window.isPage || windows.count == 1 { window.raise() }
    case XCB_MAP_NOTIFY:
      if event.window == root, windows[event.read(as: xcb_map_notify_event_t.self).window] == nil { raiseAll() }
    case XCB_CONFIGURE_NOTIFY:
      let change = event.read(as: xcb_configure_notify_event_t.self)
      if change.event == root, windows[change.window] == nil, windows[change.above_sibling] != nil { raiseAll() }
    default: break
    }
  }

  private func raiseAll() {
    for isPage in [true, false] {
      for window in windows.values where window.window?.isPage == isPage { window.window?.raise() }
    }
  }

  private func expose(_ part: xcb_expose_event_t) {
    windows[part.window]?.window?.restore(
      OverlayPicture.Box(
        left: Double(part.x) / scale, top: Double(part.y) / scale, width: Double(part.width) / scale,
        height: Double(part.height) / scale))
  }

  /// Requests or stops events about the stacking order.
  private func followOrder(_ isFollowed: Bool) {
    connection.select(isFollowed ? XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue : 0, of: root)
  }

  /// Sends all requests, and handles the server's messages, because libxcb can read messages while it writes requests.
  func send() { ready() }

  func surface(_ target: SurfaceTarget, _ composer: OverlayComposer) -> (any OverlaySurface)? {
    askMonitors()
    connection.finish(within: Self.shortAnswerTimeout)
    for monitor in monitors where names[monitor.name] == nil {
      connection.ask({ $0.get_atom_name($1, monitor.name) }) { [weak self] reply in
        guard let reply, let bytes = reply.list(UInt8.self, count: Int(reply.name_len)) else { return }
        self?.names[monitor.name] = String(decoding: bytes, as: UTF8.self)
      }
    }
    connection.finish(within: Self.shortAnswerTimeout)
    let monitor = monitor(of: target)
    let visual = isComposited ? translucent ?? plain : plain
    let window = X11OverlayWindow(self, target, on: monitor, visual, isTranslucent: visual.depth == 32, composer)
    if windows.isEmpty { followOrder(true) }
    windows[window.number] = Weak(window: window)
    return window
  }

  private func monitor(of target: SurfaceTarget) -> Monitor {
    if case .output(let name?) = target, let found = monitors.first(where: { names[$0.name] == name }) { return found }
    return monitors.first(where: \.isPrimary) ?? monitors.first ?? wholeScreen
  }

  func makeID() -> UInt32 {
    if let free = freeIDs.popLast() { return free }
    lastID += 1
    return lastID
  }

  /// Forgets a destroyed window. The numbers of its resources can be used again.
  func forget(_ window: UInt32, _ ids: [UInt32]) {
    windows[window] = nil
    freeIDs += ids
    if windows.isEmpty { followOrder(false) }
  }

  // MARK: Questions to the server

  /// Tells the server our RandR version, and asks for the atoms and the display's resources, which contain the scale.
  private func askOnce() {
    if let randr {
      connection.ask(
        xcb_randr_query_version_request_t(
          major_opcode: randr, minor_opcode: UInt8(XCB_RANDR_QUERY_VERSION), length: 0, major_version: 1,
          minor_version: 5))
    }
    X11Atoms<Atom>.ask(connection) { [unowned self] in atoms = $0 }
    connection.ask({
      $0.get_property($1, 0, root, XCB_ATOM_RESOURCE_MANAGER.rawValue, XCB_ATOM_STRING.rawValue, 0, 1 << 14)
    }) { [unowned self] reply in
      let dpi = X11Property(reply)?.texts.first.flatMap(Self.dpi)
      if let dpi { scale = min(max(dpi / Self.dpi, 0.5), 8) }
    }
  }

  /// Returns `Xft.dpi` from the display's resources; nil if missing or invalid.
  static func dpi(_ resources: String) -> Double? {
    for line in resources.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] == "Xft.dpi" else { continue }
      let value = parts[1].drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " }
      return Double(value).flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    }
    return nil
  }

  /// Asks for the monitors, and whether a compositing manager runs. Both can change.
  private func askMonitors() {
    connection.ask({ $0.get_selection_owner($1, atoms[.compositing]) }) { [unowned self] reply in
      isComposited = (reply?.owner ?? 0) != 0
    }
    guard let randr else { return }
    let request = xcb_randr_get_monitors_request_t(
      major_opcode: randr, minor_opcode: UInt8(XCB_RANDR_GET_MONITORS), length: 0, window: root, get_active: 1)
    connection.ask(request) { [unowned self] reply in monitors = reply.map(Self.monitors) ?? [] }
  }

  private static func monitors(_ reply: XcbReply<xcb_randr_get_monitors_reply_t>) -> [Monitor] {
    var monitors: [Monitor] = []
    var remaining = reply.rest
    for _ in 0..<min(reply.nMonitors, 64) {
      guard let one = remaining.take(xcb_randr_monitor_info_t.self) else { break }
      remaining.skip(Int(one.nOutput) * 4)
      guard one.width > 0, one.height > 0 else { continue }
      monitors.append(
        Monitor(
          name: one.name, isPrimary: one.primary != 0, left: Int(one.x), top: Int(one.y), width: Int(one.width),
          height: Int(one.height)))
    }
    return monitors
  }
}
