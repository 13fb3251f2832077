import Desktop

extension Desktop {
  /// The desktop COSMIC. Its compositor tells windows when a touch is cancelled, as the compositor's source code shows.
  static let cosmic = Desktop(key: "cosmic", passing: [PassingCompositor("cosmic-comp")])
}
