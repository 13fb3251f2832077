/// What is drawn, mark over mark, in logical pixels from the upper left corner.
///
/// A picture is made anew whenever something moves; its buffers keep their memory. Two pictures tell what has changed between
/// them, so that only this is drawn again.
package struct OverlayPicture {
  package struct Point: Equatable, Sendable {
    package var x: Double
    package var y: Double

    package init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A rectangle that is parallel to the screen.
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
      return Box(
        left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
    }

    /// The part that both have; nil for none.
    package func intersection(_ other: Box) -> Box? {
      guard intersects(other) else { return nil }
      let (left, top) = (max(left, other.left), max(top, other.top))
      return Box(
        left: left, top: top, width: min(right, other.right) - left, height: min(bottom, other.bottom) - top)
    }

    /// Moved into `area`; a box that is larger begins at the area's upper left corner.
    func moved(into area: Box) -> Box {
      var box = self
      box.left = max(min(left, area.right - width), area.left)
      box.top = max(min(top, area.bottom - height), area.top)
      return box
    }
  }

  /// A colour with its opacity, 0 to 1.
  package struct Ink: Equatable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    /// Less opaque by this factor.
    func faded(_ share: Double) -> Ink {
      var ink = self
      ink.alpha *= share
      return ink
    }
  }

  /// A text on one line.
  package struct Writing: Hashable {
    var text: String
    /// The height of the letters' em, in logical pixels.
    var size: Double
    var isBold = false
    /// A longer text ends in `…`.
    var mostWidth: Double
  }

  enum Mark: Equatable {
    /// A stroke with round ends through some of the picture's points.
    case line(Range<Int>, width: Double, isSmooth: Bool, Ink)
    case box(Box, radius: Double, Ink)
    /// The border of a box, inside of it.
    case border(Box, radius: Double, width: Double, Ink)
    /// A soft shadow around a box.
    case shadow(Box, radius: Double, depth: Double, Ink)
    /// Part of a circle, clockwise from one angle to another, in radians from the right.
    case arc(Point, radius: Double, from: Double, to: Double, width: Double, Ink)
    case disc(Point, radius: Double, Ink)
    /// One of the picture's texts in a box, in the middle of its height.
    case writing(Int, Box, Ink)
  }

  /// Marks that come or go at once, such as those of a sign or a label.
  private static let mostMoved = 8

  private(set) var marks: [Mark] = []
  private(set) var points: [Point] = []
  private(set) var writings: [Writing] = []

  package init() {}

  package var isEmpty: Bool { marks.isEmpty }

  /// Begins anew; the memory stays.
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

  // MARK: What a picture covers, and what has changed

  /// The box around a mark, with what antialiasing touches.
  func bounds(of mark: Mark) -> Box {
    let edge = 1.5
    switch mark {
    case .line(let range, let width, _, _):
      var box = Box(around: points[range.lowerBound], 0)
      for point in points[range] { box = box.union(Box(around: point, 0)) }
      // A smooth line leaves the box of its points by a little.
      return box.grown(by: width + edge)
    case .box(let box, _, _), .border(let box, _, _, _): return box.grown(by: edge)
    case .shadow(let box, _, let depth, _): return box.grown(by: depth * 2 + edge)
    case .arc(let center, let radius, _, _, let width, _): return Box(around: center, radius + width + edge)
    case .disc(let center, let radius, _): return Box(around: center, radius + edge)
    // Letters such as an italic f leave their line.
    case .writing(let index, let box, _): return box.grown(by: writings[index].size / 2)
    }
  }

  /// The box around all marks; nil for none.
  package var bounds: Box? {
    marks.reduce(nil as Box?) { box, mark in box?.union(bounds(of: mark)) ?? bounds(of: mark) }
  }

  /// Adds what differs from an older picture: a mark that has come or gone moves those after it, which stay as they are.
  package func addDamage(since old: OverlayPicture, to damage: inout OverlayDamage) {
    var (here, there) = (0, 0)
    while here < marks.count || there < old.marks.count {
      if isEqual(here, to: old, there) {
        (here, there) = (here + 1, there + 1)
        continue
      }
      let come = (1...Self.mostMoved).first { isEqual(here + $0, to: old, there) }
      let gone = (1...Self.mostMoved).first { isEqual(here, to: old, there + $0) }
      let (newer, older) =
        switch (come, gone) {
        case (let come?, let gone?): come <= gone ? (come, 0) : (0, gone)
        case (let come?, nil): (come, 0)
        case (nil, let gone?): (0, gone)
        case (nil, nil): (1, 1)
        }
      for index in here..<min(here + newer, marks.count) { damage.add(bounds(of: marks[index])) }
      for index in there..<min(there + older, old.marks.count) { damage.add(old.bounds(of: old.marks[index])) }
      (here, there) = (min(here + newer, marks.count), min(there + older, old.marks.count))
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

/// The parts of a picture that have changed: a few boxes that don't overlap.
package struct OverlayDamage: Equatable, Sendable {
  /// More of them cost more than they save.
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
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    boxes.removeAll(keepingCapacity: true)
    boxes.append(all)
  }

  package mutating func add(_ other: OverlayDamage) { for box in other.boxes { add(box) } }

  package func clipped(to area: OverlayPicture.Box) -> OverlayDamage {
    boxes.reduce(into: OverlayDamage()) { part, box in if let box = box.intersection(area) { part.add(box) } }
  }
}
