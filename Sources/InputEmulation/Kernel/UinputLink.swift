import Base
import Bindings
import Desktop
import Glibc

/// A keyboard and a mouse of our own, by /dev/uinput: all that reads input devices takes their keys, as X and every compositor.
///
///     made -> udev has done with them -> compositors have opened them -> ready
///
/// They are made when rules need them and not with each key: the first keys would be lost. The layout is that of the compositor's
/// seat, else the usual one of the environment. When the process ends, however it does, the kernel takes the devices away and
/// releases what is down.
public final class UinputLink: PlainKeyboardLink, WaylandLink {
  private enum Stage: Equatable {
    /// They are looked for in udev's files now and then, until this time.
    case awaitingUdev(until: Int64, next: Int64)
    /// Until this time.
    case awaitingReaders(until: Int64)
    case open
    case ended(String)
  }

  /// In microseconds. udev takes some tens of milliseconds; what it has not done with after this time it does not know.
  private static let udevPatience: Int64 = 1_500_000
  private static let udevPause: Int64 = 20_000
  /// From then on until compositors and X have opened the devices: Xorg lost keys for 210 ms.
  private static let readersPatience: Int64 = 300_000

  public let name = "uinput"
  public let means: InputNeeds
  private let isOutdated: () -> Bool
  private var stage: Stage
  private var devices: (keyboard: KernelKeyboard?, mouse: KernelKeyboard?) = (nil, nil)
  var keyboard: PlainKeyboard?
  public var compositor: WaylandCompositor?
  private var keymaps: SeatKeymaps?
  private var movement = WholeSteps()
  private var scrolling = WholeSteps()

  /// The layout is that of the first of the compositors at `paths`. `onlyAsks`: no devices are made. `isOutdated` says whether
  /// there are others by now: if so another link may be better.
  public init(
    paths: [String], needs: InputNeeds, onlyAsks: Bool = false, compositors: WaylandCompositors = WaylandCompositors(),
    isOutdated: @escaping () -> Bool
  ) {
    means = needs.subtracting(.place)
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
      close("\(error); `gesture-bridge devices --uinput-rule` prints a udev rule that permits it")
    }
  }

  // MARK: Calls of the owner

  public var state: LinkState {
    switch stage {
    case .awaitingUdev, .awaitingReaders: .opening
    case .open: means.contains(.keyboard) && keyboard == nil ? .opening : .ready
    case .ended(let reason): .unavailable(reason)
    }
  }

  public var nextDeadline: Int64? {
    switch stage {
    case .awaitingUdev(_, let next): next
    case .awaitingReaders(let until): until
    case .open, .ended: nil
    }
  }

  public func advance(to now: Int64) {
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

  public func lack(of symbol: KeySymbol, beside others: [KeySymbol]) -> KeyLack? {
    keyboard?.lack(of: symbol, beside: others)
  }

  public func send(_ events: [EmulatedEvent]) {
    if isOutdated() { return close("there is another compositor") }
    for event in events { send(event) }
  }

  // MARK: The layout

  private func begin(_ paths: [String], _ compositors: WaylandCompositors) {
    guard !paths.isEmpty else { return useUsualLayout() }
    guard let compositor = paths.lazy.compactMap({ try? compositors.compositor(at: $0) }).first else {
      // One that is about to start may have something better.
      return close("there is no compositor at \(paths.joined(separator: " and "))")
    }
    begin(on: compositor)
  }

  public func choose(on compositor: WaylandCompositor) {
    guard means.contains(.keyboard) else { return }
    keymaps = SeatKeymaps(
      for: self,
      heard: { [unowned self] in
        if let keymap = keymaps?.keymap($0) { follow(keymap) }
      },
      opened: { [unowned self] in
        if keyboard == nil, let usual = keymaps?.usualKeymap(for: self) { follow(usual) }
      })
  }

  private func useUsualLayout() {
    guard means.contains(.keyboard) else { return }
    guard let library = XkbLibrary.load(), let keymap = XkbKeymap(usualOf: library) else {
      return close(
        "there is no \(XkbLibrary.name) with keymaps; Debian's packages libxkbcommon0 and xkb-data have them")
    }
    follow(keymap)
  }

  public func close(_ reason: String) {
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
    case .scroll(let way): devices.mouse?.scroll(way)
    case .move(let way):
      let pixels = movement.take(way)
      devices.mouse?.move(pixels.x, pixels.y)
    case .fingerScroll(let way):
      let parts = scrolling.take(way, in: Double(ScrollWay.notchLength) / Double(KernelKeyboard.partsOfNotch))
      devices.mouse?.scroll(byParts: parts.x, parts.y)
    case .fingerScrollEnd: scrolling.forget()
    case .place: break
    }
  }

  func send(_ events: [PlainKeyboard.KeyEvent]) {
    for event in events { devices.keyboard?.send(event.code, isDown: event.isDown) }
  }
}
