import Desktop

extension Absence {
  private static let words: KeyValuePairs<String, Absence> = [
    "inactive": .inactive, "locked": .locked, "asleep": .asleep,
  ]

  /// In words, as they stand in the lines of the control socket.
  var reasons: [String] { Self.words.filter { contains($0.value) }.map(\.key) }
}
