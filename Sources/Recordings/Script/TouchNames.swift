import GestureCore

/// What a touch script calls the touches of one device, and what it has said of each.
struct TouchNames: Sendable {
  /// What was last written of a touch that is down.
  private struct Live {
    let name: String
    var touch: Touch
  }

  private var live: [Int32: Live] = [:]
  /// Names of touches that ended in this frame: they are free in the next.
  private var ended: Set<String> = []

  /// The frame is written.
  mutating func endFrame() { ended = [] }

  /// What the script says of a touch; nothing where nothing has changed.
  mutating func actions(_ touch: Touch) -> [String] {
    let isNew = touch.phase == .began
    if isNew { live[touch.id] = Live(name: freeName(), touch: Touch(id: touch.id, phase: .began)) }
    guard let known = live[touch.id] else { return [] }
    let name = known.name
    if touch.isOver {
      // It ends where it is: the place it has then says nothing.
      ended.insert(name)
      live[touch.id] = nil
      return [touch.phase == .ended ? "up \(name)" : "cancel \(name)"]
    }
    var actions: [String] = []
    if isNew { actions.append("down \(name) \(Self.place(touch.position))") }
    if !isNew, touch.position != known.touch.position {
      actions.append("move \(name) to \(Self.place(touch.position))")
    }
    if touch.tool != known.touch.tool { actions.append("\(Self.word(touch.tool)) \(name)") }
    if let pressure = touch.pressure, pressure != known.touch.pressure {
      actions.append("pressure \(name) \(decimal(pressure, places: 4))")
    }
    if touch.phase == .moved, actions.isEmpty { actions.append("move \(name) to \(Self.place(touch.position))") }
    live[touch.id]?.touch = touch
    return actions
  }

  private static func place(_ position: Vector) -> String {
    "\(decimal(position.x, places: 3)),\(decimal(position.y, places: 3))"
  }

  private static func word(_ tool: Touch.Tool) -> String {
    switch tool {
    case .finger: "finger"
    case .stylus: "stylus"
    case .palm: "palm"
    }
  }

  /// `a` to `z`, then `a1` and so on.
  private func freeName() -> String {
    let taken = ended.union(live.values.map(\.name))
    let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
    var round = 0
    while true {
      for letter in letters {
        let name = letter + (round == 0 ? "" : String(round))
        if !taken.contains(name) { return name }
      }
      round += 1
    }
  }
}
