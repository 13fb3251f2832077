import Actions
import Base
import Bindings
import Desktop
import DesktopActions
import DeviceInput
import GestureCore
import InputEmulation
import Logging
import Runtime

/// Performs the orders of gestures. Each performer gets every request of an order, and ignores requests of other kinds.
final class EffectPerformer {
  let commands: CommandRunner
  let overlay: OverlayProcess
  private let performers: [any Performer]
  private var rules: Rules

  init(
    _ options: CommandRunner.Options, _ rules: Rules, _ wayland: WaylandCompositors, on runtime: Runtime, log: Logger,
    skipped: @escaping (SkippedAction) -> Void, observe: @escaping CommandRunner.Observe
  ) throws(SystemError) {
    self.rules = rules
    let overlay = OverlayProcess(on: runtime.loop, log: log)
    self.overlay = overlay
    commands = try CommandRunner(options: options, logger: log, on: runtime.loop) { request, event in
      observe(request, event)
      if case .exited = event { overlay.ended(request) }
    }
    let input = InputEmulator(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now) {
      EmulationLinks.all(
        for: $0, of: Desktop.keys, through: wayland, uinputPermission: AccessRule.uinput.installation,
        variable: EnvironmentVariable.value)
    }
    let actions = DesktopActor(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now) {
      ActionLinks.all(for: $0, of: Desktop.windows, through: wayland, variable: EnvironmentVariable.value)
    }
    (input.skipped, actions.skipped) = (skipped, skipped)
    performers = [
      commands,
      ToucheggServer(dryRun: options.dryRun, log: log, on: runtime.loop, now: EventLoop.now),
      input,
      actions,
      overlay,
    ]
    for part in performers.flatMap(\.parts) { runtime.add(part) }
    for performer in performers { performer.use(rules) }
  }

  var isDryRun: Bool {
    get { commands.isDryRun }
    set { for performer in performers { performer.isDryRun = newValue } }
  }

  var sessionLines: [String] { performers.flatMap { $0.sessionLines(rules) } }

  func perform(_ request: EffectRequest) { for performer in performers { performer.perform(request) } }
  func suspend(by reasons: SuspensionReasons) { for performer in performers { performer.suspension = reasons } }
  func fingersLand(at time: Timestamp) { for performer in performers { performer.fingersLand(at: time) } }
  func childSignal() { for performer in performers { performer.childSignal() } }
  func stop() { for performer in performers { performer.stop() } }

  func use(_ rules: Rules) {
    self.rules = rules
    for performer in performers { performer.use(rules) }
  }
}

/// Performs the commands of a replay. Only logs requests for input or the desktop, and ignores levels for the overlay.
struct ReplayMeans {
  let commands: CommandRunner
  let log: Logger

  func perform(_ request: EffectRequest) {
    switch request {
    case .input(let request): log.info("\(request.rule) is skipped: a replay sends no input, such as keys and clicks")
    case .desktop(let request): log.info("\(request.rule) is skipped: a replay sends no requests to the desktop")
    case .command, .application, .line, .level: commands.perform(request)
    }
  }
}
