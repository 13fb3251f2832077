import GestureCore
import Text

/// A frame in short: `8000 moved 1 at 0,-8; ended 2 at 1,1 palm`.
public func describe(_ frame: Frame) -> String {
  let touches = frame.touches.map { touch in
    let position = "\(decimal(touch.position.x, places: 3)),\(decimal(touch.position.y, places: 3))"
    let tool = touch.tool == .finger ? "" : " \(touch.tool)"
    return "\(touch.phase) \(touch.id) at \(position)\(tool)"
      + (touch.pressure.map { " pressure \(decimal($0, places: 3))" } ?? "")
  }
  return "\(frame.time.microseconds) \(touches.joined(separator: "; "))"
}
