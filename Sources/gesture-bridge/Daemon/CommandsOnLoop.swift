import Actions
import Base
import Bindings
import Logging
import Runtime

extension CommandRunner: LoopPart {}

extension Runtime {
  /// Makes a performer whose processes, streams and connections this runtime watches, and adds its parts.
  /// `rules` are in force from the beginning. `skipped` is called for each skipped action.
  func addEffectPerformer(
    _ options: CommandRunner.Options, _ rules: Rules, log: Logger, skipped: @escaping (SkippedAction) -> Void,
    observe: @escaping CommandRunner.Observe
  ) throws(SystemError) -> EffectPerformer {
    let overlay = OverlayOnLoop(on: loop, log: log)
    let commands = try addCommandRunner(options, log: log) { request, event in
      observe(request, event)
      overlay.follow(request, event)
    }
    let input = EmulationOnLoop(
      on: loop, dryRun: options.dryRun, log: log, variable: EnvironmentVariable.value, skipped: skipped)
    add(input)
    let actions = DesktopActionsOnLoop(
      on: loop, dryRun: options.dryRun, log: log, variable: EnvironmentVariable.value, skipped: skipped)
    add(actions)
    let touchegg = ToucheggOnLoop(on: loop, dryRun: options.dryRun, log: log)
    input.use(rules)
    actions.use(rules)
    touchegg.use(rules)
    return EffectPerformer(commands, input, actions, touchegg, overlay)
  }

  /// Makes a runner whose processes and streams this runtime watches, and adds it as a part.
  func addCommandRunner(
    _ options: CommandRunner.Options, log: Logger, observe: @escaping CommandRunner.Observe = { _, _ in }
  ) throws(SystemError) -> CommandRunner {
    var serve: (Int32) -> Void = { _ in }
    let loop = self.loop
    let runner = try CommandRunner(
      options: options, logger: log, now: EventLoop.now,
      watch: { descriptor, awaited throws(SystemError) in
        try loop.add(descriptor, Interest(awaited)) { _ in serve(descriptor) }
      },
      unwatch: { loop.remove($0) }, observe: observe)
    serve = { [unowned runner] in runner.ready($0) }
    add(runner)
    return runner
  }
}

extension Interest {
  fileprivate init(_ awaited: Awaited) {
    switch awaited {
    case .reading: self = .reading
    case .writing: self = .writing
    }
  }
}

extension CommandRunner.Options {
  /// The limits that the rules set for all commands together.
  mutating func limit(by commands: CommandSettings) {
    overall = commands.maxRunning
    perSecond = commands.maxPerSecond
  }
}
