import GestureCore

/// The fingers that are down on a surface, where they were seen last; palms are none.
struct FingersDown: Equatable {
  /// A touch that is down.
  struct Finger: Equatable {
    let id: Int32
    /// In mm, as the user sees the surface.
    var place: Vector
  }

  private(set) var fingers: [Finger] = []

  /// Those that are down move as the frame says.
  mutating func move(_ frame: Frame, on surface: Surface) {
    for touch in frame.touches where touch.phase == .moved && touch.tool != .palm {
      if let index = index(of: touch) { fingers[index].place = surface.place(touch.position) }
    }
  }

  /// Those that land come, those that lift go, and those that turn out to be palms; returns how many of these there were.
  mutating func settle(_ frame: Frame, on surface: Surface) -> Int {
    var palms = 0
    for touch in frame.touches {
      let index = index(of: touch)
      if touch.tool == .palm, touch.phase == .began || index != nil { palms += 1 }
      switch touch.phase {
      case .began where touch.tool != .palm && index == nil:
        fingers.append(Finger(id: touch.id, place: surface.place(touch.position)))
      case .ended, .cancelled: if let index { fingers.remove(at: index) }
      case .began, .moved, .stationary: if touch.tool == .palm, let index { fingers.remove(at: index) }
      }
    }
    return palms
  }

  /// Of some fingers, at least one.
  static func centre(of fingers: [Finger]) -> Vector {
    fingers.reduce(.zero) { $0 + $1.place } * (1 / Double(fingers.count))
  }

  private func index(of touch: Touch) -> Int? { fingers.firstIndex { $0.id == touch.id } }
}
