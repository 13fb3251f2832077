import Desktop

extension Desktop {
  /// COSMIC's compositor tells windows when a touch is cancelled, as its source code shows.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
