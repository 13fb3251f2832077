import Bindings
import InputEmulation
import Logging
import Runtime

/// What tells touchegg's clients of gestures, in a runtime: it is there where rules have such gestures.
final class ToucheggOnLoop {
  private let server: ToucheggServer
  private let descriptor: ChangingDescriptor
  private var isDryRun: Bool
  private var isNeeded = false

  init(on loop: EventLoop, dryRun: Bool, log: Logger) {
    descriptor = ChangingDescriptor(on: loop, log: log)
    server = ToucheggServer(log: log, now: EventLoop.now)
    isDryRun = dryRun
  }

  func use(_ rules: Rules) {
    isNeeded = rules.announces
    follow { server.use(isNeeded && !isDryRun) }
  }

  func setDryRun(_ isDry: Bool) {
    guard isDry != isDryRun else { return }
    isDryRun = isDry
    follow { server.use(isNeeded && !isDryRun) }
  }

  func perform(_ request: InputRequest) {
    guard case .announced(let gesture) = request.input, !isDryRun else { return }
    follow { server.perform(request, gesture) }
  }

  func rest() { server.rest() }

  func stop() { follow { server.use(false) } }

  private func follow(_ body: () -> Void) {
    body()
    descriptor.watch(server.wait, of: 0) { [unowned self] in server.ready() }
  }
}
