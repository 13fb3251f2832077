import Desktop

extension Desktop {
  /// COSMIC passes cancelled touches to applications, according to its source. gesture-bridge uses only protocols that
  /// several compositors share.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
