import Bindings
import DesktopActions
import Runtime

extension DesktopActor: Performer {
  var parts: [any LoopPart] { branches.map(\.links) }

  func perform(_ request: EffectRequest) { if case .desktop(let request) = request { perform(request) } }

  func use(_ rules: Rules) { use(rules.desktopActions.map(\.action)) }
  func sessionLines(_ rules: Rules) -> [String] { lines(rules.desktopActions).map(\.text) }
}
