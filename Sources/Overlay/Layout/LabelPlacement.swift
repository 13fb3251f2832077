/// Finds positions for labels. Labels don't cover each other, and are completely on the output.
///
/// If the preferred position is occupied, `place(_:in:)` tries positions above and below, then columns right and left.
struct LabelPlacement {
  typealias Box = OverlayPicture.Box

  private let gap: Double
  private let area: Box
  /// The areas that labels must not cover: fingers, paths and placed labels.
  private(set) var occupied: [Box]
  /// The tolerance for rounding errors: a label fits if it is larger than its room by at most this length.
  private static let rounding = 0.01
  private static let mostRows = 48

  init(in area: Box, gap: Double, avoiding occupied: [Box]) {
    (self.area, self.gap, self.occupied) = (area, gap, occupied)
  }

  mutating func avoid(_ box: Box) { occupied.append(box) }

  /// Moves each candidate into `room`, and occupies the first free candidate. Nil if no candidate is free and fits.
  mutating func place(firstOf candidates: [Box], in room: Box) -> Box? {
    for preferred in candidates where Self.fits(preferred, in: room) {
      let box = preferred.moved(into: room)
      if occupy(box) { return box }
    }
    return nil
  }

  /// Occupies a free box near `preferred` in `room` (the output if nil). Nil if no free box that fits is found.
  mutating func place(_ preferred: Box, in room: Box? = nil) -> Box? {
    let area = room ?? area
    guard Self.fits(preferred, in: area) else { return nil }
    let rowDistance = preferred.height / 2 + gap
    let aside = preferred.width + gap
    for across in [0, aside, -aside, aside * 2, -aside * 2] {
      for index in 0..<Self.mostRows {
        let along = Double((index + 1) / 2) * rowDistance * (index % 2 == 0 ? 1 : -1)
        var box = preferred
        box.left += across
        box.top += along
        box = box.moved(into: area)
        if occupy(box) { return box }
      }
    }
    return nil
  }

  private static func fits(_ label: Box, in room: Box) -> Bool {
    label.width <= room.width + rounding && label.height <= room.height + rounding
  }

  /// Occupies a box with a label; returns false if the box isn't free.
  private mutating func occupy(_ box: Box) -> Bool {
    guard !occupied.contains(where: { $0.intersects(box.grown(by: gap / 2)) }) else { return false }
    occupied.append(box)
    return true
  }
}
