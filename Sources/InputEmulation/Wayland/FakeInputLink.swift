import Base
import Bindings
import Desktop
import Glibc

/// KWin's org_kde_kwin_fake_input: KWin takes keys by the kernel's codes, buttons and scrolling, as those of a keyboard and a mouse.
///
///     registry -> authenticate -> the seat's keymap -> events
///
/// KWin gives it only to a program that a .desktop file names, and asks nobody then. Its layout is the session's, and the
/// modifiers of all keyboards count together. When the connection ends KWin releases what is down.
///
/// Source: fake-input.xml of plasma-wayland-protocols, version 4.
public final class FakeInputLink: PlainKeyboardLink {
  private static let interface = "org_kde_kwin_fake_input"
  /// The first with keys.
  private static let version: UInt32 = 4
  /// KWin has it, and gives it to every program.
  private static let sign = "org_kde_plasma_virtual_desktop_management"
  /// KWin shows it to nobody.
  private static let reason = "gestures press keys and buttons"

  public let name = FakeInputLink.interface
  public let means: InputNeeds = [.keyboard, .pointer, .place]
  public private(set) var state = LinkState.opening
  private let needs: InputNeeds
  private let onlyAsks: Bool
  private let permission: String
  private var connection: SeatConnection?
  private var input: UInt32?
  var keyboard: PlainKeyboard?

  /// `path` is that of the compositor's socket; `permission` says what has KWin give it to this program, as the end of a clause.
  /// `onlyAsks`: KWin makes no keyboard and no mouse for it.
  public init(path: String, needs: InputNeeds, onlyAsks: Bool = false, permission: String = ownPermission()) {
    self.needs = needs
    self.onlyAsks = onlyAsks
    self.permission = permission
    do throws(SystemError) {
      let connection = try SeatConnection(path: path)
      self.connection = connection
      connection.wire.list { [unowned self, unowned connection] in choose(on: connection) }
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  /// The command that permits it to the program that is installed; where to read of it for another one.
  public static func ownPermission() -> String {
    let manual = "see KEYS AND CLICKS in gesture-bridge(5)"
    guard let program = FileWay().follow("/proc/self/exe") else { return manual }
    let prefix = FileWay.parent(of: FileWay.parent(of: program))
    let entry = "\(prefix)/share/gesture-bridge/kwin/gesture-bridge-keys.desktop"
    guard access(entry, R_OK) == 0 else { return manual }
    return "run `install -D -m 644 \(entry) ~/.local/share/applications/gesture-bridge.desktop`, "
      + "which lets every program of the session press keys"
  }

  public var wait: (descriptor: Int32, events: Int16)? { connection?.wire.wait }

  public func ready() {
    connection?.wire.ready()
    if let ending = connection?.wire.ending { close(ending) }
  }

  public func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack? {
    keyboard?.lack(of: symbol, beside: others)
  }

  public func send(_ events: [EmulatedEvent]) {
    for event in events { send(event) }
    if let ending = connection?.wire.ending { close(ending) }
  }

  // MARK: The beginning

  /// All globals are known.
  private func choose(on connection: SeatConnection) {
    guard let global = connection.wire.global(Self.interface) else {
      return close(
        connection.wire.global(Self.sign) == nil
          ? "the compositor has no \(Self.interface)" : "KWin allows it only for permitted programs: \(permission)")
    }
    guard global.version >= Self.version else { return close("this KWin does not accept keys by it") }
    if !onlyAsks {
      let made = connection.wire.bind(global, atMost: Self.version)
      connection.wire.send(made, 0, .text("gesture-bridge"), .text(Self.reason))
      input = made
    }
    // A seat that had no keyboard has one now.
    connection.open(
      heard: { [unowned self, unowned connection] in
        if let keymap = connection.keymap($0) { follow(keymap) }
      },
      opened: { [unowned self, unowned connection] in open(on: connection) })
  }

  private func open(on connection: SeatConnection) {
    if keyboard == nil, needs.contains(.keyboard) {
      guard let keymap = connection.usualKeymap() else { return }
      follow(keymap)
    }
    state = .ready
  }

  public func close(_ reason: String) {
    releaseAll()
    (connection, input, keyboard) = (nil, nil, nil)
    state = .unavailable(reason)
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent) {
    guard let connection, let input else { return }
    switch event {
    case .down(let symbol): press(symbol)
    case .up(let symbol): release(symbol)
    case .press(let button): connection.wire.send(input, 2, .word(button.kernelCode), .word(1))
    case .release(let button): connection.wire.send(input, 2, .word(button.kernelCode), .word(0))
    case .scroll(let way):
      let (axis, notch) = way.wheel
      connection.wire.send(input, 3, .word(axis), .word(UInt32(bitPattern: notch * ScrollWay.notchLength * 256)))
    case .move(let way): connection.wire.send(input, 1, .fixed(way.x), .fixed(way.y))
    case .place(let spot):
      if let point = spot.point { connection.wire.send(input, 9, .fixed(point.x), .fixed(point.y)) }
    case .fingerScroll(let way):
      if way.y != 0 { connection.wire.send(input, 3, .word(0), .fixed(way.y)) }
      if way.x != 0 { connection.wire.send(input, 3, .word(1), .fixed(way.x)) }
    case .fingerScrollEnd: break
    }
  }

  func send(_ events: [PlainKeyboard.KeyEvent]) {
    guard let connection, let input else { return }
    for event in events { connection.wire.send(input, 10, .word(event.code), .word(event.isDown ? 1 : 0)) }
  }
}
