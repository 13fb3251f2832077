import GestureCore

/// Writes the section `touches`, with positions rounded to 0.001 mm. A device's frames are at least 1 µs apart.
struct TouchScriptWriter: RecordingWriter {
  private var text: String
  private var time: Int64 = 0
  private var lastWritten: [DeviceID: Int64] = [:]
  private var device: DeviceID?
  private var aliases: [DeviceID: String] = [:]
  private var names: [DeviceID: TouchNames] = [:]
  private var counts: [DeviceClass: Int] = [:]
  private var context = Context()
  private var buttons: [DeviceID: Buttons] = [:]

  init(remarks: [String] = []) { text = remarks.map { "# \($0)\n" }.joined() + "touches\n" }

  static func text(of recording: Recording) -> String {
    var writer = TouchScriptWriter()
    for device in recording.devices where writer.aliases[device.id] == nil {
      writer.add(device, rotation: device.rotation)
    }
    for event in recording.events {
      switch event {
      case .session(let change): writer.write(change)
      case .frame(let frame): writer.write(frame)
      case .interruption(let interruption): writer.write(interruption)
      case .beginning, .device: break
      }
    }
    return writer.text
  }

  func includes(_ device: DeviceID) -> Bool { aliases[device] != nil }

  mutating func drainText() -> String {
    defer { text = "" }
    return text
  }

  /// Declares a device, in place of an earlier device with the same ID.
  mutating func add(_ device: Device, rotation: Rotation?) {
    let count = counts[device.deviceClass, default: 0] + 1
    counts[device.deviceClass] = count
    let alias = device.deviceClass.rawValue + (count == 1 ? "" : String(count))
    aliases[device.id] = alias
    names[device.id] = nil
    buttons[device.id] = nil
    text += "  \(DeviceLine.text(device, alias: alias, rotation: rotation))\n"
    self.device = device.id
  }

  mutating func write(_ change: ContextChange) {
    let actions = change.actions(from: context)
    context = change.context
    if !actions.isEmpty { writeLine(change.time.microseconds, actions) }
  }

  mutating func write(_ interruption: Interruption) {
    switch interruption.extent {
    case .unplugged(let device):
      guard aliases[device] != nil else { return }
      select(device)
      writeLine(interruption.time.microseconds, ["unplug"])
      aliases[device] = nil
      names[device] = nil
    case .all:
      writeLine(interruption.time.microseconds, ["reset"])
      names = [:]
    }
  }

  private mutating func writeLine(_ earliest: Int64, _ actions: [String]) {
    time = max(time, earliest)
    text += "  \(leftAligned(millisecondsText(time), 10)) \(actions.joined(separator: "; "))\n"
  }

  /// Writes a `device` line if the previous lines are about another device.
  private mutating func select(_ device: DeviceID) {
    guard self.device != device, let alias = aliases[device] else { return }
    text += "  device \(alias)\n"
    self.device = device
  }

  mutating func write(_ frame: Frame) {
    guard aliases[frame.device] != nil else { return }
    select(frame.device)
    var names = self.names[frame.device] ?? TouchNames()
    var actions = frame.touches.flatMap { names.actions($0) }
    names.endFrame()
    let before = buttons[frame.device] ?? []
    for (name, button) in Buttons.named where before.symmetricDifference(frame.buttons).contains(button) {
      actions.append((frame.buttons.contains(button) ? "press" : "release") + (button == .left ? "" : " \(name)"))
    }
    buttons[frame.device] = frame.buttons
    self.names[frame.device] = names
    if actions.isEmpty { actions.append("wait") }
    writeLine(max(frame.time.microseconds, lastWritten[frame.device].map { $0 + 1 } ?? 0), actions)
    lastWritten[frame.device] = time
  }
}

extension Recording {
  public var touchScript: String { TouchScriptWriter.text(of: self) }
}
