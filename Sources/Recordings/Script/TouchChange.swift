import GestureCore

/// One thing that happens to one touch of a script at one time.
struct TouchChange {
  enum What {
    case began(Vector)
    case moved(Vector)
    case tool(Touch.Tool)
    case pressure(Double)
    case end(Touch.Phase)
    /// Only time passes.
    case nothing
  }

  let time: Int64
  /// The device's place in the script.
  let device: Int
  let id: Int32
  let what: What

  /// The frames of all changes: those of one time and device are one frame. Changes must be in the order of the script,
  /// which need not be that of time, since a movement runs on while later lines happen.
  static func frames(_ changes: [TouchChange], _ devices: [DeviceID]) -> [Frame] {
    let order = changes.indices.sorted { (changes[$0].time, $0) < (changes[$1].time, $1) }
    var frames: [Frame] = []
    var touches: [[Int32: Touch]] = Array(repeating: [:], count: devices.count)
    var start = 0
    while start < order.count {
      let time = changes[order[start]].time
      var end = start
      while end < order.count, changes[order[end]].time == time { end += 1 }
      let instant = order[start..<end].map { changes[$0] }
      var seen: Set<Int> = []
      for change in instant where seen.insert(change.device).inserted {
        let own = instant.filter { $0.device == change.device }
        frames.append(frame(own, devices[change.device], time, &touches[change.device]))
      }
      start = end
    }
    return frames
  }

  private static func frame(
    _ changes: [TouchChange], _ device: DeviceID, _ time: Int64, _ touches: inout [Int32: Touch]
  ) -> Frame {
    var frame = Frame(device: device, time: Timestamp(microseconds: time), touches: [])
    for change in changes {
      guard change.apply(to: &touches[change.id]), let touch = touches[change.id] else { continue }
      if let index = frame.touches.firstIndex(where: { $0.id == touch.id && !isLast(touch, after: $0) }) {
        frame.touches[index] = touch
      } else {
        frame.touches.append(touch)
      }
    }
    for touch in frame.touches {
      touches[touch.id]?.phase = .stationary
      if touch.isOver { touches[touch.id] = nil }
    }
    return frame
  }

  /// Whether `touch` lifts where `earlier`, in the same frame, has moved to: that is told after the movement.
  private static func isLast(_ touch: Touch, after earlier: Touch) -> Bool { touch.isOver && !earlier.isOver }

  /// Whether it changed anything.
  private func apply(to touch: inout Touch?) -> Bool {
    switch what {
    case .began(let position): touch = Touch(id: id, phase: .began, position: position)
    case .moved(let position): touch?.position = position
    case .tool(let tool): touch?.tool = tool
    case .pressure(let pressure): touch?.pressure = pressure
    case .end(let phase): touch?.phase = phase
    case .nothing: return false
    }
    if touch?.phase == .stationary { touch?.phase = .moved }
    return touch != nil
  }
}

extension Touch {
  /// Lifted or cancelled.
  var isOver: Bool { phase == .ended || phase == .cancelled }
}
