import Base
import Bindings
import Desktop
import Glibc

/// A link through KWin's org_kde_kwin_fake_input. KWin treats the link's input like that of a keyboard and a mouse.
/// Keys are sent as the kernel's codes.
///
///     registry -> authenticate -> the seat's keymap -> events
///
/// KWin doesn't ask the user. A program needs a .desktop file that permits the protocol. The keyboard's layout is the
/// seat's, or the environment's default if the seat has no keymap. The modifiers of all keyboards count together. When
/// the connection ends, KWin releases the keys and buttons that are down. Source: fake-input.xml of
/// plasma-wayland-protocols, version 4.
final class FakeInputLink: PlainKeyboardLink {
  private typealias Input = OrgKdeKwinFakeInput
  /// A protocol that KWin offers to every program. A compositor without this protocol isn't KWin.
  private static let sign = OrgKdePlasmaVirtualDesktopManagement.interface
  /// The reason in the `authenticate` request. KWin requires a reason, but never shows it.
  private static let reason = "gestures press keys and buttons"

  let name = Input.interface.name
  let capabilities: InputNeeds = [.keyboard, .pointer, .place]
  private(set) var state = LinkState.opening
  private let needs: InputNeeds
  private let onlyAsks: Bool
  private let permission: String
  var compositor: WaylandCompositor?
  var keymaps: SeatKeymaps?
  private var input: UInt32?
  var keyboard: PlainKeyboard?

  /// `permission` tells how to permit the protocol. With `onlyAsks`, the link doesn't authenticate and sends no input.
  init(
    path: String, needs: InputNeeds, onlyAsks: Bool = false, permission: String = ownPermission(),
    compositors: WaylandCompositors = WaylandCompositors()
  ) {
    self.needs = needs
    self.onlyAsks = onlyAsks
    self.permission = permission
    connect(to: path, of: compositors)
  }

  /// How to permit the protocol: a command if the program is installed, otherwise a reference to the manual.
  static func ownPermission() -> String {
    guard let entry = InstalledFile.path("kwin/gesture-bridge-keys.desktop", R_OK) else {
      return "see KEYS AND CLICKS in gesture-bridge(5)"
    }
    return "run `install -D -m 644 \(entry) ~/.local/share/applications/gesture-bridge.desktop`; "
      + "then restart gesture-bridge; note: every program can then press keys and click through gesture-bridge"
  }

  func send(_ events: [EmulatedEvent]) {
    for event in events { send(event) }
    closeIfEnded()
  }

  // MARK: Start

  func choose(on compositor: WaylandCompositor) {
    let connection = compositor.connection
    guard let global = connection.global(Input.interface) else {
      return close(
        connection.global(Self.sign) == nil
          ? "the compositor has no protocol \(name)"
          : "KWin offers this protocol only to programs with permission; to give gesture-bridge permission, \(permission)"
      )
    }
    guard global.version >= Input.interface.version else {
      return close("this version of KWin does not accept keys through this protocol; update KWin")
    }
    if !onlyAsks, let input = compositor.object(Input.interface) {
      connection.send(input, Input.authenticate, "gesture-bridge", Self.reason)
      self.input = input
    }
    // Keymaps are followed only now, because KWin's fake devices may have given the seat its first keyboard.
    followKeymaps { [unowned self] in open() }
  }

  private func open() {
    if keyboard == nil, needs.contains(.keyboard) {
      guard let keymap = keymaps?.usualKeymap(for: self) else { return }
      follow(keymap)
    }
    state = .ready
  }

  func close(_ reason: String) {
    releaseAll()
    (compositor, keymaps, input, keyboard) = (nil, nil, nil, nil)
    state = .unavailable(reason)
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent) {
    guard let connection = compositor?.connection, let input else { return }
    switch event {
    case .down(let symbol): press(symbol)
    case .up(let symbol): release(symbol)
    case .press(let button): connection.send(input, Input.button, button.kernelCode, 1)
    case .release(let button): connection.send(input, Input.button, button.kernelCode, 0)
    case .scroll(let direction):
      let (axis, notch) = direction.wheel
      connection.send(input, Input.axis, axis, Double(notch * ScrollDirection.notchLength))
    case .move(let distance): connection.send(input, Input.pointerMotion, distance.x, distance.y)
    case .place(let spot):
      if let point = spot.point { connection.send(input, Input.pointerMotionAbsolute, point.x, point.y) }
    case .fingerScroll(let distance):
      if distance.y != 0 { connection.send(input, Input.axis, WlPointer.axisVerticalScroll, distance.y) }
      if distance.x != 0 { connection.send(input, Input.axis, WlPointer.axisHorizontalScroll, distance.x) }
    case .fingerScrollEnd: break
    }
  }

  func send(_ events: [PlainKeyboard.KeyEvent]) {
    guard let connection = compositor?.connection, let input else { return }
    for event in events { connection.send(input, Input.keyboardKey, event.code, event.isDown ? 1 : 0) }
  }
}
