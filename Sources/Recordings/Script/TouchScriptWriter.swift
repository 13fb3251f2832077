import GestureCore

/// Writes a recording as the section `touches` of a touch script; reading it gives the same frames, to a thousandth of a mm.
///
/// Lines of one time are one frame, so frames of one time are written a microsecond apart.
struct TouchScriptWriter {
  /// What was last written of a touch that is down.
  private struct Live {
    let name: String
    var touch: Touch
  }

  private var text = "touches\n"
  private var time: Int64 = 0
  private var written: [DeviceID: Int64] = [:]
  private var device: DeviceID?
  private var aliases: [DeviceID: String] = [:]
  private var live: [DeviceID: [Int32: Live]] = [:]
  private var context = Context()

  static func text(of recording: Recording) -> String {
    var writer = TouchScriptWriter()
    writer.writeDevices(recording.devices)
    var contexts = recording.contexts[...]
    for frame in recording.frames where writer.aliases[frame.device] != nil {
      while let first = contexts.first, first.time <= frame.time { writer.write(contexts.removeFirst()) }
      writer.write(frame)
    }
    for change in contexts { writer.write(change) }
    return writer.text
  }

  private mutating func writeDevices(_ devices: [Device]) {
    for device in devices where aliases[device.id] == nil {
      let same = devices.filter { $0.deviceClass == device.deviceClass && aliases[$0.id] != nil }.count
      let alias = device.deviceClass.rawValue + (same == 0 ? "" : String(same + 1))
      aliases[device.id] = alias
      text += "  \(DeviceLine.text(device, alias: alias))\n"
      self.device = device.id
    }
  }

  private mutating func write(_ change: ContextChange) {
    let actions = SessionWord.actions(from: context, to: change)
    context = change.context
    if !actions.isEmpty { writeLine(change.time.microseconds, actions) }
  }

  private mutating func writeLine(_ earliest: Int64, _ actions: [String]) {
    time = max(time, earliest)
    text += "  \(leftAligned(millisecondsText(time), 10)) \(actions.joined(separator: "; "))\n"
  }

  private mutating func write(_ frame: Frame) {
    if device != frame.device, let alias = aliases[frame.device] {
      text += "  device \(alias)\n"
      device = frame.device
    }
    var touches = live[frame.device, default: [:]]
    var actions: [String] = []
    for touch in frame.touches { actions += Self.actions(touch, &touches) }
    for touch in frame.touches where touch.isOver { touches[touch.id] = nil }
    live[frame.device] = touches
    if actions.isEmpty { actions.append("wait") }
    writeLine(max(frame.time.microseconds, written[frame.device].map { $0 + 1 } ?? 0), actions)
    written[frame.device] = time
  }

  private static func actions(_ touch: Touch, _ touches: inout [Int32: Live]) -> [String] {
    let isNew = touch.phase == .began
    if isNew {
      let letter = freeLetter(Set(touches.values.map(\.name)))
      touches[touch.id] = Live(name: letter, touch: Touch(id: touch.id, phase: .began))
    }
    guard let known = touches[touch.id] else { return [] }
    let name = known.name
    var actions: [String] = []
    if isNew { actions.append("down \(name) \(place(touch.position))") }
    if !isNew, touch.position != known.touch.position { actions.append("move \(name) to \(place(touch.position))") }
    if touch.tool != known.touch.tool { actions.append("\(touch.tool.word) \(name)") }
    if let pressure = touch.pressure, pressure != known.touch.pressure {
      actions.append("pressure \(name) \(decimal(pressure, places: 4))")
    }
    switch touch.phase {
    case .ended: actions.append("up \(name)")
    case .cancelled: actions.append("cancel \(name)")
    case .moved where actions.isEmpty: actions.append("move \(name) to \(place(touch.position))")
    case .began, .moved, .stationary: break
    }
    touches[touch.id]?.touch = touch
    return actions
  }

  private static func place(_ position: Vector) -> String {
    "\(decimal(position.x, places: 3)),\(decimal(position.y, places: 3))"
  }
}

extension Recording {
  /// The recording as a touch script that can be read again.
  public var touchScript: String { TouchScriptWriter.text(of: self) }
}
