import RealModule

/// Follows a stroke along a path, and says that it is complete as soon as its last element is.
///
/// Every element is tried where the one before may have ended: at a line's farthest place towards the corner, so that the
/// next one starts anew as long as the finger goes on. Each attempt remembers the corners that led to it. When no element
/// can go on, the stroke has failed.
struct PathDrawing: Drawing {
  let path: StrokePath
  let limits: PathLimits
  private(set) var legs: [PathLeg]
  /// Where the elements began, by the attempt at each element: a row for each, all in one.
  private(set) var starts: [Vector]
  private(set) var lengths: [Double]
  /// Only for paths with circles.
  private var trail: PathTrail?
  private var leadIn: LeadIn
  private var births = 0
  /// The last element that was tried at all.
  private(set) var farthest = 0

  var distance: Double? { nil }

  init(_ path: StrokePath, _ settings: Settings) {
    self.path = path
    let limits = PathLimits(settings)
    self.limits = limits
    let elements = path.elements
    var hasCircles = false
    legs = elements.indices.map { index in
      let body: PathLeg.Body
      switch elements[index].form {
      case .line(let direction):
        let next = index + 1 < elements.count ? elements[index + 1].form.direction : nil
        body = .line(PathLine(direction.vector, maxAngle: limits.maxAngle, before: next))
      case .circle(let clockwise):
        body = .circle(PathCircle(clockwise: clockwise))
        hasCircles = true
      }
      return PathLeg(body: body, name: elements[index].form.name, share: elements[index].share)
    }
    starts = Array(repeating: .zero, count: elements.count * elements.count)
    lengths = Array(repeating: 0, count: elements.count * elements.count)
    leadIn = LeadIn(limits.lead)
    trail = hasCircles ? PathTrail() : nil
  }

  mutating func begin(at place: Vector) {
    reset()
    leadIn.land(at: place)
    trail?.begin(at: place)
    open(0, at: place)
  }

  mutating func move(to place: Vector) -> DrawingStep {
    let isNew = trail?.move(to: place) ?? true
    var isOpen = false
    for index in legs.indices where legs[index].isOpen {
      let mayEnd = go(index, to: place, isNew)
      let measures = measures(of: index)
      if mayEnd, measures.isComplete(limits) {
        if index + 1 < legs.count {
          next(index, at: place)
        } else if measures.drawn >= limits.minLength {
          return .done
        }
      }
      if isLost(index, measures) { lose(index, at: place) }
      isOpen = isOpen || legs[index].isOpen
    }
    return isOpen ? .stay : .fail(loss)
  }

  mutating func lift() -> DrawingStep { .fail(shortfall) }

  mutating func reset() {
    for index in legs.indices {
      legs[index].isOpen = false
      legs[index].birth = 0
    }
    farthest = 0
    trail?.reset()
  }

  var corners: [Vector] { (0...farthest).dropFirst().map { starts[farthest * legs.count + $0] } }

  /// What is told of: the element that is drawn now, or was to be drawn next when the stroke failed.
  var current: Int { legs.lastIndex { $0.isOpen } ?? farthest }
}

// One step
extension PathDrawing {
  private mutating func go(_ index: Int, to place: Vector, _ isNew: Bool) -> Bool {
    switch legs[index].body {
    case .line(var line):
      let mayEnd = line.move(to: place)
      if index == 0 {
        leadIn.note(line)
        if mayEnd { leadIn.settle(&line) }
        starts[0] = line.start
      }
      legs[index].body = .line(line)
      return mayEnd
    case .circle(var circle):
      guard isNew, let trail else { return false }
      if index == 0 { circle.widen(trail, by: limits.lead) }
      let mayEnd = circle.move(to: place, trail, limits)
      let start = index * legs.count + index
      starts[start] = circle.start
      if index > 0 { lengths[start - 1] = (circle.start - starts[start - 1]).length }
      legs[index].body = .circle(circle)
      return mayEnd
    }
  }

  /// The element after this one may begin here, and not earlier; unless it began after another attempt at this one, and can
  /// still go on from there.
  private mutating func next(_ index: Int, at place: Vector) {
    let next = index + 1
    let isOther = legs[next].isOpen && legs[next].parent != legs[index].birth
    if isOther { return }
    if case .circle(var circle) = legs[index].body {
      let isCloser = circle.isCloser()
      legs[index].body = .circle(circle)
      guard isCloser else { return }
    } else if legs[next].isOpen, case .circle(var circle) = legs[next].body, let trail {
      circle.beginLater(trail)
      legs[next].body = .circle(circle)
      return
    }
    let (row, nextRow) = (index * legs.count, next * legs.count)
    for earlier in 0..<next {
      starts[nextRow + earlier] = starts[row + earlier]
      lengths[nextRow + earlier] = lengths[row + earlier]
    }
    lengths[nextRow + index] = legs[index].length
    open(next, at: place)
    legs[next].parent = legs[index].birth
  }

  private mutating func open(_ index: Int, at place: Vector) {
    births += 1
    legs[index].birth = births
    legs[index].isOpen = true
    starts[index * legs.count + index] = place
    farthest = max(farthest, index)
    if index == 0 { leadIn.begin(at: place) }
    switch legs[index].body {
    case .line(var line):
      line.begin(at: place)
      legs[index].body = .line(line)
    case .circle(var circle):
      if let trail { circle.begin(trail, at: place) }
      legs[index].body = .circle(circle)
    }
  }

  /// A hand that has hardly begun may still come to its way.
  private mutating func lose(_ index: Int, at place: Vector) {
    if index == 0, leadIn.holds(place) { return open(0, at: place) }
    legs[index].isOpen = false
  }

  /// Whether it can't become its element any more, or one that matches those before it.
  private func isLost(_ index: Int, _ measures: PathMeasures) -> Bool {
    if case .circle(let circle) = legs[index].body, circle.fault != nil { return true }
    return measures.isAstray(limits) || isTooLong(index, measures)
  }

  /// What was drawn before it is too short for it, and won't get longer.
  func isTooLong(_ index: Int, _ measures: PathMeasures) -> Bool {
    guard !measures.isProportioned(limits) else { return false }
    let isRatio = (measures.ratio?.percent ?? .infinity) < limits.minRatio
    let isShare = (measures.share?.percent ?? .infinity) < limits.minShare
    return (isRatio && measures.ratio?.short != index) || (isShare && measures.share?.short != index)
  }
}
