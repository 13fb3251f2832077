import Base
import Bindings
import Desktop
import GestureCore
import Glibc

/// A compositor's virtual keyboard and pointer: zwp_virtual_keyboard_v1 and zwlr_virtual_pointer_v1, as sway, Hyprland, labwc, Wayfire
/// and niri have them.
///
///     registry -> the seat's keymap -> a keyboard with the same keymap, and a pointer -> events
///
/// The keyboard has the keymap of the seat, because another one would be told to all windows with each change from keyboard to
/// keyboard; on a seat without a keyboard, the usual one of the environment. A new keymap of the seat is sent right before the next keys and
/// never as an answer: if no other keyboard is active, Hyprland announces the keymaps of virtual keyboards as the seat's, and two keymaps
/// would follow each other for ever. Compositors don't work out the modifiers of a virtual
/// keyboard: they are told, and so are those of a symbol's level, without their keys, and its group. When the connection ends the
/// compositor releases what is down. What the user holds on another keyboard is that keyboard's, and stays.
///
/// Source: virtual-keyboard-unstable-v1.xml; wlr-virtual-pointer-unstable-v1.xml, version 2.
public final class VirtualInputLink: EmulationLink {
  private static let keyboards = "zwp_virtual_keyboard_manager_v1"
  private static let pointers = "zwlr_virtual_pointer_manager_v1"
  /// Keys are numbered from here on by xkb, and from 0 on by the kernel.
  private static let firstCode: UInt32 = 8
  /// wl_pointer.axis_source: fingers on a touchpad.
  private static let fingerSource: UInt32 = 1

  public let name = "zwp_virtual_keyboard_v1"
  public private(set) var state = LinkState.opening
  public private(set) var means: InputNeeds = []
  private let needs: InputNeeds
  private let onlyAsks: Bool
  private var connection: SeatConnection?
  /// The keymap of the seat's keyboard, without the announced ones that are still unread.
  private var seatKeymap: XkbKeymap?
  /// The last few texts of keymaps that the seat announced, oldest first. They are read when keys are asked for or sent: reading one takes
  /// milliseconds, and other virtual keyboards may announce theirs with each key.
  private var unread: [String] = []
  private static let mostUnread = 4
  private var keymap: XkbKeymap?
  private var keyboard: UInt32?
  private var pointer: UInt32?
  private var places: PlacedPointers?
  /// The keys that are down, and the modifiers that they turn on.
  private var down: [KeySymbol: UInt32] = [:]
  private var held: UInt32 = 0
  /// The buttons that are down, and what releases them if this process is killed: compositors don't when the pointer goes.
  private var pressed: Set<PointerButton> = []
  private var release: (of: Set<PointerButton>, words: LastWords?)?
  /// What the compositor was told last: modifiers and group.
  private var told: (modifiers: UInt32, group: UInt32) = (0, 0)

  /// `path` is that of the compositor's socket. `onlyAsks`: no keyboard and no pointer is made.
  public init(path: String, needs: InputNeeds, onlyAsks: Bool = false) {
    self.needs = needs
    self.onlyAsks = onlyAsks
    do throws(SystemError) {
      let connection = try SeatConnection(path: path)
      self.connection = connection
      connection.wire.list { [unowned self, unowned connection] in choose(on: connection) }
    } catch {
      state = .unavailable("there is no compositor at \(path) (\(error))")
    }
  }

  public var wait: (descriptor: Int32, events: Int16)? { connection?.wire.wait }

  public func ready() {
    connection?.wire.ready()
    if let ending = connection?.wire.ending { end(ending) }
  }

  public func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack? {
    readKeymaps()
    // Keys that are down keep their keymap.
    return (down.isEmpty ? seatKeymap : keymap)?.layout.has(symbol) ?? true ? nil : .noKey
  }

  public func knows(_ spot: ScreenSpot) -> Bool { places?.knows(spot.output) ?? false }

  public func send(_ events: [EmulatedEvent]) {
    let time = UInt32(truncatingIfNeeded: MonotonicClock.now() / 1000)
    for event in events { send(event, at: time) }
    if let ending = connection?.wire.ending { return end(ending) }
    prepareRelease(at: time)
  }

  /// A click is over by now; a drag is not.
  private func prepareRelease(at time: UInt32) {
    guard pressed != release?.of ?? [] else { return }
    guard let pointer, !pressed.isEmpty else { return release = nil }
    let requests = pressed.map {
      (
        object: pointer, code: UInt32(2),
        arguments: [.word(time), .word($0.kernelCode), .word(0)] as [WaylandWire.Argument]
      )
    }
    release = (pressed, connection?.wire.lastWords(requests + [(object: pointer, code: 4, arguments: [])]))
  }

  public func close(_ reason: String) {
    send(pressed.map { .release($0) } + down.keys.map { .up($0) })
    end(reason)
  }

  // MARK: The beginning

  /// All globals are known.
  private func choose(on connection: SeatConnection) {
    let lacking = [(InputNeeds.keyboard, Self.keyboards), (.pointer, Self.pointers)].filter { need, interface in
      needs.contains(need) && connection.wire.global(interface) == nil
    }
    guard lacking.count < 2, !needs.contains(.keyboard) || lacking.first?.0 != .keyboard else {
      return end("the compositor has no \(lacking.map(\.1).joined(separator: " and no "))")
    }
    connection.open(
      heard: { [unowned self] in note($0) },
      opened: { [unowned self, unowned connection] in open(on: connection) })
  }

  private func open(on connection: SeatConnection) {
    guard let seat = connection.seat else { return }
    var means: InputNeeds = []
    if let manager = connection.wire.global(Self.keyboards), needs.contains(.keyboard) {
      readKeymaps()
      seatKeymap = seatKeymap ?? connection.usualKeymap()
      guard seatKeymap != nil else { return }
      means.insert(.keyboard)
      if !onlyAsks {
        keyboard = make(manager, for: seat, on: connection)
        useSeatKeymap(on: connection)
      }
    }
    if let manager = connection.wire.global(Self.pointers), needs.contains(.pointer) {
      means.insert(.pointer)
      if !onlyAsks { pointer = make(manager, for: seat, on: connection) }
      if !onlyAsks, needs.contains(.place), let places = PlacedPointers(manager, for: seat, on: connection.wire) {
        self.places = places
        means.insert(.place)
      }
    }
    guard !means.isEmpty else { return end("the compositor has no \(Self.pointers)") }
    // Windows learn of a seat's first keyboard before its first keys, and outputs tell their names.
    self.means = means
    connection.wire.sync { [unowned self] in state = .ready }
  }

  /// A keyboard or a pointer of the seat; both managers make them by their first request.
  private func make(
    _ global: WaylandConnection.Global, for seat: UInt32, on connection: SeatConnection
  ) -> UInt32 {
    let manager = connection.wire.bind(global, atMost: 1)
    let made = connection.wire.create()
    connection.wire.send(manager, 0, .word(seat), .word(made))
    return made
  }

  private func note(_ text: String) {
    unread.removeAll { $0 == text }
    if unread.count == Self.mostUnread { unread.removeFirst() }
    unread.append(text)
  }

  /// The last announced keymap of a keyboard becomes the seat's, unless it has the same keys: then it is the virtual keyboard's own as the
  /// compositor writes it, and libxkbcommon can't read everything that it writes.
  private func readKeymaps() {
    guard let connection, !unread.isEmpty else { return }
    defer { unread.removeAll() }
    for text in unread.reversed() {
      guard let announced = connection.keymap(text) else { continue }
      if announced.layout != seatKeymap?.layout { seatKeymap = announced }
      return
    }
  }

  /// The keyboard gets the seat's keymap, if it has another one.
  private func useSeatKeymap(on connection: SeatConnection) {
    readKeymaps()
    guard let keyboard, let seatKeymap, seatKeymap.layout != keymap?.layout else { return }
    do throws(SystemError) {
      let file = try MemoryFile.make(seatKeymap.text)
      connection.wire.send(
        keyboard, 0, [.word(XkbKeymap.format), .word(UInt32(seatKeymap.text.utf8.count + 1))], passing: file.number)
      keymap = seatKeymap
      told = (0, 0)
    } catch {
      end("\(error)")
    }
  }

  private func end(_ reason: String) {
    (connection, seatKeymap, keymap, keyboard, pointer, places) = (nil, nil, nil, nil, nil, nil)
    unread = []
    (down, held, pressed, release) = ([:], 0, [], nil)
    state = .unavailable(reason)
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent, at time: UInt32) {
    guard let connection else { return }
    switch event {
    case .down(let symbol): press(symbol, at: time, connection)
    case .up(let symbol):
      guard let code = down.removeValue(forKey: symbol), let keyboard else { return }
      connection.wire.send(keyboard, 1, .word(time), .word(code - Self.firstCode), .word(0))
      held = down.values.reduce(0) { $0 | (keymap?.layout.modifiers(of: $1) ?? 0) }
      tell(held, group: 0, connection)
    case .press(let button):
      pressed.insert(button)
      click(button, 1, at: time, connection)
    case .release(let button):
      if pressed.remove(button) != nil { click(button, 0, at: time, connection) }
    case .scroll(let way): scroll(way, at: time, connection)
    case .move(let way):
      guard let pointer else { return }
      connection.wire.send(pointer, 0, .word(time), .fixed(way.x), .fixed(way.y))
      connection.wire.send(pointer, 4)
    case .place(let spot): places?.put(spot, at: time)
    case .fingerScroll(let way): glide(way, at: time, connection)
    case .fingerScrollEnd:
      guard let pointer else { return }
      for axis: UInt32 in 0...1 {
        connection.wire.send(pointer, 6, .word(time), .word(axis))
        connection.wire.send(pointer, 5, .word(Self.fingerSource))
      }
      connection.wire.send(pointer, 4)
    }
  }

  /// The source comes after each axis: wlroots takes it for the axis before it, and compositors end themselves where two axes of
  /// a frame have different sources.
  private func glide(_ way: Vector, at time: UInt32, _ connection: SeatConnection) {
    guard let pointer else { return }
    for (axis, length) in [(UInt32(0), way.y), (1, way.x)] where length != 0 {
      connection.wire.send(pointer, 3, .word(time), .word(axis), .fixed(length))
      connection.wire.send(pointer, 5, .word(Self.fingerSource))
    }
    connection.wire.send(pointer, 4)
  }

  private func press(_ symbol: KeySymbol, at time: UInt32, _ connection: SeatConnection) {
    if down.isEmpty { useSeatKeymap(on: connection) }
    guard let keyboard, let layout = keymap?.layout, let place = layout.place(of: symbol, in: 0) else { return }
    let turnedOn = layout.modifiers(of: place.code)
    if turnedOn == 0 { tell(held | place.modifiers, group: place.group ?? 0, connection) }
    connection.wire.send(keyboard, 1, .word(time), .word(place.code - Self.firstCode), .word(1))
    down[symbol] = place.code
    held |= turnedOn
    if turnedOn != 0 { tell(held, group: 0, connection) }
  }

  private func tell(_ modifiers: UInt32, group: UInt32, _ connection: SeatConnection) {
    guard let keyboard, told != (modifiers, group) else { return }
    told = (modifiers, group)
    connection.wire.send(keyboard, 2, .word(modifiers), .word(0), .word(0), .word(group))
  }

  private func click(_ button: PointerButton, _ state: UInt32, at time: UInt32, _ connection: SeatConnection) {
    guard let pointer else { return }
    connection.wire.send(pointer, 2, .word(time), .word(button.kernelCode), .word(state))
    connection.wire.send(pointer, 4)
  }

  private func scroll(_ way: ScrollWay, at time: UInt32, _ connection: SeatConnection) {
    guard let pointer else { return }
    let (axis, notch) = way.wheel
    connection.wire.send(pointer, 5, .word(0))
    connection.wire.send(
      pointer, 7, .word(time), .word(axis), .word(UInt32(bitPattern: notch * ScrollWay.notchLength * 256)),
      .word(UInt32(bitPattern: notch)))
    connection.wire.send(pointer, 4)
  }
}

extension PointerButton {
  /// The kernel's code of the button, as in linux/input-event-codes.h.
  var kernelCode: UInt32 {
    switch self {
    case .left: 0x110
    case .right: 0x111
    case .middle: 0x112
    case .back: 0x113
    case .forward: 0x114
    }
  }
}

extension ScrollWay {
  /// By how much a compositor scrolls for a notch of a wheel, in its units.
  static let notchLength: Int32 = 15

  /// The axis, 0 for the vertical one, and which way the wheel turns: 1 is down or to the right.
  var wheel: (axis: UInt32, notch: Int32) {
    switch self {
    case .up: (0, -1)
    case .down: (0, 1)
    case .left: (1, -1)
    case .right: (1, 1)
    }
  }
}
