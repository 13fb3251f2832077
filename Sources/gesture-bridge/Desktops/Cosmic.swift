import Desktop

extension Desktop {
  /// All versions of COSMIC pass cancelled touches on to applications, according to its source. gesture-bridge uses no
  /// protocols of COSMIC's own, only those that several compositors share.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
