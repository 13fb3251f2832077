import Bindings
import GestureCore

extension FuzzTarget {
  /// Any frames, with sense or without, go through rules of every kind: no trap, sound events, and the same events
  /// again when deadlines are served early in between.
  static let frames = FuzzTarget(
    name: "frames",
    prepare: { _ = FrameWorld(copying: start) },
    look: { bytes in
      var world = FrameWorld(copying: start)
      var steps = FrameSteps(bytes)
      while let step = steps.next() { world.take(step) }
      world.finish()
    })

  /// Every input begins with a copy of this; all of them are looked at on one thread.
  private nonisolated(unsafe) static let start: FrameWorld = {
    let loaded = Rules.load(text: Array(FrameRules.text.utf8), file: "FrameRules.swift")
    guard let rules = loaded.rules else {
      let errors = loaded.diagnostics.filter { $0.severity == .error }
      stop("the rules of this target have errors:\n" + errors.map(\.description).joined(separator: "\n"))
    }
    return FrameWorld(rules)
  }()
}
