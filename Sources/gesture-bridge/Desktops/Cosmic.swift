import Desktop

extension Desktop {
  /// COSMIC tells windows when a touch is cancelled, according to its source. For all other tasks, gesture-bridge uses
  /// protocols that COSMIC shares with other compositors.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
