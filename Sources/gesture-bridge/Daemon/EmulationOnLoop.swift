import Bindings
import Desktop
import InputEmulation
import Logging
import Runtime

/// Keys and clicks as a part of a runtime: opens a way to send them where rules have such effects, and nothing otherwise.
final class EmulationOnLoop: LoopPart {
  private let emulator: InputEmulator
  private let descriptor: ChangingDescriptor
  private var needs: InputNeeds = []

  /// `skipped` hears of each action that nothing becomes of.
  init(
    on loop: EventLoop, dryRun: Bool, log: Logger, variable: @escaping (String) -> String?,
    skipped: @escaping (SkippedAction) -> Void
  ) {
    descriptor = ChangingDescriptor(on: loop, log: log)
    emulator = InputEmulator(dryRun: dryRun, log: log, now: EventLoop.now) {
      EmulationWays.all(for: $0, variable: variable)
    }
    emulator.skipped = skipped
  }

  /// By what keys and clicks are sent, and what is missing, a sentence each.
  var lines: [String] { needs.isEmpty ? [] : Message.emulation(emulator) }

  func use(_ rules: Rules) {
    needs = rules.inputNeeds
    change { emulator.use(needs) }
  }

  func perform(_ request: InputRequest) {
    emulator.perform(request)
    follow()
  }
  func setDryRun(_ isDry: Bool) { change { emulator.isDryRun = isDry } }
  func suspend(by reasons: SuspensionReasons) { change { emulator.suspension = reasons } }
  func stop() { change { emulator.stop() } }

  /// When `advance` is due. It is asked before each wait, and changes only when a way was served.
  private(set) var nextDeadline: Int64?
  func advance(to now: Int64) { change { emulator.ways.advance(to: now) } }

  private func change(_ body: () -> Void) {
    body()
    follow()
  }

  private func follow() {
    descriptor.watch(emulator.ways.wait, of: emulator.ways.opened) { [unowned self] in change { emulator.ways.serve() }
    }
    nextDeadline = emulator.ways.nextDeadline
  }
}

extension Message {
  /// By what keys and clicks are sent, or why by nothing; a sentence each.
  static func emulation(_ emulator: InputEmulator) -> [String] {
    let problems = emulator.ways.problems.isEmpty ? "" : " (\(emulator.ways.problems.joined(separator: "; ")))"
    return [
      emulator.ways.readyName.map { "\($0) sends keys and clicks\(problems)" } ?? nothingSends(emulator.ways.problems)
    ]
  }

  static func nothingSends(_ problems: [String]) -> String {
    "nothing can send keys and clicks" + (problems.isEmpty ? "" : " (\(problems.joined(separator: "; ")))")
  }
}
