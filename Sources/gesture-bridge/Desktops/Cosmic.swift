import Desktop

extension Desktop {
  /// COSMIC passes cancelled touches to applications, according to its source. For all other tasks, gesture-bridge uses
  /// protocols that COSMIC shares with other compositors.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
