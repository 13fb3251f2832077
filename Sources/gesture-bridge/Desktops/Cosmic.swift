import Desktop

extension Desktop {
  /// Every release passes cancelled touches on, according to COSMIC's source. Only the common protocols are used.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
