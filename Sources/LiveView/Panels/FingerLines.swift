import GestureCore

/// The velocities of the fingers and of their centre, in figures.
struct FingerLines {
  let lines: [StyledLine]

  /// Slower than this a finger rests, in mm/s.
  private static let resting = 1.0
  /// Four digits: the fastest hand makes some 3,000 mm/s.
  private static let digits = 4
  private static let arrows = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"]

  init(_ watched: WatchedDevice, at time: Timestamp) {
    let down = watched.downCount
    let velocity = watched.velocity(at: time)
    var centre = StyledLine(" ")
    let style: Style = down > 0 ? .plain : .dim
    centre.add(ViewWording.hand(watched.fingers.count, down: down), style)
    if !watched.fingers.isEmpty {
      centre.add("  \(ViewWording.centre) ", .dim)
      centre.add(Self.speed(velocity), down > 0 ? .bold : .dim)
      centre.add(" \(Unit.millimetresPerSecond.rawValue) \(Self.arrow(velocity))", style)
    }
    lines = [centre, Self.each(watched, at: time)]
  }

  private static func each(_ watched: WatchedDevice, at time: Timestamp) -> StyledLine {
    var line = StyledLine(" ")
    for finger in watched.fingers {
      let mark = FingerMark(finger)
      switch finger.state {
      case .down: line.add(String(finger.letter), mark.style)
      case .lifted: line.add(String(finger.letter), mark.style)
      case .cancelled:
        line.add(String(mark.scalar), mark.style)
        line.add(String(finger.letter), .dim)
      }
      line.add(" ")
      line.add(speed(finger.velocity(at: time)), finger.state == .down ? .plain : .dim)
      line.add("  ")
    }
    return line
  }

  private static func speed(_ velocity: Vector) -> String {
    let text = decimal(velocity.length, places: 0)
    return String(repeating: " ", count: max(0, digits - text.count)) + text
  }

  /// The way of the eight that is nearest; a blank for what rests.
  static func arrow(_ velocity: Vector) -> String {
    guard velocity.length >= resting else { return " " }
    let whole = 360.0
    let turn = velocity.degrees(from: Vector(1, 0))
    let clockwise = velocity.y >= 0 ? turn : whole - turn
    let place = Int((clockwise / whole * Double(arrows.count)).rounded()) % arrows.count
    return arrows[place]
  }
}

/// How a finger is shown, in the picture and in the line below it.
struct FingerMark: Equatable {
  let scalar: Unicode.Scalar
  let style: Style

  init(_ finger: Finger) {
    switch finger.state {
    case .down: (scalar, style) = (finger.letter, Palette.finger(finger.number).reversed)
    case .lifted: (scalar, style) = (finger.letter, Palette.finger(finger.number))
    case .cancelled: (scalar, style) = ("×", Palette.bad.strong)
    }
  }
}
