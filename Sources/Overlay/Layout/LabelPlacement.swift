/// Finds places for labels so that no label covers another and all labels are completely on the output.
///
/// Each label is placed as near to its wish as possible: first at the wish, then in growing steps up and down, then the same to the right
/// and left.
struct LabelPlacement {
  typealias Box = OverlayPicture.Box

  /// The gap between two labels.
  private let gap: Double
  private let area: Box
  /// The areas that no label may cover: the fingers, paths and placed labels.
  private(set) var taken: [Box]
  /// The width of a label that was cut to fit may exceed the room by this, due to rounding.
  private static let rounding = 0.01
  /// The number of vertical steps in each column before the next column is tried.
  private static let mostSteps = 48

  init(in area: Box, gap: Double, avoiding taken: [Box]) {
    self.area = area
    self.gap = gap
    self.taken = taken
  }

  /// Keeps all following labels off this box.
  mutating func avoid(_ box: Box) { taken.append(box) }

  /// Returns and takes the first free place, each moved into `room`, a part of the output; nil if all are taken.
  mutating func place(firstOf wishes: [Box], in room: Box) -> Box? {
    for wish in wishes where Self.fits(wish, in: room) {
      let box = wish.moved(into: room)
      if take(box) { return box }
    }
    return nil
  }

  /// Returns and takes a place in `room`, a part of the output, as near to `wish` as possible; nil if there is no room.
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

  /// Takes a place for a label; returns false if it is not free.
  private mutating func take(_ box: Box) -> Bool {
    guard !taken.contains(where: { $0.intersects(box.grown(by: gap / 2)) }) else { return false }
    taken.append(box)
    return true
  }
}
