import Desktop

extension Desktop {
  /// According to COSMIC's source, every release passes cancelled touches on. gesture-bridge uses only the common protocols to reach
  /// COSMIC.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
