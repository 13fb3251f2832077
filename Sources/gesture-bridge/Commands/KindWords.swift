import GestureCore

// What a kind declares, word by word.

extension SettingShape {
  /// Values that show what a setting can ask for: all of a choice, the ends of a range.
  var samples: [SettingValue] {
    switch self {
    case .quantity(_, let range): [.quantity(range.lowerBound), .quantity(range.upperBound)]
    case .count(let range): [.count(range.lowerBound), .count(range.upperBound)]
    case .countRange(let range):
      [.countRange(range.lowerBound...range.lowerBound), .countRange(range.upperBound...range.upperBound)]
    case .choice(let names): names.map { .choice($0) }
    case .flag: [.flag(false), .flag(true)]
    case .gestures: []
    case .path: [.path(StrokePath([.init(.line(.downRight)), .init(.line(.upRight))]))]
    case .templates: [.templates([StrokeTemplates(name: "any", strokes: [[.zero, Vector(1, 0)]])])]
    case .start: [.start(.atOnce), .start(.forcePress)]
    }
  }

  /// The unit its values are in; a dash where there is none.
  var unitText: String {
    switch self {
    case .quantity(let unit, _): unit.rawValue
    case .count, .countRange, .choice, .flag, .gestures, .path, .templates, .start: "–"
    }
  }
}

extension ReportedValues {
  /// What is reported, in a fixed order.
  var words: [String] {
    let all: KeyValuePairs<ReportedValues, String> = [
      .taps: "taps", .translation: "movement", .velocity: "velocity", .scale: "scale", .rotation: "rotation",
      .pressure: "pressure", .direction: "direction", .corners: "corners", .hints: "hints",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}
