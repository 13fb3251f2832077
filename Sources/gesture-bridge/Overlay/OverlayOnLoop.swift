import Actions
import Base
import Bindings
import Logging
import Runtime

/// What the daemon asks of the program that draws gestures.
enum OverlayChange: UInt8 {
  case begin, end, restart
}

/// The program that draws gestures, in a runtime.
final class OverlayOnLoop {
  private let program: OverlayProcess

  init(on loop: EventLoop, log: Logger) {
    var look: () -> Void = {}
    program = OverlayProcess(
      log: log, now: EventLoop.now,
      watch: { descriptor, _ throws(SystemError) in try loop.add(descriptor, .reading) { _ in look() } },
      unwatch: { loop.remove($0) })
    look = { [unowned program] in program.look() }
  }

  func perform(_ change: OverlayChange) {
    switch change {
    case .begin: program.begin()
    case .end: program.end()
    case .restart: program.restart()
    }
  }

  /// An order was performed.
  func follow(_ performance: Performance) {
    if let level = performance.level { program.askLevel(level.request, afterCommand: level.afterCommand) }
  }

  func follow(_ request: CommandRequest, _ event: CommandEvent) {
    if case .exited = event { program.ended(request) }
  }

  /// SIGCHLD, where the system has no process descriptors.
  func childSignal() { program.look() }

  func stop() { program.end() }
}
