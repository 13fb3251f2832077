import Base
import Bindings
import Desktop
import GestureCore
import Glibc

/// A link through zwp_virtual_keyboard_v1 (as in sway, Hyprland or niri) and zwlr_virtual_pointer_v1.
///
///     registry -> the seat's keymap -> a keyboard with the same keymap, and a pointer -> events
///
/// The virtual keyboard has the seat's keymap. Otherwise the compositor would send a keymap to all windows whenever it
/// switches between the virtual keyboard and a real one. On a seat without a keyboard, the virtual keyboard has the
/// environment's default keymap. A new keymap of the seat is sent right before the next keys. If it were sent at once,
/// two keymaps could alternate for ever, because Hyprland announces a virtual keyboard's keymap as the seat's.
/// Compositors don't compute the modifiers of a virtual keyboard. The link sends the modifiers and the group. When the
/// connection ends, the compositor releases the virtual keyboard's keys. Source: virtual-keyboard-unstable-v1.xml;
/// wlr-virtual-pointer-unstable-v1.xml, version 2.
final class VirtualInputLink: EmulationLink, WaylandLink {
  private typealias Keyboards = ZwpVirtualKeyboardManagerV1
  private typealias Keyboard = ZwpVirtualKeyboardV1
  private typealias Pointers = ZwlrVirtualPointerManagerV1
  private typealias Pointer = ZwlrVirtualPointerV1
  private static let firstCode: UInt32 = 8

  let name = "zwp_virtual_keyboard_v1"
  private(set) var state = LinkState.opening
  private(set) var capabilities: InputNeeds = []
  private let needs: InputNeeds
  private let onlyAsks: Bool
  var compositor: WaylandCompositor?
  private var keymaps: SeatKeymaps?
  private var seatKeymap: XkbKeymap?
  /// The seat's latest unparsed keymaps, oldest first: parsing takes milliseconds, and virtual keyboards may send many.
  private var unread: [String] = []
  private static let mostUnread = 4
  private var keymap: XkbKeymap?
  private var keyboard: UInt32?
  private var pointer: UInt32?
  private var placedPointers: PlacedPointers?
  private var down: [KeySymbol: UInt32] = [:]
  private var held: UInt32 = 0
  /// The buttons that are down. `release` releases them if this process is killed.
  private var pressed: Set<PointerButton> = []
  private var release: (of: Set<PointerButton>, words: ExitMessage?)?
  private var sent: (modifiers: UInt32, group: UInt32) = (0, 0)

  /// With `onlyAsks` the link makes no keyboard and no pointer.
  init(
    path: String, needs: InputNeeds, onlyAsks: Bool = false, compositors: WaylandCompositors = WaylandCompositors()
  ) {
    (self.needs, self.onlyAsks) = (needs, onlyAsks)
    connect(to: path, of: compositors)
  }

  func obstacle(to symbol: KeySymbol, with others: [KeySymbol]) -> KeyObstacle? {
    readKeymaps()
    // While keys are down the keyboard keeps its keymap.
    return (down.isEmpty ? seatKeymap : keymap)?.layout.has(symbol) ?? true ? nil : .noKey
  }

  func canReach(_ spot: ScreenSpot) -> Bool { placedPointers?.canReach(spot.output) ?? false }

  func send(_ events: [EmulatedEvent]) {
    let time = UInt32(truncatingIfNeeded: MonotonicClock.now() / 1000)
    for event in events { send(event, at: time) }
    closeIfEnded()
    prepareRelease(at: time)
  }

  /// Makes the message that releases the pressed buttons if this process is killed.
  private func prepareRelease(at time: UInt32) {
    guard pressed != release?.of ?? [] else { return }
    guard let pointer, !pressed.isEmpty else { return release = nil }
    let releases = pressed.flatMap { Pointer.button.bytes(pointer, time, $0.kernelCode, 0) }
    release = (pressed, compositor?.connection.lastWords(releases + Pointer.frame.bytes(pointer)))
  }

  func close(_ reason: String) {
    let time = UInt32(truncatingIfNeeded: MonotonicClock.now() / 1000)
    for event in pressed.map({ .release($0) }) + down.keys.map({ EmulatedEvent.up($0) }) { send(event, at: time) }
    if let keyboard { compositor?.connection.send(keyboard, Keyboard.destroy) }
    if let pointer { compositor?.connection.send(pointer, Pointer.destroy) }
    (compositor, keymaps, seatKeymap, keymap, keyboard, pointer, placedPointers) = (nil, nil, nil, nil, nil, nil, nil)
    unread = []
    (down, held, pressed, release) = ([:], 0, [], nil)
    state = .unavailable(reason)
  }

  // MARK: Start

  func choose(on compositor: WaylandCompositor) {
    let lacking = [(InputNeeds.keyboard, Keyboards.interface), (.pointer, Pointers.interface)].filter {
      needs.contains($0) && compositor.connection.global($1) == nil
    }
    guard lacking.count < 2, !needs.contains(.keyboard) || lacking.first?.0 != .keyboard else {
      return close("the compositor has no protocol \(lacking.map(\.1.name).joined(separator: " or "))")
    }
    keymaps = SeatKeymaps(for: self, received: { [unowned self] in remember($0) }, opened: { [unowned self] in open() })
  }

  private func open() {
    guard let compositor, let keymaps else { return }
    let seat = keymaps.seat.object
    var capabilities: InputNeeds = []
    if needs.contains(.keyboard), let manager = compositor.object(Keyboards.interface) {
      readKeymaps()
      seatKeymap = seatKeymap ?? keymaps.usualKeymap(for: self)
      guard seatKeymap != nil else { return }
      capabilities.insert(.keyboard)
      if !onlyAsks {
        let keyboard = compositor.connection.create()
        compositor.connection.send(manager, Keyboards.createVirtualKeyboard, seat, keyboard)
        self.keyboard = keyboard
        useSeatKeymap()
      }
    }
    if needs.contains(.pointer), let manager = compositor.object(Pointers.interface) {
      capabilities.insert(.pointer)
      if !onlyAsks {
        let pointer = compositor.connection.create()
        compositor.connection.send(manager, Pointers.createVirtualPointer, seat, pointer)
        self.pointer = pointer
      }
      if !onlyAsks, needs.contains(.place), let placedPointers = PlacedPointers(for: seat, on: compositor) {
        self.placedPointers = placedPointers
        capabilities.insert(.place)
      }
    }
    guard !capabilities.isEmpty else {
      return close(
        "the compositor does not support the Wayland protocol \(Pointers.interface.name), which clicks and scrolling need"
      )
    }
    // Before the first input, windows must have received the seat's first keyboard, and the outputs must have reported their names.
    self.capabilities = capabilities
    sync { [unowned self] in
      placedPointers?.make()
      state = .ready
    }
  }

  private func remember(_ text: String) {
    unread.removeAll { $0 == text }
    if unread.count == Self.mostUnread { unread.removeFirst() }
    unread.append(text)
  }

  /// Sets `seatKeymap` to the latest valid keymap in `unread`. A keymap with the layout of `seatKeymap` is ignored,
  /// because it can be the virtual keyboard's own.
  private func readKeymaps() {
    guard let keymaps, !unread.isEmpty else { return }
    defer { unread.removeAll() }
    for text in unread.reversed() {
      guard let announced = keymaps.keymap(text) else { continue }
      if announced.layout != seatKeymap?.layout { seatKeymap = announced }
      return
    }
  }

  private func useSeatKeymap() {
    readKeymaps()
    guard let keyboard, let seatKeymap, seatKeymap.layout != keymap?.layout else { return }
    do throws(SystemError) {
      let file = try MemoryFile.make(seatKeymap.text)
      compositor?.connection.send(
        keyboard, Keyboard.keymap, XkbKeymap.format, WaylandFile(file.number), UInt32(seatKeymap.text.utf8.count + 1))
      keymap = seatKeymap
      sent = (0, 0)
    } catch {
      close("\(error)")
    }
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent, at time: UInt32) {
    guard let connection = compositor?.connection else { return }
    switch event {
    case .down(let symbol): press(symbol, at: time, connection)
    case .up(let symbol):
      guard let code = down.removeValue(forKey: symbol), let keyboard else { return }
      connection.send(keyboard, Keyboard.key, time, code - Self.firstCode, 0)
      held = down.values.reduce(0) { $0 | (keymap?.layout.modifiers(of: $1) ?? 0) }
      sendModifiers(held, group: 0, connection)
    case .press(let button):
      pressed.insert(button)
      click(button, 1, at: time, connection)
    case .release(let button):
      if pressed.remove(button) != nil { click(button, 0, at: time, connection) }
    case .scroll(let direction): scroll(direction, at: time, connection)
    case .move(let distance):
      guard let pointer else { return }
      connection.send(pointer, Pointer.motion, time, distance.x, distance.y)
      connection.send(pointer, Pointer.frame)
    case .place(let spot): placedPointers?.move(to: spot, at: time)
    case .fingerScroll(let distance): glide(distance, at: time, connection)
    case .fingerScrollEnd:
      guard let pointer else { return }
      for axis in [WlPointer.axisVerticalScroll, WlPointer.axisHorizontalScroll] {
        connection.send(pointer, Pointer.axisStop, time, axis)
        connection.send(pointer, Pointer.axisSource, WlPointer.axisSourceFinger)
      }
      connection.send(pointer, Pointer.frame)
    }
  }

  /// Scrolls by a distance in pixels. Each axis event is followed by its source, because wlroots applies a source to
  /// the axis event before it. Compositors crash if two axes of a frame have different sources.
  private func glide(_ distance: Vector, at time: UInt32, _ connection: WaylandConnection) {
    guard let pointer else { return }
    let lengths = [(WlPointer.axisVerticalScroll, distance.y), (WlPointer.axisHorizontalScroll, distance.x)]
    for (axis, length) in lengths where length != 0 {
      connection.send(pointer, Pointer.axis, time, axis, length)
      connection.send(pointer, Pointer.axisSource, WlPointer.axisSourceFinger)
    }
    connection.send(pointer, Pointer.frame)
  }

  private func press(_ symbol: KeySymbol, at time: UInt32, _ connection: WaylandConnection) {
    if down.isEmpty { useSeatKeymap() }
    guard let keyboard, let layout = keymap?.layout, let position = layout.position(of: symbol, in: 0) else { return }
    let turnedOn = layout.modifiers(of: position.code)
    if turnedOn == 0 { sendModifiers(held | position.modifiers, group: position.group ?? 0, connection) }
    connection.send(keyboard, Keyboard.key, time, position.code - Self.firstCode, 1)
    down[symbol] = position.code
    held |= turnedOn
    if turnedOn != 0 { sendModifiers(held, group: 0, connection) }
  }

  private func sendModifiers(_ modifiers: UInt32, group: UInt32, _ connection: WaylandConnection) {
    guard let keyboard, sent != (modifiers, group) else { return }
    sent = (modifiers, group)
    connection.send(keyboard, Keyboard.modifiers, modifiers, 0, 0, group)
  }

  private func click(_ button: PointerButton, _ state: UInt32, at time: UInt32, _ connection: WaylandConnection) {
    guard let pointer else { return }
    connection.send(pointer, Pointer.button, time, button.kernelCode, state)
    connection.send(pointer, Pointer.frame)
  }

  private func scroll(_ direction: ScrollDirection, at time: UInt32, _ connection: WaylandConnection) {
    guard let pointer else { return }
    let (axis, notch) = direction.wheel
    connection.send(pointer, Pointer.axisSource, WlPointer.axisSourceWheel)
    connection.send(pointer, Pointer.axisDiscrete, time, axis, Double(notch * ScrollDirection.notchLength), notch)
    connection.send(pointer, Pointer.frame)
  }
}

extension PointerButton {
  /// The kernel's code of the button in linux/input-event-codes.h.
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

extension ScrollDirection {
  /// The distance of one wheel notch, in the compositor's units.
  static let notchLength: Int32 = 15

  /// The axis to scroll along, as in `wl_pointer`. `notch` is 1 for down or right, and -1 for up or left.
  var wheel: (axis: UInt32, notch: Int32) {
    switch self {
    case .up: (WlPointer.axisVerticalScroll, -1)
    case .down: (WlPointer.axisVerticalScroll, 1)
    case .left: (WlPointer.axisHorizontalScroll, -1)
    case .right: (WlPointer.axisHorizontalScroll, 1)
    }
  }
}
