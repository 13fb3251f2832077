import RealModule

/// Compares a stroke with a path while the stroke is drawn. The stroke is complete as soon as the last element is
/// complete and the stroke is at least `min-length` long.
///
/// Each line or circle (an element) is tried from each possible end of the previous element. A line before a line can
/// end only at its farthest position towards the corner of both lines. If no element can continue, the stroke fails.
struct PathDrawing: Drawing {
  let path: StrokePath
  private let limits: PathLimits
  private(set) var legs: [PathLeg]
  /// A flat list with a row for each element: the positions at which this element and all earlier elements began.
  private(set) var starts: [Vector]
  private(set) var lengths: [Double]
  /// The positions of the stroke; nil for a path without circles.
  private var trail: PathTrail?
  private var leadIn: LeadIn
  private var attemptCount = 0
  /// The greatest index of an element that was tried in this stroke.
  private(set) var lastTried = 0

  var distance: Double? { nil }

  init(_ path: StrokePath, _ settings: Settings) {
    self.path = path
    let limits = PathLimits(settings)
    self.limits = limits
    let elements = path.elements
    legs = elements.enumerated().map { index, element in
      let next = elements.dropFirst(index + 1).first?.form.direction
      let body: PathLeg.Body =
        switch element.form {
        case .line(let direction): .line(PathLine(direction.vector, maxAngle: limits.maxAngle, before: next))
        case .circle(let clockwise): .circle(PathCircle(clockwise: clockwise))
        }
      return PathLeg(body: body, name: element.form.name, share: element.share)
    }
    starts = Array(repeating: .zero, count: elements.count * elements.count)
    lengths = Array(repeating: 0, count: elements.count * elements.count)
    leadIn = LeadIn(limits.lead)
    trail = elements.contains { $0.form.direction == nil } ? PathTrail() : nil
  }

  mutating func begin(at position: Vector) {
    reset()
    leadIn.land(at: position)
    trail?.begin(at: position)
    open(0, at: position)
  }

  mutating func move(to position: Vector) -> DrawingStatus {
    let isNew = trail?.move(to: position) ?? true
    var isOpen = false
    for index in legs.indices where legs[index].isOpen {
      let mayEnd = advance(index, to: position, isNew)
      let measures = measures(of: index)
      if mayEnd, measures.isComplete(limits) {
        if index + 1 < legs.count {
          startNext(after: index, at: position)
        } else if measures.drawn >= limits.minLength {
          return .complete
        }
      }
      if isImpossible(index, measures) { endAttempt(index, at: position) }
      isOpen = isOpen || legs[index].isOpen
    }
    return isOpen ? .possible : .failed(failure)
  }

  mutating func lift() -> DrawingStatus { .failed(shortfall) }

  mutating func reset() {
    for index in legs.indices {
      legs[index].isOpen = false
      legs[index].attempt = 0
    }
    lastTried = 0
    trail?.reset()
  }

  var corners: [Vector] { (0...lastTried).dropFirst().map { starts[lastTried * legs.count + $0] } }

  /// The index of the element that the gauges measure.
  private var current: Int { legs.lastIndex { $0.isOpen } ?? lastTried }

  // MARK: One movement

  private mutating func advance(_ index: Int, to position: Vector, _ isNew: Bool) -> Bool {
    switch legs[index].body {
    case .line(var line):
      let mayEnd = line.move(to: position)
      if index == 0 {
        leadIn.record(line)
        if mayEnd { leadIn.adjustStart(of: &line) }
        starts[0] = line.start
      }
      legs[index].body = .line(line)
      return mayEnd
    case .circle(var circle):
      guard isNew, let trail else { return false }
      if index == 0 { circle.allowStart(trail, within: limits.lead) }
      let mayEnd = circle.move(to: position, trail, limits)
      let start = index * legs.count + index
      starts[start] = circle.start
      if index > 0 { lengths[start - 1] = (circle.start - starts[start - 1]).length }
      legs[index].body = .circle(circle)
      return mayEnd
    }
  }

  /// Starts the element after `index` at `position`, unless that element is in progress and continues an earlier
  /// attempt at `index`. The element after a circle starts only if the circle's end is nearer to the circle's start
  /// than ever before. A circle in progress after a line isn't restarted, but can also begin at `position`.
  private mutating func startNext(after index: Int, at position: Vector) {
    let next = index + 1
    let isOther = legs[next].isOpen && legs[next].previousAttempt != legs[index].attempt
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
    open(next, at: position)
    legs[next].previousAttempt = legs[index].attempt
  }

  private mutating func open(_ index: Int, at position: Vector) {
    attemptCount += 1
    legs[index].attempt = attemptCount
    legs[index].isOpen = true
    starts[index * legs.count + index] = position
    lastTried = max(lastTried, index)
    if index == 0 { leadIn.begin(at: position) }
    switch legs[index].body {
    case .line(var line):
      line.begin(at: position)
      legs[index].body = .line(line)
    case .circle(var circle):
      if let trail { circle.begin(trail, at: position) }
      legs[index].body = .circle(circle)
    }
  }

  /// Ends the attempt at an element. If the finger is still within the lead-in, the first element starts again.
  private mutating func endAttempt(_ index: Int, at position: Vector) {
    if index == 0, leadIn.contains(position) { return open(0, at: position) }
    legs[index].isOpen = false
  }

  private func isImpossible(_ index: Int, _ measures: PathMeasures) -> Bool {
    if case .circle(let circle) = legs[index].body, circle.fault != nil { return true }
    return measures.hasStrayed(limits) || isTooLong(index, measures)
  }

  /// Whether this element is too long compared with a finished earlier element.
  private func isTooLong(_ index: Int, _ measures: PathMeasures) -> Bool {
    guard !measures.isProportioned(limits) else { return false }
    let isRatio = (measures.ratio?.percent ?? .infinity) < limits.minRatio
    let isShare = (measures.share?.percent ?? .infinity) < limits.minShare
    return (isRatio && measures.ratio?.short != index) || (isShare && measures.share?.short != index)
  }

  // MARK: Measures of the elements of a path

  func measures(of index: Int) -> PathMeasures {
    let row = index * legs.count
    let leg = legs[index]
    var measures = PathMeasures()
    let length = leg.length
    for earlier in 0..<index {
      let other = lengths[row + earlier]
      measures.drawnBefore += other
      compare(&measures, earlier, other, index, length)
    }
    measures.drawn = measures.drawnBefore + length
    switch leg.body {
    case .line(let line):
      measures.line = length
      measures.strayed = line.behind
      measures.outside = line.outside
      measures.bow = line.bow
      measures.lean = (line.end - line.start).degrees(from: line.direction)
      if index > 0 { measures.turn = turn(to: line, from: index - 1, starts[row + index - 1]) }
    case .circle(let circle):
      measures.width = circle.shape.width
      measures.round = circle.round
      measures.roundness = circle.shape.roundness
      measures.straight = circle.straight
    }
    return measures
  }

  private func compare(_ measures: inout PathMeasures, _ earlier: Int, _ other: Double, _ index: Int, _ length: Double)
  {
    guard other > 0 else { return }
    let (share, otherShare) = (legs[index].share, legs[earlier].share)
    if let share, let otherShare {
      Self.compare(&measures.ratio, earlier, other / otherShare, index, length / share)
    } else {
      Self.compare(&measures.share, earlier, other, index, length)
    }
  }

  private static func compare(
    _ worst: inout PathMeasures.Comparison?, _ earlier: Int, _ other: Double, _ index: Int, _ length: Double
  ) {
    let percent = min(length / other, length > 0 ? other / length : 0) * 100
    guard percent < worst?.percent ?? .infinity else { return }
    worst = PathMeasures.Comparison(percent: percent, short: length < other ? index : earlier)
  }

  /// How far the stroke turned into `line` from the previous line, in percent of the required turn. 0 if the stroke
  /// turned to the wrong side; nil after a circle.
  private func turn(to line: PathLine, from before: Int, _ start: Vector) -> Double? {
    guard case .line(let previous) = legs[before].body else { return nil }
    let required = previous.direction.degrees(from: line.direction)
    let actual = (line.end - line.start).degrees(from: line.start - start)
    // A turn of 180° may be made in either direction.
    let isBack = previous.direction.dot(line.direction) < Self.backwards
    let isRight = (line.start - start).cross(line.end - line.start) * previous.direction.cross(line.direction) >= 0
    return (isBack || isRight ? actual : 0) / required * 100
  }

  private static let backwards = -0.99

  // MARK: Gauges, and the failures made of them

  var gauges: [Gauge] {
    let index = current
    guard legs[index].attempt > 0 else { return [] }
    let measures = measures(of: index)
    return [lengthGauge(measures)] + elementGauges(index, measures) + proportionGauges(measures)
  }

  var failure: Failure {
    let index = lastTried
    let measures = measures(of: index)
    if isTooLong(index, measures), let short = proportionGauges(measures).first(where: { !$0.isMet }) {
      return Failure(short)
    }
    switch legs[index].body {
    case .line(let line): return failure(of: line, index, measures)
    case .circle(let circle): return failure(of: circle, index, measures)
    }
  }

  /// The failure when the finger lifted too early.
  private var shortfall: Failure {
    let index = current
    let measures = measures(of: index)
    guard index == legs.count - 1 else { return Failure("lifted before \(legs[index + 1].name)") }
    if index > 0, let line = measures.line, line < limits.minLine * Self.begunShare {
      return Failure("lifted before \(legs[index].name)")
    }
    let gauges = elementGauges(index, measures) + proportionGauges(measures) + [lengthGauge(measures)]
    return gauges.first { !$0.isMet }.map { Failure($0) } ?? Failure("lifted too early")
  }

  private func failure(of line: PathLine, _ index: Int, _ measures: PathMeasures) -> Failure {
    let moved = line.position - line.start
    if measures.leansTooFar(limits) {
      let lean = moved.degrees(from: line.direction)
      return lean <= Self.maxLean ? Failure(leanGauge(lean)) : wrongDirection(moved)
    }
    if index > 0, moved.dot(line.direction) <= 0 { return wrongDirection(moved) }
    let strayed = Failure(strayGauge(line.behind, measures), needing: .mm(line.behind / limits.scale(measures.drawn)))
    guard index + 1 < legs.count, let next = path.elements[index + 1].form.direction else { return strayed }
    if line.length < limits.minLine * Self.begunShare { return wrongDirection(moved) }
    let turned = line.position - line.end
    let missing = elementGauges(index, measures).first { !$0.isMet && $0.setting != Stroke.slack.name }
    if let missing, turned.degrees(from: next) <= Self.cornerAngle { return Failure(missing) }
    return turned.dot(line.direction) < 0 ? strayed : wrongDirection(turned)
  }

  private func failure(of circle: PathCircle, _ index: Int, _ measures: PathMeasures) -> Failure {
    switch circle.fault {
    case .turnedBack(let angle): return Failure("turned back", .degrees(angle), Stroke.path.name, choice: path.text)
    case .wentStraight, nil: return Failure(straightGauge(circle.straight))
    case .notRound:
      return elementGauges(index, measures).first { !$0.isMet }.map { Failure($0) } ?? wrongDirection(.zero)
    }
  }

  private func wrongDirection(_ moved: Vector) -> Failure {
    Failure("moved", detail: Direction(nearest: moved)?.rawValue ?? "in a circle", Stroke.path.name, choice: path.text)
  }

  /// The lean in degrees above which a failure reports a wrong direction instead of the lean.
  private static let maxLean = 45.0
  private static let cornerAngle = 60.0
  /// The share of `min-line` below which a line doesn't count as begun.
  private static let begunShare = 0.5

  // MARK: The gauges of one element

  private func elementGauges(_ index: Int, _ measures: PathMeasures) -> [Gauge] {
    var gauges: [Gauge] = []
    if let strayed = measures.strayed { gauges.append(strayGauge(strayed, measures)) }
    if let line = measures.line {
      gauges.append(.reach("went", .mm(line), detail: legs[index].name, Stroke.minLine.name, .mm(limits.minLine)))
    }
    if let lean = presentLean(index, measures) { gauges.append(leanGauge(lean)) }
    if let bow = measures.bow {
      gauges.append(.stay("bent", .percent(bow), within: Stroke.maxBow.name, .percent(limits.maxBow)))
    }
    if let turn = measures.turn {
      gauges.append(.reach("turned", .percent(turn), Stroke.minTurn.name, .percent(limits.minTurn)))
    }
    if let round = measures.round {
      gauges.append(.reach("circled", .degrees(round), Stroke.minRound.name, .degrees(limits.minRound)))
    }
    if let width = measures.width, (measures.round ?? 0) > 0 {
      var gauge = Gauge.reach(
        "drew a circle of width", .mm(width), Stroke.minLine.name, .mm(PathLimits.widest * limits.minLine))
      gauge.circumstance = .doubled
      gauges.append(gauge)
    }
    if let roundness = measures.roundness, (measures.round ?? 0) > 0 {
      gauges.append(
        .reach("had a roundness of", .percent(roundness), Stroke.roundness.name, .percent(limits.roundness)))
    }
    if let straight = measures.straight { gauges.append(straightGauge(straight)) }
    return gauges
  }

  /// The lean in degrees: of the movement up to the finger if this movement leans too far, otherwise of the line. Nil
  /// for a circle, and for a line without length whose movement doesn't lean too far.
  private func presentLean(_ index: Int, _ measures: PathMeasures) -> Double? {
    guard case .line(let line) = legs[index].body else { return nil }
    if measures.leansTooFar(limits) { return (line.position - line.start).degrees(from: line.direction) }
    return line.length > 0 ? measures.lean : nil
  }

  private func lengthGauge(_ measures: PathMeasures) -> Gauge {
    .reach("drew", .mm(measures.drawn), Stroke.minLength.name, .mm(limits.minLength))
  }

  private func strayGauge(_ distance: Double, _ measures: PathMeasures) -> Gauge {
    let scale = limits.scale(measures.drawn)
    var gauge = Gauge.stay("strayed", .mm(distance), within: Stroke.slack.name, .mm(limits.slack * scale))
    if scale > 1 { gauge.circumstance = .atItsLength }
    return gauge
  }

  private func leanGauge(_ lean: Double) -> Gauge {
    .stay("leaned", .degrees(lean), within: Stroke.maxAngle.name, .degrees(limits.maxAngle))
  }

  private func straightGauge(_ distance: Double) -> Gauge {
    .stay("moved straight for", .mm(distance), within: Stroke.maxStraight.name, .mm(limits.maxStraight))
  }

  private func proportionGauges(_ measures: PathMeasures) -> [Gauge] {
    let ratio = measures.ratio.map {
      Gauge.reach(
        "for \(legs[$0.short].name), drew", .percent($0.percent), detail: "of its ideal length", Stroke.minRatio.name,
        .percent(limits.minRatio))
    }
    let share = measures.share.map {
      Gauge.reach(
        "for \(legs[$0.short].name), drew", .percent($0.percent), detail: "of the longest line's length",
        Stroke.minShare.name, .percent(limits.minShare))
    }
    return [ratio, share].compactMap { $0 }
  }
}

extension StrokePath.Element.Form {
  var direction: Vector? {
    switch self {
    case .line(let direction): direction.vector
    case .circle: nil
    }
  }
}
