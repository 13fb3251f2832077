import Base
import Bindings
import Desktop
import Glibc

/// A link through a virtual keyboard and mouse of /dev/uinput, which reach every reader of input devices.
///
///     devices made -> udev has processed them -> compositors have opened them -> ready
///
/// A new device loses its first keys. So the devices are made as soon as rules need them. The keyboard layout is the
/// seat's, or the environment's default if no compositor runs or the seat has no keymap.
final class UinputLink: PlainKeyboardLink {
  private enum Stage: Equatable {
    /// The link checks at `next` whether udev has processed the devices. A check at or after `until` is the last.
    case awaitingUdev(until: Int64, next: Int64)
    /// Compositors have until this time to open the devices.
    case awaitingReaders(until: Int64)
    case open
    case ended(String)
  }

  /// The longest wait for udev, in microseconds. udev usually takes some tens of milliseconds.
  private static let udevPatience: Int64 = 1_500_000
  private static let udevPause: Int64 = 20_000
  /// The wait for compositors and X to open the devices, in microseconds. In a test, Xorg lost keys for 210 ms.
  private static let readersPatience: Int64 = 300_000

  let name = "uinput"
  let capabilities: InputNeeds
  private let isOutdated: () -> Bool
  private var stage: Stage
  private var devices: (keyboard: KernelKeyboard?, mouse: KernelKeyboard?) = (nil, nil)
  var keyboard: PlainKeyboard?
  var compositor: WaylandCompositor?
  var keymaps: SeatKeymaps?
  private var movement = StepAccumulator()
  private var scrolling = StepAccumulator()

  /// With `onlyAsks`, the link checks access to /dev/uinput but makes no devices. `permission` is a command that gives
  /// this access. `isOutdated` returns whether the compositors' sockets have changed; another link may then be better.
  init(
    paths: [String], needs: InputNeeds, onlyAsks: Bool = false, permission: String,
    compositors: WaylandCompositors = WaylandCompositors(), isOutdated: @escaping () -> Bool
  ) {
    capabilities = needs.subtracting(.place)
    self.isOutdated = isOutdated
    let now = MonotonicClock.now()
    stage = .awaitingUdev(until: now + Self.udevPatience, next: now)
    do throws(SystemError) {
      if onlyAsks {
        try KernelKeyboard.checkPermission()
        stage = .open
      } else {
        devices.keyboard = needs.contains(.keyboard) ? try KernelKeyboard(.keyboard) : nil
        devices.mouse = needs.contains(.pointer) ? try KernelKeyboard(.mouse) : nil
      }
      begin(paths, compositors)
    } catch {
      close("\(error); run `\(permission)` to get access")
    }
  }

  // MARK: Calls of the owner

  var state: LinkState {
    switch stage {
    case .awaitingUdev, .awaitingReaders: .opening
    case .open: capabilities.contains(.keyboard) && keyboard == nil ? .opening : .ready
    case .ended(let reason): .unavailable(reason)
    }
  }

  var nextDeadline: Int64? {
    switch stage {
    case .awaitingUdev(_, let next): next
    case .awaitingReaders(let until): until
    case .open, .ended: nil
    }
  }

  func advance(to now: Int64) {
    switch stage {
    case .awaitingUdev(let until, let next) where next <= now:
      let isKnown = devices.keyboard?.isKnown ?? true && devices.mouse?.isKnown ?? true
      stage =
        isKnown || until <= now
        ? .awaitingReaders(until: now + Self.readersPatience) : .awaitingUdev(until: until, next: now + Self.udevPause)
    case .awaitingReaders(let until) where until <= now: stage = .open
    case .awaitingUdev, .awaitingReaders, .open, .ended: break
    }
  }

  func send(_ events: [EmulatedEvent]) {
    if isOutdated() { return close("the compositor has changed, so gesture-bridge looks for another way") }
    for event in events { send(event) }
  }

  // MARK: The layout

  private func begin(_ paths: [String], _ compositors: WaylandCompositors) {
    guard !paths.isEmpty else { return useUsualLayout() }
    guard let compositor = paths.lazy.compactMap({ try? compositors.compositor(at: $0) }).first else {
      // A compositor that is about to start may have a better protocol.
      return close("no compositor answers at \(paths.joined(separator: " or "))")
    }
    begin(on: compositor)
  }

  func choose(on compositor: WaylandCompositor) {
    guard capabilities.contains(.keyboard) else { return }
    followKeymaps { [unowned self] in
      if keyboard == nil, let usual = keymaps?.usualKeymap(for: self) { follow(usual) }
    }
  }

  private func useUsualLayout() {
    guard capabilities.contains(.keyboard) else { return }
    guard let library = XkbLibrary.load(), let keymap = XkbKeymap(usualOf: library) else {
      return close(
        "\(XkbLibrary.name) or the keymap is missing; install libxkbcommon0 and xkb-data (Debian), or correct XKB_DEFAULT_LAYOUT"
      )
    }
    follow(keymap)
  }

  func close(_ reason: String) {
    releaseAll()
    (compositor, keymaps, keyboard, devices) = (nil, nil, nil, (nil, nil))
    stage = .ended(reason)
  }

  // MARK: Events

  private func send(_ event: EmulatedEvent) {
    switch event {
    case .down(let symbol): press(symbol)
    case .up(let symbol): release(symbol)
    case .press(let button): devices.mouse?.send(button.kernelCode, isDown: true)
    case .release(let button): devices.mouse?.send(button.kernelCode, isDown: false)
    case .scroll(let direction): devices.mouse?.scroll(direction)
    case .move(let distance):
      let pixels = movement.add(distance)
      devices.mouse?.move(pixels.x, pixels.y)
    case .fingerScroll(let distance):
      let parts = scrolling.add(
        distance, in: Double(ScrollDirection.notchLength) / Double(KernelKeyboard.unitsPerNotch))
      devices.mouse?.scroll(byParts: parts.x, parts.y)
    case .fingerScrollEnd: scrolling.forget()
    case .place: break
    }
  }

  func send(_ events: [PlainKeyboard.KeyEvent]) {
    for event in events { devices.keyboard?.send(event.code, isDown: event.isDown) }
  }
}
