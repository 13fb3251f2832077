/// Shapes and texts to draw (marks), in logical pixels from the upper left corner. Later marks cover earlier marks.
package struct OverlayPicture {
  package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  package struct Box: Equatable, Sendable {
    package var left: Double
    package var top: Double
    package var width: Double
    package var height: Double

    package init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }

    init(around center: Point, _ reach: Double) {
      self.init(left: center.x - reach, top: center.y - reach, width: reach * 2, height: reach * 2)
    }

    package var right: Double { left + width }
    package var bottom: Double { top + height }
    package var center: Point { Point(left + width / 2, top + height / 2) }

    package func intersects(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }

    package func contains(_ other: Box) -> Bool {
      other.left >= left && other.right <= right && other.top >= top && other.bottom <= bottom
    }

    package func grown(by reach: Double) -> Box {
      Box(left: left - reach, top: top - reach, width: width + reach * 2, height: height + reach * 2)
    }

    package func union(_ other: Box) -> Box {
      let (left, top) = (min(left, other.left), min(top, other.top))
      return Box(left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    package func intersection(_ other: Box) -> Box? {
      guard intersects(other) else { return nil }
      let (left, top) = (max(left, other.left), max(top, other.top))
      return Box(left: left, top: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    /// Returns this box, moved into `area`. A box that is too wide or high begins at the left or top edge of `area`.
    func moved(into area: Box) -> Box {
      var box = self
      box.left = max(min(left, area.right - width), area.left)
      box.top = max(min(top, area.bottom - height), area.top)
      return box
    }
  }

  /// A colour with its opacity (`alpha`). All values are from 0 to 1.
  package struct Ink: Equatable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha = 1.0

    func faded(_ share: Double) -> Ink {
      var ink = self
      ink.alpha *= share
      return ink
    }
  }

  /// A text on one line.
  package struct Writing: Hashable {
    var text: String
    /// The font size (em), in logical pixels.
    var size: Double
    var isBold = false
    /// The maximum width, in logical pixels; a longer text ends in `…`.
    var mostWidth: Double
  }

  enum Mark: Equatable {
    /// A line with round ends through the points at these indices of `points`.
    case line(Range<Int>, width: Double, isSmooth: Bool, Ink)
    case box(Box, radius: Double, Ink)
    /// A border inside the edge of a box.
    case border(Box, radius: Double, width: Double, Ink)
    case shadow(Box, radius: Double, depth: Double, Ink)
    /// Part of a circle, clockwise from one angle to another, in radians. Angle 0 is to the right.
    case arc(Point, radius: Double, from: Double, to: Double, width: Double, Ink)
    case disc(Point, radius: Double, Ink)
    /// The text with this index in `writings`, vertically centred in a box.
    case writing(Int, Box, Ink)
  }

  /// How many marks ahead `addDamage` searches in each picture for a matching mark.
  private static let mostMoved = 8

  private(set) var marks: [Mark] = []
  private(set) var points: [Point] = []
  private(set) var writings: [Writing] = []

  package init() {}

  package var isEmpty: Bool { marks.isEmpty }

  package mutating func removeAll() {
    marks.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    writings.removeAll(keepingCapacity: true)
  }

  mutating func add(_ mark: Mark) { marks.append(mark) }

  mutating func addLine(_ line: some Sequence<Point>, width: Double, isSmooth: Bool = false, _ ink: Ink) {
    let first = points.count
    points.append(contentsOf: line)
    guard points.count > first, ink.alpha > 0 else { return }
    marks.append(.line(first..<points.count, width: width, isSmooth: isSmooth, ink))
  }

  mutating func addWriting(_ writing: Writing, in box: Box, _ ink: Ink) {
    guard !writing.text.isEmpty else { return }
    writings.append(writing)
    marks.append(.writing(writings.count - 1, box, ink))
  }

  // MARK: Bounds and changes

  /// Returns the box around a mark, with the pixels that antialiasing changes.
  func bounds(of mark: Mark) -> Box {
    let edge = 1.5
    switch mark {
    case .line(let range, let width, _, _):
      let box = points[range].reduce(Box(around: points[range.lowerBound], 0)) { $0.union(Box(around: $1, 0)) }
      // A smooth line can leave the box of its points a little.
      return box.grown(by: width + edge)
    case .box(let box, _, _), .border(let box, _, _, _): return box.grown(by: edge)
    case .shadow(let box, _, let depth, _): return box.grown(by: depth * 2 + edge)
    case .arc(let center, let radius, _, _, let width, _): return Box(around: center, radius + width + edge)
    case .disc(let center, let radius, _): return Box(around: center, radius + edge)
    // Letters such as an italic f extend beyond their line.
    case .writing(let index, let box, _): return box.grown(by: writings[index].size / 2)
    }
  }

  package var bounds: Box? {
    marks.reduce(nil as Box?) { box, mark in box?.union(bounds(of: mark)) ?? bounds(of: mark) }
  }

  /// Adds the areas in which this picture differs from `old`.
  package func addDamage(since old: OverlayPicture, to damage: inout OverlayDamage) {
    var (index, oldIndex) = (0, 0)
    while index < marks.count || oldIndex < old.marks.count {
      if isEqual(index, to: old, oldIndex) {
        (index, oldIndex) = (index + 1, oldIndex + 1)
        continue
      }
      let inserted = (1...Self.mostMoved).first { isEqual(index + $0, to: old, oldIndex) }
      let removed = (1...Self.mostMoved).first { isEqual(index, to: old, oldIndex + $0) }
      let (newer, older) =
        switch (inserted, removed) {
        case (let inserted?, let removed?): inserted <= removed ? (inserted, 0) : (0, removed)
        case (let inserted?, nil): (inserted, 0)
        case (nil, let removed?): (0, removed)
        case (nil, nil): (1, 1)
        }
      for changed in index..<min(index + newer, marks.count) { damage.add(bounds(of: marks[changed])) }
      for changed in oldIndex..<min(oldIndex + older, old.marks.count) {
        damage.add(old.bounds(of: old.marks[changed]))
      }
      (index, oldIndex) = (min(index + newer, marks.count), min(oldIndex + older, old.marks.count))
    }
  }

  private func isEqual(_ index: Int, to old: OverlayPicture, _ oldIndex: Int) -> Bool {
    guard index < marks.count, oldIndex < old.marks.count else { return false }
    return switch (marks[index], old.marks[oldIndex]) {
    case (.line(let range, let width, let isSmooth, let ink), .line(let range1, let width1, let isSmooth1, let ink1)):
      width == width1 && isSmooth == isSmooth1 && ink == ink1 && points[range] == old.points[range1]
    case (.writing(let text, let box, let ink), .writing(let text1, let box1, let ink1)):
      box == box1 && ink == ink1 && writings[text] == old.writings[text1]
    case (let mark, let mark1): mark == mark1
    }
  }
}

/// The changed parts of a picture: a few boxes that don't overlap.
package struct OverlayDamage: Equatable, Sendable {
  /// The greatest number of boxes. More boxes are joined into one.
  private static let most = 8

  package private(set) var boxes: [OverlayPicture.Box] = []

  package init() {}

  package var isEmpty: Bool { boxes.isEmpty }

  package mutating func removeAll() { boxes.removeAll(keepingCapacity: true) }

  package mutating func add(_ box: OverlayPicture.Box) {
    var box = box
    while let index = boxes.firstIndex(where: { $0.intersects(box) }) {
      if boxes[index].contains(box) { return }
      box = box.union(boxes.remove(at: index))
    }
    boxes.append(box)
    guard boxes.count > Self.most, let first = boxes.first else { return }
    boxes = [boxes.dropFirst().reduce(first) { $0.union($1) }]
  }

  package mutating func add(_ other: OverlayDamage) { for box in other.boxes { add(box) } }

  package func clipped(to area: OverlayPicture.Box) -> OverlayDamage {
    boxes.reduce(into: OverlayDamage()) { part, box in if let box = box.intersection(area) { part.add(box) } }
  }
}
