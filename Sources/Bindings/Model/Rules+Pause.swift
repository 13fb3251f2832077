import GestureCore

extension Rules {
  /// The gestures that let everything go on while it is paused, in the order of the file.
  public var resumingGestures: [String] {
    let resuming = bindings.filter { binding in
      binding.actions.flatMap(\.effects).contains { $0.pause?.resumes ?? false }
    }
    let gestures = Set(resuming.map(\.gesture.rawValue))
    return ruleSet.gestures.indices.filter(gestures.contains).map { ruleSet.gestures[$0].name }
  }
}

extension Pause {
  /// Whether what is paused goes on after it.
  var resumes: Bool { !isPaused(after: true) }
}
