import GestureCore
import Glibc
import Importers
import Text

/// The touches of a movement that another program's file describes, as a touch script.
struct ForeignTouches {
  let movement: ForeignMovement
  let measure: ForeignMovement.Measure
  let fingers: Int
  let deviceClass: DeviceClass
  /// The direction, or the path of a stroke; nil for any direction.
  var direction: String?
  /// The amount of the movement, as a multiple of the least amount that the other program needs.
  var share = Self.enough
  /// Whether the movement has the length of several steps.
  var steps = false
  /// Whether the fingers move back after the movement, so that steps in the opposite direction happen.
  var comesBack = false
  var isCancelled = false
  var session: [(fact: String, value: String)] = []

  /// Values of `share`. The action should run with `enough`, and should not run with `tooLittle`.
  static let (enough, tooLittle) = (1.2, 0.8)
  static let stepCount = 5.5
  /// The distance in mm before a drag begins.
  private static let slop = 2.0

  var script: String {
    let places = places
    let names = (0..<fingers).map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0))) }
    let all = names.joined(separator: ",")
    var lines = ["touches", "  device pad: \(device)"]
    lines += session.filter { $0.fact != "tool" }.map { "  0ms \($0.fact) \(jsonString($0.value))" }
    let isStylus = session.contains { $0.fact == "tool" && $0.value == "stylus" }
    var time = 10.0
    func add(_ action: String) { lines.append("  \(decimal(time, places: 1))ms \(action)") }
    for tap in 1...movement.taps {
      let landing = zip(names, places).map { "\($0) \(text($1))" }.joined(separator: " ")
      add("down \(landing)" + (isStylus ? "; stylus \(all)" : ""))
      time += measure.speed == nil ? Self.pause : Self.frame
      if movement.form == .click { add("press"); time += Self.pause; add("release") }
      for (index, stage) in stages.enumerated() {
        let duration = decimal(stage.time, places: 1)
        let moves = zip(names, self.places(at: stage)).map { "move \($0) to \(text($1)) over \(duration)ms" }
        add(moves.joined(separator: "; "))
        time += stage.time + (index == stages.count - 1 ? Self.pause : 0)
      }
      if movement.form == .longPress { time += amount }
      add("\(isCancelled && tap == movement.taps ? "cancel" : "up") \(all)")
      time += Self.pauseBetweenTaps
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The movement in words, such as `with 3 fingers on a touchpad (swipe, 24 mm left)`.
  var words: String {
    let units: [ImportedForm: String] = [
      .swipe: "mm", .pan: "mm", .edgeSwipe: "mm", .pinch: "%", .rotation: "deg", .longPress: "ms",
    ]
    let length = units[movement.form].map { ", \(decimal(amount, places: 0)) \($0)" } ?? ""
    let course = "\(movement.form.rawValue)\(length)\(direction.map { " \($0)" } ?? "")"
    return "with \(Words.count(fingers, "finger")) on a \(deviceClass.rawValue) (\(course))"
  }

  /// The times before and after a movement, and between taps, in ms.
  private static let (pause, pauseBetweenTaps) = (30.0, 80.0)
  /// The time between two frames, in ms.
  private static let frame = 8.0

  private func text(_ place: Vector) -> String { "\(decimal(place.x, places: 3)),\(decimal(place.y, places: 3))" }

  // MARK: The movement

  /// The state of the hand at the end of one part of the movement, relative to the movement's start.
  private struct Stage {
    var offset = Vector.zero
    var scale = 1.0
    var degrees = 0.0
    /// The duration in ms.
    let time: Double
  }

  /// The amount of the movement in mm, percent, degrees or ms. It is limited, because a file can name any number.
  private var amount: Double {
    min(wantedAmount, movement.form == .longPress ? Self.longestTime : Self.longestMovement)
  }

  private static let longestMovement = 2000.0
  private static let longestTime = 100_000.0

  private var wantedAmount: Double {
    if steps, let step = measure.step {
      // Each step of a pinch changes the span after the previous step by the same percentage.
      if movement.form == .pinch { return (pow(1 + step / 100, Self.stepCount) - 1) * 100 }
      return step * Self.stepCount + (movement.form == .pan ? Self.slop : 0)
    }
    let least = (deviceClass == .touchscreen ? measure.leastOnTouchscreen : nil) ?? measure.least
    if share < 1 { return (least ?? 0) * share }
    if let most = measure.most { return ((least ?? 0) + most) / 2 }
    return least.map { $0 * share } ?? comfortable
  }

  /// The usual amount of a movement, for files that set no limit.
  private var comfortable: Double {
    switch movement.form {
    case .swipe, .pan, .edgeSwipe, .tap, .click, .stroke: deviceClass == .touchpad ? 20 : 40
    case .pinch: 40
    case .rotation: 40
    case .longPress: 1000
    }
  }

  private var stages: [Stage] {
    if comesBack {
      var there = self
      (there.direction, there.comesBack) = (movement.direction, false)
      return there.stages + [Stage(time: 250)]
    }
    switch movement.form {
    case .tap, .click, .longPress: return []
    case .swipe, .pan, .edgeSwipe:
      let time = measure.speed.map { amount / ($0.limit * ($0.isFast ? 2.5 : 0.5)) * 1000 }
      return [
        Stage(
          offset: Self.vector(towards) * amount, time: min(time ?? min(amount * 5, Self.longestSwipe), Self.longestTime)
        )
      ]
    case .pinch:
      let scale = 1 + amount / 100
      return [Stage(scale: direction != "in" ? scale : steps ? 1 / scale : max(2 - scale, 0.05), time: 250)]
    case .rotation:
      let angle = direction == "counterclockwise" ? -amount : amount
      let count = max(1, (amount / 4).rounded(.up))
      return (1...Int(count)).map { Stage(degrees: angle * Double($0) / count, time: 16) }
    case .stroke: return stroke
    }
  }

  /// The longest time in ms for a swipe or a drag, if the other program sets no speed.
  private static let longestSwipe = 350.0

  private var stroke: [Stage] {
    let path = movement.direction ?? ""
    if path.hasPrefix("circle") {
      return (1...24).map { part in
        let angle = Double(part) / 24 * 2 * Double.pi * (path == "circle-ccw" ? -1 : 1)
        return Stage(offset: Vector(20, 0).turned(by: angle) - Vector(20, 0), time: 24)
      }
    }
    var end = Vector.zero
    return path.split(separator: " ").map { part in
      end = end + Self.vector(String(part)) * 30
      return Stage(offset: end, time: 150)
    }
  }

  private var towards: String {
    if movement.form == .edgeSwipe, case .edge(let edge, _)? = movement.start { return Self.inward(edge) }
    switch direction {
    case nil, "horizontal", "out", "clockwise": return "right"
    case "vertical": return "down"
    case let direction?: return direction
    }
  }

  static func inward(_ edge: String) -> String {
    edge.split(separator: "-").map { part in
      ["top": "down", "bottom": "up", "left": "right", "right": "left"][String(part)] ?? ""
    }.joined(separator: "-")
  }

  private static func vector(_ direction: String) -> Vector {
    let parts = direction.split(separator: "-").map(String.init)
    let units = ["left": Vector(-1, 0), "right": Vector(1, 0), "up": Vector(0, -1), "down": Vector(0, 1)]
    let sum = parts.compactMap { units[$0] }.reduce(.zero) { $0 + $1 }
    return sum * (parts.count > 1 ? 0.5.squareRoot() : 1)
  }

  // MARK: Places

  private var device: String {
    var words = [
      deviceClass.rawValue, "\(decimal(size.width, places: 1))x\(decimal(size.height, places: 1)) mm buttons stylus",
    ]
    if let name = movement.device, DeviceClass(rawValue: name) == nil {
      words.append("name=\(jsonString(name.filter { $0 != "*" }))")
    }
    return words.joined(separator: " ")
  }

  /// The size of the device, with enough room for the movement.
  private var size: Size {
    let (least, reach) = (
      deviceClass == .touchpad ? Size(width: 260, height: 160) : Size(width: 300, height: 190), reach
    )
    let (width, height) = (reach.last.x - reach.first.x, reach.last.y - reach.first.y)
    let hand = Self.spacing * Double(fingers) + 2 * Self.margin
    return Size(width: max(least.width, width + hand), height: max(least.height, height + hand))
  }

  /// The box around the path of the hand's centre: its corners with lowest and highest x and y, relative to the start.
  private var reach: (first: Vector, last: Vector) {
    let all = [Vector.zero] + stages.map(\.offset)
    return (
      Vector(all.map(\.x).min() ?? 0, all.map(\.y).min() ?? 0), Vector(all.map(\.x).max() ?? 0, all.map(\.y).max() ?? 0)
    )
  }

  private static let (spacing, widestHand, margin) = (16.0, 56.0, 10.0)
  private static let radius = 40.0

  private var places: [Vector] { places(at: Stage(time: 0)) }

  private func places(at stage: Stage) -> [Vector] {
    let (center, row) = (center, row)
    return (0..<fingers).map { finger in
      if movement.form == .pinch || movement.form == .rotation {
        let angle = (Double(finger) / Double(fingers) + stage.degrees / 360) * 2 * Double.pi
        return center + stage.offset + Vector(Self.radius * stage.scale, 0).turned(by: angle)
      }
      return center + stage.offset + row * (Double(finger) - Double(fingers - 1) / 2)
    }
  }

  /// The offset from each finger to the next finger.
  private var row: Vector {
    let count = Double(fingers)
    let spacing = min(Self.spacing, Self.widestHand / max(1, count - 1))
    switch movement.start ?? movement.end {
    case .edge(let edge, let width) where edge.contains("-"): return Vector(min(4, width * 0.6 / count), 0)
    case .edge("left", _), .edge("right", _): return Vector(0, spacing)
    case .area(let x, _): return Vector(min(spacing, (x.upperBound - x.lowerBound) / 100 * size.width * 0.8 / count), 0)
    case .edge, nil: return Vector(spacing, 0)
    }
  }

  private var center: Vector {
    let (size, reach) = (size, reach)
    var center = Vector(
      (size.width - reach.first.x - reach.last.x) / 2, (size.height - reach.first.y - reach.last.y) / 2)
    func put(at edge: String, _ width: Double, from offset: Vector) {
      let inset = min(2, width * 0.4)
      let corner = edge.contains("-") ? row.x * Double(fingers - 1) / 2 : 0
      for side in edge.split(separator: "-") {
        switch side {
        case "left": center.x = inset + corner - offset.x
        case "right": center.x = size.width - inset - corner - offset.x
        case "top": center.y = inset - offset.y
        default: center.y = size.height - inset - offset.y
        }
      }
    }
    switch movement.start {
    case .edge(let edge, let width)?: put(at: edge, width, from: .zero)
    case .area(let x, let y)?:
      center = Vector(
        (x.lowerBound + x.upperBound) / 200 * size.width, (y.lowerBound + y.upperBound) / 200 * size.height)
    case nil: break
    }
    if case .edge(let edge, let width)? = movement.end { put(at: edge, width, from: stages.last?.offset ?? .zero) }
    return center
  }
}

extension Vector {
  fileprivate func turned(by angle: Double) -> Vector {
    let (sine, cosine) = (sin(angle), cos(angle))
    return Vector(x * cosine - y * sine, x * sine + y * cosine)
  }
}
