/// What a stroke along a path is measured by: failures and gauges tell the same.
extension PathDrawing {
  var gauges: [Gauge] {
    let index = current
    guard legs[index].birth > 0 else { return [] }
    let measures = measures(of: index)
    return [drew(measures)] + own(index, measures) + proportions(measures)
  }

  /// Why no element can go on.
  var loss: Failure {
    let index = farthest
    let measures = measures(of: index)
    switch legs[index].body {
    case .line(let line): return loss(of: line, index, measures)
    case .circle(let circle): return loss(of: circle, index, measures)
    }
  }

  /// What was missing when the finger lifted.
  var shortfall: Failure {
    let index = current
    let measures = measures(of: index)
    guard index == legs.count - 1 else { return Failure("lifted before \(legs[index + 1].name)") }
    if index > 0, let line = measures.line, line < limits.minLine * Self.begun {
      return Failure("lifted before \(legs[index].name)")
    }
    let gauges = own(index, measures) + proportions(measures) + [drew(measures)]
    return gauges.first { !$0.isMet }.map { Failure($0) } ?? Failure("lifted too early")
  }

  private func loss(of line: PathLine, _ index: Int, _ measures: PathMeasures) -> Failure {
    if isTooLong(index, measures), let short = proportions(measures).first(where: { !$0.isMet }) {
      return Failure(short)
    }
    let moved = line.place - line.start
    if measures.isAslant(limits) {
      let lean = moved.degrees(from: line.direction)
      return lean <= Self.reach ? Failure(leaned(lean)) : went(moved)
    }
    if index > 0, moved.dot(line.direction) <= 0 { return went(moved) }
    let strayed = strayed(line, measures)
    guard index + 1 < legs.count, let next = path.elements[index + 1].form.direction else { return strayed }
    if line.length < limits.minLine * Self.begun { return went(moved) }
    let turned = line.place - line.end
    let missing = own(index, measures).first { !$0.isMet && $0.setting != Stroke.slack.declaration.name }
    if let missing, turned.degrees(from: next) <= Self.towards { return Failure(missing) }
    return turned.dot(line.direction) < 0 ? strayed : went(turned)
  }

  private func loss(of circle: PathCircle, _ index: Int, _ measures: PathMeasures) -> Failure {
    if isTooLong(index, measures), let short = proportions(measures).first(where: { !$0.isMet }) {
      return Failure(short)
    }
    switch circle.fault {
    case .turnedBack(let angle):
      return Failure("turned back", .degrees(angle), Stroke.path.declaration.name, choice: path.text)
    case .wentStraight, nil: return Failure(straight(circle.straight))
    case .notRound: return own(index, measures).first { !$0.isMet }.map { Failure($0) } ?? went(.zero)
    }
  }

  private func went(_ way: Vector) -> Failure {
    Failure(
      "went", detail: Direction(nearest: way)?.rawValue ?? "round", Stroke.path.declaration.name, choice: path.text)
  }

  /// What leans by more has another direction, whatever `max-angle` says: degrees.
  private static let reach = 45.0
  private static let towards = 60.0
  /// A shorter part of `min-line` was not meant for the line.
  private static let begun = 0.5
}

// One by one
extension PathDrawing {
  private func own(_ index: Int, _ measures: PathMeasures) -> [Gauge] {
    var gauges: [Gauge] = []
    if let strayed = measures.strayed { gauges.append(astray(strayed, measures)) }
    if let line = measures.line {
      gauges.append(
        .reach("went", .mm(line), detail: legs[index].name, Stroke.minLine.declaration.name, .mm(limits.minLine)))
    }
    if let lean = leanNow(index, measures) { gauges.append(leaned(lean)) }
    if let bow = measures.bow {
      gauges.append(.stay("bent", .percent(bow), within: Stroke.maxBow.declaration.name, .percent(limits.maxBow)))
    }
    if let turn = measures.turn {
      gauges.append(.reach("turned", .percent(turn), Stroke.minTurn.declaration.name, .percent(limits.minTurn)))
    }
    if let round = measures.round {
      gauges.append(.reach("went round", .degrees(round), Stroke.minRound.declaration.name, .degrees(limits.minRound)))
    }
    if let width = measures.width, (measures.round ?? 0) > 0 {
      var gauge = Gauge.reach(
        "went round within", .mm(width), Stroke.minLine.declaration.name, .mm(PathLimits.widest * limits.minLine))
      gauge.circumstance = "doubled"
      gauges.append(gauge)
    }
    if let roundness = measures.roundness, (measures.round ?? 0) > 0 {
      gauges.append(
        .reach("was round by", .percent(roundness), Stroke.roundness.declaration.name, .percent(limits.roundness)))
    }
    if let straight = measures.straight { gauges.append(self.straight(straight)) }
    return gauges
  }

  /// Once it has a direction: of a line that leans too far, where the finger is.
  private func leanNow(_ index: Int, _ measures: PathMeasures) -> Double? {
    guard case .line(let line) = legs[index].body else { return nil }
    if measures.isAslant(limits) { return (line.place - line.start).degrees(from: line.direction) }
    return line.length > 0 ? measures.lean : nil
  }

  private func drew(_ measures: PathMeasures) -> Gauge {
    .reach("drew", .mm(measures.drawn), Stroke.minLength.declaration.name, .mm(limits.minLength))
  }

  private func astray(_ way: Double, _ measures: PathMeasures) -> Gauge {
    let scale = limits.scale(measures.drawn)
    var gauge = Gauge.stay("strayed", .mm(way), within: Stroke.slack.declaration.name, .mm(limits.slack * scale))
    if scale > 1 { gauge.circumstance = "at its length" }
    return gauge
  }

  private func strayed(_ line: PathLine, _ measures: PathMeasures) -> Failure {
    Failure(astray(line.behind, measures)).needing(.mm(line.behind / limits.scale(measures.drawn)))
  }

  private func leaned(_ lean: Double) -> Gauge {
    .stay("leaned", .degrees(lean), within: Stroke.maxAngle.declaration.name, .degrees(limits.maxAngle))
  }

  private func straight(_ way: Double) -> Gauge {
    .stay("went straight for", .mm(way), within: Stroke.maxStraight.declaration.name, .mm(limits.maxStraight))
  }

  private func proportions(_ measures: PathMeasures) -> [Gauge] {
    var gauges: [Gauge] = []
    if let ratio = measures.ratio {
      gauges.append(
        .reach(
          "drew", .percent(ratio.percent), detail: "of the length of \(legs[ratio.short].name)",
          Stroke.minRatio.declaration.name, .percent(limits.minRatio)))
    }
    if let share = measures.share {
      gauges.append(
        .reach(
          "drew", .percent(share.percent), detail: "of the longest in \(legs[share.short].name)",
          Stroke.minShare.declaration.name, .percent(limits.minShare)))
    }
    return gauges
  }
}
