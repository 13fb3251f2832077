import Control
import GestureCore

extension OverlayScene.Look {
  init(_ rule: GestureRule, _ settings: Settings) {
    let word = ["edge", "direction"].lazy.compactMap { settings.word($0) }
    let directions = rule.kind.traits.directions(settings)
    if let figure = Stroke.figure(settings) {
      self = .draw(figure.outline.map { OverlayScene.Point(x: $0.x, y: $0.y) }.fitted)
    } else if settings["edge"] != nil, let side = OverlayScene.Side(corner: word.first ?? "") {
      self = .edge(side)
    } else if rule.kind.reports.contains(.scale) {
      self = .pinch(settings.word("direction").flatMap(OverlayScene.Pinch.init))
    } else if rule.kind.reports.contains(.rotation) {
      self = .turn(settings.word("direction").flatMap(OverlayScene.Turn.init))
    } else if let directions {
      self = .arrow(
        directions.count == 1 ? directions.first.flatMap { OverlayScene.Direction(rawValue: $0.rawValue) } : nil)
    } else if rule.kind.reports.contains(.translation), rule.kind.traits.yieldsToEdges {
      self = .arrow(nil)
    } else {
      self = .stationary
    }
  }
}

extension OverlayScene.Side {
  /// The side called `name`, or named by the first word of a corner such as `top-left`. Nil for names such as `any`.
  fileprivate init?(corner name: String) { self.init(rawValue: String(name.prefix { $0 != "-" })) }
}

extension Settings {
  /// The chosen word of a setting; nil if the setting has no value, or if the value isn't a choice.
  fileprivate func word(_ name: String) -> String? {
    if case .choice(let word)? = self[name] { word } else { nil }
  }
}

extension [OverlayScene.Point] {
  /// The points, scaled to fit a square of side 1 and centred in it.
  fileprivate var fitted: [OverlayScene.Point] {
    guard let left = map(\.x).min(), let right = map(\.x).max(), let top = map(\.y).min(), let bottom = map(\.y).max()
    else { return [] }
    let side = Swift.max(right - left, bottom - top)
    guard side > 0 else { return map { _ in OverlayScene.Point(x: 0.5, y: 0.5) } }
    return map {
      OverlayScene.Point(x: ($0.x - (left + right) / 2) / side + 0.5, y: ($0.y - (top + bottom) / 2) / side + 0.5)
    }
  }
}
