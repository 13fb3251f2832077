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
