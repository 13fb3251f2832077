import Actions
import Bindings

extension OverlayProcess: Performer {
  func perform(_ request: EffectRequest) {
    if case .level(let command, let afterCommand) = request { askLevel(command, afterCommand: afterCommand) }
  }

  func sessionLines(_ rules: Rules) -> [String] {
    guard rules.overlay.isShown else { return ["the overlay is off: set `show = true` in `[overlay]` to start it"] }
    return [isRunning ? "the overlay draws gestures" : "the overlay does not run: see the reason in the daemon's log"]
  }

  func childSignal() { look() }
  func stop() { end() }
}
