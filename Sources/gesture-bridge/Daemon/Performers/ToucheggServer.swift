import Bindings
import InputEmulation

extension ToucheggServer: Performer {
  func perform(_ request: EffectRequest) {
    if case .input(let request) = request, case .announced(let gesture) = request.input { perform(request, gesture) }
  }

  func use(_ rules: Rules) { use(rules.announces) }
  func stop() { use(false) }
}
