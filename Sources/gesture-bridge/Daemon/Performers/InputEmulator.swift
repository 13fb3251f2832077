import Bindings
import GestureCore
import InputEmulation
import Runtime

extension InputEmulator: Performer {
  var parts: [any LoopPart] { [links, glide] }

  func perform(_ request: EffectRequest) { if case .input(let request) = request { perform(request) } }

  func use(_ rules: Rules) { use(rules.inputNeeds) }
  /// Stops scrolling that continues after earlier fingers have lifted.
  func fingersLand(at time: Timestamp) { glide.fingersLand(at: time) }
  func sessionLines(_ rules: Rules) -> [String] { lines }
}
