import Bindings

// What `explain` and `replay --diff` say when they can't go on.
extension Message {
  static let diffStandsAlone = "--diff goes with --json only, not with --trace or --run"

  static func unknownGesture(_ name: String, _ rules: String, _ nearest: String?) -> String {
    "there is no gesture \"\(name.visible)\" in \(rules)" + (nearest.map { "; \(didYouMean($0))" } ?? "")
  }
}
