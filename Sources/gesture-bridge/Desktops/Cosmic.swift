import Desktop

extension Desktop {
  /// According to its source, every release passes cancelled touches on. COSMIC is reached by the common protocols only.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
