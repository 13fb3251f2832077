import Evdev
import GestureCore

/// Writes the touches of one device as the kernel's events, for other programs: a thousand units make a millimetre.
///
/// A touch that is cancelled becomes a palm and is gone a microsecond later: the kernel knows no other way. What only
/// gestures need to know stands in comments that begin with `# gesture-bridge`; other programs pass over them.
struct EvemuWriter: RecordingWriter {
  private var text = ""
  private var devices: [DeviceID: EvemuDevice] = [:]
  /// The device whose events these are, once it is touched.
  private var chosen: EvemuDevice?
  private var slots = EvemuSlots()
  private let remarks: [String]

  init(remarks: [String] = []) { self.remarks = remarks }

  mutating func take() -> String {
    defer { text = "" }
    return text
  }

  mutating func add(_ device: Device, rotation: Rotation?) {
    devices[device.id] = EvemuDevice(device: device, rotation: rotation)
  }

  /// The first device that is touched, and one that is the same when that is plugged in again.
  func takes(_ device: DeviceID) -> Bool {
    guard let known = devices[device] else { return false }
    return chosen.map(known.isSame) ?? true
  }

  mutating func write(_ frame: Frame) {
    guard let device = devices[frame.device], takes(frame.device) else { return }
    if chosen == nil {
      chosen = device
      text += device.header(remarks)
    }
    let fingers = slots.count
    for touch in frame.touches { slots.take(touch, hasPressure: device.hasPressure) }
    flush(at: frame.time.microseconds, device, before: fingers)
    liftPalms(at: frame.time.microseconds + 1, device)
  }

  /// One that is about other devices is no concern of this file.
  mutating func write(_ interruption: Interruption) {
    guard let chosen else { return }
    if case .unplugged(let gone) = interruption.extent {
      guard let device = devices.removeValue(forKey: gone), device.isSame(chosen) else { return }
    }
    let time = interruption.time.microseconds
    text += "\(EvemuComment.reset)\(EvemuLine.seconds(time))\n"
    let fingers = slots.count
    slots.cancelAll()
    guard slots.hasChanges else { return }
    flush(at: time + 1, chosen, before: fingers)
    liftPalms(at: time + 2, chosen)
  }

  /// There is no session in the kernel's events.
  mutating func write(_ change: ContextChange) {}

  private mutating func liftPalms(at time: Int64, _ device: EvemuDevice) {
    guard slots.hasPalms else { return }
    let fingers = slots.count
    slots.liftPalms()
    flush(at: time, device, before: fingers)
  }

  /// The changes of the slots, what single-touch readers look at, and the end of the frame.
  private mutating func flush(at time: Int64, _ device: EvemuDevice, before: Int) {
    let events = slots.takeChanges() + device.fingerKeys(before, slots.count) + slots.pointer()
    for event in events + [EvemuEvent(Codes.syn, Codes.synReport, 0)] { text += EvemuLine.event(event, at: time) }
  }
}
