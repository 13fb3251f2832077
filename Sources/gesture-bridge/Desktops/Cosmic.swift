import Desktop

extension Desktop {
  /// By its source, every release passes cancelled touches on. It is reached by the common protocols.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
