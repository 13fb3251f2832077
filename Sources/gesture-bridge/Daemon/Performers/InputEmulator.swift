import Bindings
import InputEmulation
import Runtime

extension InputEmulator: Performer {
  var parts: [any LoopPart] { [links, glide] }

  func perform(_ request: EffectRequest) {
    if case .input(let request) = request { perform(request) }
  }

  func use(_ rules: Rules) { use(rules.inputNeeds) }
  /// What glides stops.
  func fingersLand() { glide.stop() }
  func sessionLines(_ rules: Rules) -> [String] { lines }
}
