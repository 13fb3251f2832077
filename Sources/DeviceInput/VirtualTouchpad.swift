import CLinux
import Evdev
import GestureCore
import Glibc
import Interception
import Logging

/// The daemon's own touchpad, made with /dev/uinput. Touchscreen gestures use it to make gestures of the desktop.
///
///     unneeded --rules need the touchpad--> awaited --a touchscreen is connected--> open | refused
///     refused --reloaded rules need the touchpad--> awaited
///     any --rules don't need the touchpad--> unneeded
///
/// Compositors take a while to accept a new device. So the touchpad is made before the first gesture. If the process is
/// killed, the kernel removes the touchpad.
final class VirtualTouchpad {
  private enum Life {
    case unneeded, awaited, refused
    /// The touchpad exists; the value is its descriptor of /dev/uinput.
    case open(Int32)
  }

  private static let name = "gesture-bridge touchpad"
  /// The touchpad's `phys`. Programs of gesture-bridge skip a device with this `phys`.
  static let place = "gesture-bridge/touchpad"

  private var life = Life.unneeded
  private var pad = GesturePad()
  /// Whether a gesture moves the contacts. Copied from `pad`, as `nextDeadline` is: reading `pad` per event is slow.
  private(set) var isLed = false
  private(set) var nextDeadline: Timestamp?
  private let log: Logger

  init(log: Logger) { self.log = log }

  deinit { close() }

  func use(isNeeded: Bool, hasTouchscreen: Bool) {
    if !isNeeded {
      close()
      return life = .unneeded
    }
    switch life {
    case .unneeded, .refused: life = .awaited
    case .awaited, .open: break
    }
    if hasTouchscreen { touchscreenCame() }
  }

  func touchscreenCame() {
    guard case .awaited = life else { return }
    let uinput = gb_uinput_open()
    guard uinput >= 0 else { return refuse(.noUinput(errno)) }
    guard Self.make(uinput) >= 0 else {
      let reason = errno
      Glibc.close(uinput)
      return refuse(.noClone(reason))
    }
    (life, pad) = (.open(uinput), GesturePad())
    (isLed, nextDeadline) = (false, nil)
    log.info("\(Wording.virtualTouchpad)")
  }

  private static func make(_ uinput: Int32) -> Int32 {
    let (x, y, perMM) = (GesturePad.x, GesturePad.y, GesturePad.unitsPerMM)
    let axes = [
      gb_axis(code: Codes.absX, minimum: x.lowerBound, maximum: x.upperBound, resolution: perMM),
      gb_axis(code: Codes.absY, minimum: y.lowerBound, maximum: y.upperBound, resolution: perMM),
      gb_axis(code: Codes.slot, minimum: 0, maximum: GesturePad.slots - 1, resolution: 0),
      gb_axis(code: Codes.positionX, minimum: x.lowerBound, maximum: x.upperBound, resolution: perMM),
      gb_axis(code: Codes.positionY, minimum: y.lowerBound, maximum: y.upperBound, resolution: perMM),
      gb_axis(code: Codes.trackingID, minimum: 0, maximum: 0xffff, resolution: 0),
    ]
    return gb_touchpad_make(uinput, name, place, GesturePad.keys, Int32(GesturePad.keys.count), axes, Int32(axes.count))
  }

  /// Logs the failure. The daemon doesn't try again to make the touchpad until `use` is called.
  private func refuse(_ failure: InterceptionFailure) {
    life = .refused
    log.warning("\(Wording.noVirtualTouchpad(failure))")
  }

  private func close() { if case .open(let uinput) = life { Glibc.close(uinput) } }

  // MARK: Gestures

  func perform(_ change: CloneTaskChange, by event: GestureEvent, on screen: Size, at now: Timestamp) {
    pad.perform(change, by: event, on: screen, at: now)
    write()
  }

  /// Moves the pad's contacts if they follow the gesture of `event`.
  func follow(_ event: GestureEvent, at now: Timestamp) {
    guard pad.isLed(by: event) else { return }
    pad.follow(event, at: now)
    write()
  }

  func advance(to now: Timestamp) {
    pad.advance(to: now)
    write()
  }

  private func write() {
    let uinput: Int32? = if case .open(let descriptor) = life { descriptor } else { nil }
    pad.write { events in
      if let uinput { GuardedClone.write(events, to: uinput) }
    }
    (isLed, nextDeadline) = (pad.isLed, pad.deadline)
  }
}
