/// Finds places for labels so that none covers another, and all are whole on the output.
///
/// Each label goes as near to its wish as it can: first where it wants to be, then further and further up and down, then the
/// same beside that.
struct LabelPlacement {
  typealias Box = OverlayPicture.Box

  /// Between two labels.
  private let gap: Double
  private let area: Box
  /// What no label may cover: the fingers, and the labels so far.
  private(set) var taken: [Box]
  /// The width of a label that is cut to fit, as a sum, may differ from the room by this.
  private static let rounding = 0.01
  /// How often a label is moved before it is given up.
  private static let mostSteps = 48

  init(in area: Box, gap: Double, avoiding taken: [Box]) {
    self.area = area
    self.gap = gap
    self.taken = taken
  }

  /// No label from now on may cover this.
  mutating func avoid(_ box: Box) { taken.append(box) }

  /// The first of some places that is free, each moved into `room`, which is part of the output; nil if all are taken.
  mutating func place(firstOf wishes: [Box], in room: Box) -> Box? {
    for wish in wishes where Self.fits(wish, in: room) {
      let box = wish.moved(into: room)
      if take(box) { return box }
    }
    return nil
  }

  /// The place in `room`, which is part of the output, for a label that wants to be at `wish`; nil if there is no room.
  mutating func place(_ wish: Box, in room: Box? = nil) -> Box? {
    let area = room ?? area
    guard Self.fits(wish, in: area) else { return nil }
    let step = wish.height / 2 + gap
    let aside = wish.width + gap
    for across in [0, aside, -aside, aside * 2, -aside * 2] {
      for index in 0..<Self.mostSteps {
        let along = Double((index + 1) / 2) * step * (index % 2 == 0 ? 1 : -1)
        var box = wish
        box.left += across
        box.top += along
        box = box.moved(into: area)
        if take(box) { return box }
      }
    }
    return nil
  }

  private static func fits(_ label: Box, in room: Box) -> Bool {
    label.width <= room.width + rounding && label.height <= room.height + rounding
  }

  /// Takes a place for a label; false if something is there.
  private mutating func take(_ box: Box) -> Bool {
    guard !taken.contains(where: { $0.intersects(box.grown(by: gap / 2)) }) else { return false }
    taken.append(box)
    return true
  }
}
