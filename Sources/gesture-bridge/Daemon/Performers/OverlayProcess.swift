import Actions
import Bindings

extension OverlayProcess: Performer {
  func perform(_ request: EffectRequest) {
    if case .level(let command, let afterCommand) = request { askLevel(command, afterCommand: afterCommand) }
  }

  func childSignal() { look() }
  func stop() { end() }
}
