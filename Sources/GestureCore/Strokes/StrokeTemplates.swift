/// Examples of one drawn gesture, under the name of the file they stand in.
public struct StrokeTemplates: Equatable, Sendable {
  public let name: String
  /// Each from its beginning to its end: places in mm, y down, of which only the form counts.
  public let strokes: [[Vector]]
  /// The same, ready to be compared with.
  let forms: [StrokeForm]
  /// What is more unlike all of them than this is something else; chosen from the examples themselves.
  public let threshold: Double

  /// What a drawing must not be more like than any of these.
  let others: [StrokeForm]

  /// How many names one gesture may give.
  public static let most = 16
  /// How many examples one name may have.
  public static let mostStrokes = 64
  /// The least number of places of an example.
  public static let fewestPoints = 2

  /// Examples that each have some length; the threshold is chosen once, here.
  public init(name: String, strokes: [[Vector]]) {
    let forms = strokes.compactMap(StrokeForm.init)
    self.init(name: name, strokes: strokes, forms: forms, threshold: StrokeThreshold.chosen(for: forms), others: [])
  }

  /// Examples whose threshold is known, and what they are not.
  init(name: String, strokes: [[Vector]], threshold: Double, others: [StrokeForm]) {
    let forms = strokes.compactMap(StrokeForm.init)
    self.init(name: name, strokes: strokes, forms: forms, threshold: threshold, others: others)
  }

  private init(name: String, strokes: [[Vector]], forms: [StrokeForm], threshold: Double, others: [StrokeForm]) {
    self.name = name
    self.strokes = strokes
    self.forms = forms
    self.threshold = threshold
    self.others = others
  }

  /// The same from their ends to their beginnings: no more and no less like one another.
  var reversed: StrokeTemplates {
    StrokeTemplates(
      name: name, strokes: strokes.map { $0.reversed() }, forms: forms.map(\.reversed), threshold: threshold,
      others: others.map(\.reversed))
  }

  public static func == (a: StrokeTemplates, b: StrokeTemplates) -> Bool {
    a.name == b.name && a.strokes == b.strokes
  }
}

extension StrokeTemplates {
  /// How unlike the nearest of the examples a stroke is, in percent of what is still taken for them: 0 is the same, more than
  /// 100 is something else; infinite for a stroke without length. It may be turned as far as the kind allows by default.
  public func difference(of stroke: [Vector]) -> Double {
    guard let form = StrokeForm(stroke), threshold > 0 else { return .infinity }
    var matcher = StrokeMatcher()
    let least = forms.reduce(Double.infinity) { min($0, matcher.distance(form, $1, turnedBy: Self.freedom)) }
    return least / threshold * 100
  }

  /// In radians.
  private static var freedom: Double {
    guard case .quantity(let degrees) = Stroke.rotation.declaration.touchscreen else { return 0 }
    return degrees * .pi / 180
  }
}
