import Actions
import Bindings
import Runtime

extension CommandRunner: Performer {
  var parts: [any LoopPart] { [self] }

  func perform(_ request: EffectRequest) {
    switch request {
    case .command(let request): start(request)
    case .application(let name, let request): launch(name, request)
    case .line(let line): send(line)
    case .input, .desktop, .level: break
    }
  }

  func use(_ rules: Rules) { rulesReplaced(overall: rules.commands.maxRunning, perSecond: rules.commands.maxPerSecond) }
}
