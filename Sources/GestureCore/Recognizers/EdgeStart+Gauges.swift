/// What fingers that come in from an edge are measured by: failures and gauges tell the same.
extension EdgeStart {
  /// How they come in, once they have landed.
  func gauges(_ touches: TouchGroup) -> [Gauge] {
    guard !possible.isEmpty else { return touches.touches.isEmpty ? [] : [landedElsewhere(touches)] }
    let moved = moved(touches)
    guard moved != .zero else { return [cameIn(touches)] }
    let inward = nearest(touches).inward
    let angle = moved.degrees(from: inward.vector)
    // Until they have gone so far, it does not matter where they go.
    if angle > maxAngle, !isCertain(inward, moved) {
      return [cameIn(touches), went(off: Self.off(inward, moved))]
    }
    return [cameIn(touches), went(angle)]
  }

  func cameIn(_ touches: TouchGroup) -> Gauge {
    let travel = Measure.mm(max(0, nearest(touches).travel))
    return .reach("moved", travel, detail: "inward", Self.minTravel.declaration.name, .mm(minTravel))
  }

  func went(_ angle: Double) -> Gauge {
    .stay(
      "went", .degrees(angle), detail: "off the way in", within: Self.maxAngle.declaration.name, .degrees(maxAngle))
  }

  private func went(off distance: Double) -> Gauge {
    .stay("went", .mm(distance), detail: "off the way in", within: Self.slop.declaration.name, .mm(slop))
  }

  /// How far the farthest finger landed from the nearest of the places it may land at.
  func landedElsewhere(_ touches: TouchGroup) -> Gauge {
    var nearest = (origin: Origin.edge(.left), distance: Double.infinity)
    for origin in origins {
      let distance = touches.touches.reduce(0) { max($0, origin.distance(of: $1.start, on: touches.surface)) }
      if distance < nearest.distance { nearest = (origin, distance) }
    }
    let limit: (setting: String, size: Double) =
      switch nearest.origin {
      case .edge: (Self.band.declaration.name, band)
      case .corner: (Self.corner.declaration.name, corner)
      }
    return .stay(
      "landed", .mm(nearest.distance), detail: "from the \(nearest.origin.name)", within: limit.setting,
      .mm(limit.size))
  }
}
